import type { ClaimsEncryptionJwk } from '@countersign/contracts'
import { calculateThumbprint, newAppKey, openWith } from '@countersign/data-token/testing'
import { asyncProperty, assert as check, constantFrom, dictionary, string } from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { sealClaims } from './seal-claims.ts'

const TO_SEAL = {
  claims: { email: 'ada@example.org', name: 'Ada Lovelace, née Byron 🎩' },
  audience: 'app-1',
  subject: 'person-1',
  authRequestId: '7f6c1a52-8ab3-4c27-9d41-1f2f6a3f7c11',
}

async function newKey(crv: 'P-256' | 'X25519') {
  const app = await newAppKey(crv)
  return { app, key: app.publicJwk as ClaimsEncryptionJwk }
}

describe.each(['P-256', 'X25519'] as const)('claims sealed for a key on %s', (crv) => {
  test('open with a library of another maker, and hold what they were sealed for', async () => {
    const { app, key } = await newKey(crv)
    const { claim_names, claims_jwe, jkt } = await sealClaims({ ...TO_SEAL, key })
    const { header, content } = await openWith(app, claims_jwe)
    expect(content).toEqual({
      claims: TO_SEAL.claims,
      aud: 'app-1',
      sub: 'person-1',
      auth_request_id: TO_SEAL.authRequestId,
    })
    expect(claim_names).toEqual(['email', 'name'])
    expect(jkt).toBe(await calculateThumbprint(key))
    const coordinate = expect.stringMatching(/^[\w-]{43}$/)
    const members = Object.entries(key).map(([name, value]) => [name, value.length === 43 ? coordinate : value])
    expect(header).toEqual({
      alg: 'ECDH-ES+A256KW',
      enc: 'A256GCM',
      kid: jkt,
      typ: 'countersign-claims+jwe',
      epk: Object.fromEntries(members),
    })
  })

  test('are new in every part each time, and never show a value', async () => {
    const { key } = await newKey(crv)
    const seals = await Promise.all([1, 2].map(async () => (await sealClaims({ ...TO_SEAL, key })).claims_jwe))
    const parts = seals.flatMap((seal) => seal.split('.'))
    expect(new Set(parts).size).toBe(10)
    const bytes = Buffer.concat(parts.map((part) => Buffer.from(part, 'base64url')))
    for (const value of Object.values(TO_SEAL.claims)) expect(bytes.includes(value)).toBe(false)
  })

  test('may be none at all', async () => {
    const { app, key } = await newKey(crv)
    const { claim_names, claims_jwe } = await sealClaims({ ...TO_SEAL, claims: {}, key })
    expect([claim_names, (await openWith(app, claims_jwe)).content.claims]).toEqual([[], {}])
  })
})

describe('the length of sealed claims', () => {
  const lengthOf = async (claims: Record<string, string>, key: ClaimsEncryptionJwk) =>
    (await sealClaims({ ...TO_SEAL, claims, key })).claims_jwe.length

  test.each([
    ['gender', 'male', 'female'],
    ['birthdate', '', '1815-12-10'],
    ['email', 'a@b.example', `${'long'.repeat(20)}@example.org`],
  ])('does not reveal which %s it is, beside any other claims', async (name, one, other) => {
    const { key } = await newKey('P-256')
    const company = dictionary(string(), string({ unit: 'binary', maxLength: 300 }), { maxKeys: 5 })
    await check(
      asyncProperty(company, async (others) => {
        expect(await lengthOf({ ...others, [name]: one }, key)).toBe(await lengthOf({ ...others, [name]: other }, key))
      }),
      { numRuns: 50 },
    )
  })

  test('depends only on the size class of each value', async () => {
    const { key } = await newKey('X25519')
    const classes = [126, 254, 510, 1_022, 2_046, 4_094]
    const largest = await Promise.all(classes.map((length) => lengthOf({ address: 'x'.repeat(length) }, key)))
    expect(new Set(largest).size).toBe(classes.length)
    const smallest = [0, ...classes.slice(0, -1).map((length) => length + 1)]
    expect(await Promise.all(smallest.map((length) => lengthOf({ address: 'x'.repeat(length) }, key)))).toEqual(largest)
    const escaped = classes.map((length) => lengthOf({ address: '\n'.repeat(length / 2) }, key))
    expect(await Promise.all(escaped)).toEqual(largest)
  })

  test('leaves what is inside as it was', async () => {
    const { app, key } = await newKey('P-256')
    await check(
      asyncProperty(constantFrom('', 'male', 'x'.repeat(5_000)), string({ unit: 'binary' }), async (value, other) => {
        const claims = { value, other: other.toWellFormed() }
        const { claims_jwe } = await sealClaims({ ...TO_SEAL, claims, key })
        expect((await openWith(app, claims_jwe)).content.claims).toEqual(claims)
      }),
      { numRuns: 20 },
    )
  })
})

test('a key that is no point of its curve, or that everybody shares a secret with, seals nothing', async () => {
  const { key } = await newKey('P-256')
  const [x, zero] = [key.x, 'A'.repeat(43)]
  await expect(sealClaims({ ...TO_SEAL, key: { kty: 'EC', crv: 'P-256', x, y: x } })).rejects.toThrow()
  await expect(sealClaims({ ...TO_SEAL, key: { kty: 'OKP', crv: 'X25519', x: zero } })).rejects.toThrow()
})

test('no member of the key other than its public ones goes into the seal', async () => {
  const { app, key } = await newKey('P-256')
  const named = { ...key, kid: 'a name', use: 'enc' }
  const { claims_jwe, jkt } = await sealClaims({ ...TO_SEAL, key: named })
  expect(jkt).toBe(await calculateThumbprint(key))
  expect((await openWith(app, claims_jwe)).header.kid).toBe(jkt)
})

test('a script that does not arrive is a lost connection, and seals nothing', async () => {
  const { key } = await newKey('P-256')
  vi.doMock('./jose-parts.ts', () => {
    throw new Error('Failed to fetch dynamically imported module')
  })
  await expect(sealClaims({ ...TO_SEAL, key })).rejects.toMatchObject({ failure: { code: 'offline' } })
  vi.doUnmock('./jose-parts.ts')
})
