import { calculateJwkThumbprint, compactDecrypt, exportJWK, generateKeyPair } from 'jose'
import { describe, expect, test } from 'vitest'
import { type ClaimsKey, sealClaims } from './seal-claims.ts'

const TO_SEAL = {
  claims: { email: 'ada@example.org', name: 'Ada Lovelace, née Byron 🎩' },
  audience: 'app-1',
  subject: 'person-1',
  authRequestId: '7f6c1a52-8ab3-4c27-9d41-1f2f6a3f7c11',
}

async function newKey(crv: string) {
  const { publicKey, privateKey } = await generateKeyPair('ECDH-ES+A256KW', { crv })
  return { key: (await exportJWK(publicKey)) as ClaimsKey, privateKey }
}

describe.each(['P-256', 'X25519'])('claims sealed for a key on %s', (crv) => {
  test('open with a library of another maker, and hold what they were sealed for', async () => {
    const { key, privateKey } = await newKey(crv)
    const { claim_names, claims_jwe, jkt } = await sealClaims({ ...TO_SEAL, key })
    const { plaintext, protectedHeader } = await compactDecrypt(claims_jwe, privateKey)
    expect(JSON.parse(new TextDecoder().decode(plaintext))).toEqual({
      claims: TO_SEAL.claims,
      aud: 'app-1',
      sub: 'person-1',
      auth_request_id: TO_SEAL.authRequestId,
    })
    expect(claim_names).toEqual(['email', 'name'])
    expect(jkt).toBe(await calculateJwkThumbprint(key))
    const coordinate = expect.stringMatching(/^[\w-]{43}$/)
    const epk = Object.fromEntries(
      Object.entries(key).map(([name, value]) => [name, value.length === 43 ? coordinate : value]),
    )
    expect(protectedHeader).toEqual({
      alg: 'ECDH-ES+A256KW',
      enc: 'A256GCM',
      kid: jkt,
      typ: 'countersign-claims+jwe',
      epk,
    })
  })

  test('are new in every part each time, and never show a value', async () => {
    const { key } = await newKey(crv)
    const [one, other] = await Promise.all([1, 2].map(async () => (await sealClaims({ ...TO_SEAL, key })).claims_jwe))
    const parts = new Set([...one!.split('.'), ...other!.split('.')])
    expect(parts.size).toBe(10)
    const bytes = Buffer.concat(one!.split('.').map((part) => Buffer.from(part, 'base64url')))
    for (const value of Object.values(TO_SEAL.claims)) expect(bytes.includes(value)).toBe(false)
  })

  test('may be none at all', async () => {
    const { key, privateKey } = await newKey(crv)
    const { claim_names, claims_jwe } = await sealClaims({ ...TO_SEAL, claims: {}, key })
    const { plaintext } = await compactDecrypt(claims_jwe, privateKey)
    expect([claim_names, JSON.parse(new TextDecoder().decode(plaintext)).claims]).toEqual([[], {}])
  })
})

test('a key that is no point of its curve, or that everybody shares a secret with, seals nothing', async () => {
  const { key } = await newKey('P-256')
  const [x, zero] = [key.x, 'A'.repeat(43)]
  await expect(sealClaims({ ...TO_SEAL, key: { kty: 'EC', crv: 'P-256', x, y: x } })).rejects.toThrow()
  await expect(sealClaims({ ...TO_SEAL, key: { kty: 'OKP', crv: 'X25519', x: zero } })).rejects.toThrow()
})

test('no member of the key other than its public ones goes into the seal', async () => {
  const { key, privateKey } = await newKey('P-256')
  const named = { ...key, kid: 'a name', use: 'enc' }
  const { claims_jwe, jkt } = await sealClaims({ ...TO_SEAL, key: named })
  expect(jkt).toBe(await calculateJwkThumbprint(key))
  await expect(compactDecrypt(claims_jwe, privateKey)).resolves.toBeDefined()
})
