import { createHmac } from 'node:crypto'
import { asyncProperty, assert as check, constantFrom, dictionary, string } from 'fast-check'
import { exportJWK, generateKeyPair, importJWK, SignJWT } from 'jose'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Attestation } from './claims.ts'
import { DataTokenError, DataTokenKeyError } from './errors.ts'
import { type DataTokenKeys, generateDataTokenSecret, readDataTokenKeys } from './keys.ts'
import { signDataToken } from './sign.ts'
import { verifyDataToken } from './verify.ts'

const FORGED = /^(bad_signature|malformed)$/
const SHARED_SECRET = 'a shared secret of more than 32 characters'
const NOON = new Date('2026-01-01T12:00:00Z')
const EXPECTED = { issuer: 'https://id.example', audience: 'app-1', now: NOON }
const ATTESTATION: Attestation = {
  iss: 'https://id.example',
  sub: 'person-1',
  aud: 'app-1',
  auth_request_id: '7f6c1a52-8ab3-4c27-9d41-1f2f6a3f7c11',
  claims: { email: 'ada@example.org', name: 'Ada Lovelace' },
}
const TIMING = { now: NOON, lifetimeSeconds: 300 }

let es256Secret: string
let edDsaSecret: string
let es256: DataTokenKeys

beforeAll(async () => {
  es256Secret = await generateDataTokenSecret()
  edDsaSecret = await newEdDsaSecret()
  es256 = await readDataTokenKeys(es256Secret)
})

async function newEdDsaSecret(): Promise<string> {
  const { privateKey } = await generateKeyPair('Ed25519', { extractable: true })
  return JSON.stringify(await exportJWK(privateKey))
}

function keySet(...secrets: readonly string[]): string {
  return JSON.stringify({ keys: secrets.map((secret): unknown => JSON.parse(secret)) })
}

function publicHalf(secret: string): string {
  const { d: _private, ...jwk } = JSON.parse(secret)
  return JSON.stringify(jwk)
}

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

function decode(part: string | undefined) {
  return JSON.parse(Buffer.from(part ?? '', 'base64url').toString())
}

/** Signs anything at all with the right key, as a broken attester could. */
async function signRaw(payload: Record<string, unknown>, header: Record<string, unknown> = {}): Promise<string> {
  const jwk = JSON.parse(es256Secret)
  const key = await importJWK(jwk, 'ES256')
  return new SignJWT(payload)
    .setProtectedHeader({ alg: 'ES256', typ: 'data-token+jwt', kid: jwk.kid, ...header })
    .sign(key)
}

function fullPayload() {
  const iat = Math.floor(NOON.getTime() / 1000)
  return { ...ATTESTATION, iat, exp: iat + 300, jti: 'token-1' }
}

/** Why a token is refused, or that it is not. Anything but a DataTokenError is a bug and is thrown on. */
async function refusalCode(token: string, keys: DataTokenKeys, changes: Partial<typeof EXPECTED> = {}) {
  try {
    await verifyDataToken(token, keys, { ...EXPECTED, ...changes })
    return 'accepted'
  } catch (error) {
    if (error instanceof DataTokenError) return error.code
    throw error
  }
}

describe('a data token', () => {
  test.each([
    ['HS256', () => SHARED_SECRET],
    ['ES256', () => es256Secret],
    ['EdDSA', () => edDsaSecret],
  ])('survives signing and verifying with %s', async (alg, secret) => {
    const keys = await readDataTokenKeys(secret())
    const token = signDataToken(keys, ATTESTATION, TIMING)
    const claims = await verifyDataToken(token, keys, EXPECTED)
    const iat = Math.floor(NOON.getTime() / 1000)
    expect(claims).toEqual({ ...ATTESTATION, iat, exp: iat + 300, jti: expect.any(String) })
    expect(decode(token.split('.')[0])).toMatchObject({ alg, typ: 'data-token+jwt' })
  })

  test('has an identifier of its own, each time it is made', async () => {
    const tokens = [1, 2].map(() => signDataToken(es256, ATTESTATION, TIMING))
    const identifiers = await Promise.all(tokens.map((token) => verifyDataToken(token, es256, EXPECTED)))
    expect(new Set(identifiers.map(({ jti }) => jti)).size).toBe(2)
  })

  test('carries any claims whatever, unchanged', async () => {
    const anyClaims = dictionary(string(), string({ unit: 'binary' }))
    await check(
      asyncProperty(anyClaims, async (given) => {
        const claims = { ...given }
        const token = signDataToken(es256, { ...ATTESTATION, claims }, TIMING)
        expect((await verifyDataToken(token, es256, EXPECTED)).claims).toEqual(JSON.parse(JSON.stringify(claims)))
      }),
      { numRuns: 50 },
    )
  })

  test('is verified by the public half, which cannot sign', async () => {
    const publicKeys = await readDataTokenKeys(publicHalf(es256Secret))
    const token = signDataToken(es256, ATTESTATION, TIMING)
    await expect(verifyDataToken(token, publicKeys, EXPECTED)).resolves.toHaveProperty('sub', 'person-1')
    expect(() => signDataToken(publicKeys, ATTESTATION, TIMING)).toThrow(DataTokenKeyError)
  })
})

describe('rotating the keys', () => {
  test('the first key signs, and a token of the one before is still believed', async () => {
    const rotated = await readDataTokenKeys(keySet(edDsaSecret, es256Secret))
    const older = signDataToken(es256, ATTESTATION, TIMING)
    const newer = signDataToken(rotated, ATTESTATION, TIMING)
    await expect(verifyDataToken(older, rotated, EXPECTED)).resolves.toHaveProperty('sub')
    await expect(verifyDataToken(newer, rotated, EXPECTED)).resolves.toHaveProperty('sub')
    expect(decode(newer.split('.')[0]).alg).toBe('EdDSA')
  })

  test('a token of a key that was taken out is refused', async () => {
    const remaining = await readDataTokenKeys(keySet(edDsaSecret))
    expect(await refusalCode(signDataToken(es256, ATTESTATION, TIMING), remaining)).toBe('bad_signature')
  })

  test('what is published holds no private part', async () => {
    const { publicKeys } = await readDataTokenKeys(keySet(edDsaSecret, es256Secret))
    expect(publicKeys).toHaveLength(2)
    for (const key of publicKeys) {
      expect(Object.keys(key).toSorted()).not.toContain('d')
      expect(key).toMatchObject({ use: 'sig', kid: expect.any(String), alg: expect.any(String) })
    }
  })

  test('nothing is published for a shared secret', async () => {
    expect((await readDataTokenKeys(SHARED_SECRET)).publicKeys).toEqual([])
  })
})

describe('a forged data token is refused', () => {
  test('with the public key as an HMAC secret (algorithm confusion)', async () => {
    const [jwk] = es256.publicKeys
    for (const secret of [JSON.stringify(jwk), publicHalf(es256Secret), String(jwk?.x)]) {
      const input = `${encode({ alg: 'HS256', typ: 'data-token+jwt', kid: jwk?.kid })}.${encode(fullPayload())}`
      const signature = createHmac('sha256', secret).update(input).digest('base64url')
      expect(await refusalCode(`${input}.${signature}`, es256)).toMatch(FORGED)
    }
  })

  test.each(['none', 'None', 'NONE', ''])('without a signature, as alg "%s"', async (alg) => {
    expect(await refusalCode(`${encode({ alg, typ: 'data-token+jwt' })}.${encode(fullPayload())}.`, es256)).toMatch(
      FORGED,
    )
  })

  test('when a key of its own comes in its header', async () => {
    const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
    const token = await new SignJWT(fullPayload())
      .setProtectedHeader({ alg: 'ES256', typ: 'data-token+jwt', jwk: await exportJWK(publicKey) })
      .sign(privateKey)
    expect(await refusalCode(token, es256)).toBe('bad_signature')
  })

  test('when its key id is unknown', async () => {
    const token = await signRaw(fullPayload(), { kid: 'unknown' })
    expect(await refusalCode(token, es256)).toBe('bad_signature')
  })

  test('when any part of it was changed', async () => {
    const token = signDataToken(es256, ATTESTATION, TIMING)
    const [header = '', payload = '', signature = ''] = token.split('.')
    const other = encode({ ...decode(payload), sub: 'person-2' })
    expect(await refusalCode(`${header}.${other}.${signature}`, es256)).toBe('bad_signature')
    const flipped = `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`
    expect(await refusalCode(`${header}.${payload}.${flipped}`, es256)).toBe('bad_signature')
  })

  test('whatever single character was changed', async () => {
    const token = signDataToken(es256, ATTESTATION, TIMING)
    // The last character of a part may hold bits that decode to nothing, so it is left as it is.
    const positions = Array.from(token, (_character, index) => index).filter(
      (index) => token[index] !== '.' && token[index + 1] !== '.' && index < token.length - 1,
    )
    await check(
      asyncProperty(constantFrom(...positions), async (index) => {
        const other = token[index] === 'A' ? 'B' : 'A'
        expect(await refusalCode(token.slice(0, index) + other + token.slice(index + 1), es256)).toMatch(FORGED)
      }),
      { numRuns: 100 },
    )
  })

  test.each(['', 'a', 'a.b.c', '..', '{}', 'a'.repeat(10_000)])('when it is no token at all', async (text) => {
    expect(await refusalCode(text, es256)).toBe('malformed')
  })
})

describe('a data token of the right key is refused', () => {
  test.each([
    ['when it has expired', { now: new Date('2026-01-01T12:05:06Z') }, 'expired'],
    ['from another issuer', { issuer: 'https://other.example' }, 'wrong_issuer'],
    ['for another app', { audience: 'app-2' }, 'wrong_audience'],
  ])('%s', async (_case, changes, code) => {
    expect(await refusalCode(signDataToken(es256, ATTESTATION, TIMING), es256, changes)).toBe(code)
  })

  test('but not in the last second of its life', async () => {
    const token = signDataToken(es256, ATTESTATION, TIMING)
    const now = new Date('2026-01-01T12:04:59Z')
    await expect(verifyDataToken(token, es256, { ...EXPECTED, now })).resolves.toHaveProperty('sub')
  })

  test.each(['JWT', 'at+jwt', 'logout+jwt', undefined])('when it is another kind of JWT: %s', async (typ) => {
    expect(await refusalCode(await signRaw(fullPayload(), { typ }), es256)).toBe('malformed')
  })

  test.each(['sub', 'auth_request_id', 'claims', 'iat', 'exp', 'jti'])('without %s', async (claim) => {
    const { [claim]: _left, ...payload }: Record<string, unknown> = fullPayload()
    expect(await refusalCode(await signRaw(payload), es256)).toBe('malformed')
  })

  test.each([
    ['claims as a list', { claims: ['ada'] }],
    ['a claim that is no text', { claims: { age: 36 } }],
    ['claims that are null', { claims: null }],
    ['two audiences', { aud: ['app-1', 'app-2'] }],
    ['a numeric subject', { sub: 1 }],
  ])('with %s', async (_case, changes) => {
    expect(await refusalCode(await signRaw({ ...fullPayload(), ...changes }), es256)).toBe('malformed')
  })
})

describe('DATA_TOKEN_SECRET', () => {
  test.each([
    ['is too short', 'short'],
    ['looks like JSON and is not', '{"kty":'],
    ['holds an empty set', '{"keys":[]}'],
    ['holds something other than keys', '{"keys":[1]}'],
    ['holds an RSA key', '{"kty":"RSA","n":"AQAB","e":"AQAB"}'],
    ['holds a key of another curve', '{"kty":"EC","crv":"P-384","x":"AA","y":"AA"}'],
    ['holds a symmetric JWK', '{"kty":"oct","k":"c2VjcmV0"}'],
  ])('is refused when it %s, without being quoted', async (_case, secret) => {
    const error = await readDataTokenKeys(secret).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(DataTokenKeyError)
    expect(String(error)).not.toContain(secret)
  })

  test('is new each time it is generated, and private', async () => {
    const secrets = await Promise.all([generateDataTokenSecret(), generateDataTokenSecret()])
    expect(new Set(secrets).size).toBe(2)
    expect(JSON.parse(secrets[0])).toMatchObject({ kty: 'EC', crv: 'P-256', d: expect.any(String) })
  })
})
