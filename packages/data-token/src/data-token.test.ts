import { createHmac, generateKeyPairSync, sign } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import { asyncProperty, assert as check, constantFrom, dictionary, string } from 'fast-check'
import { errors, exportJWK, generateKeyPair, importJWK, jwtVerify, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Attestation } from './claims.ts'
import { ClaimsKeyError, DataTokenError, DataTokenKeyError } from './errors.ts'
import { type DataTokenKeySource, remoteDataTokenKeys } from './key-source.ts'
import { signJwsAside } from './node/jws.ts'
import { type DataTokenKeys, generateDataTokenSecret, readDataTokenKeys, signDataToken } from './node/keys.ts'
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

/** The public key of RFC 8037 §A.2. */
const PUBLIC_JWK = '{"kty":"OKP","crv":"Ed25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}'

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

function newP384Key() {
  return generateKeyPairSync('ec', { namedCurve: 'P-384' }).publicKey
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

/**
 * Why a token is refused; nothing if it is not. Anything but a DataTokenError is a bug and is thrown on. Keys of ours are not
 * left to the library, and refuse what it refuses.
 */
async function refusalOf(token: string, keys: DataTokenKeySource, changes: Partial<typeof EXPECTED> = {}) {
  const refusal = await refusalBy(token, keys, changes)
  const { verifyJws: _ours, ...library } = keys
  expect((await refusalBy(token, library, changes))?.code).toBe(refusal?.code)
  return refusal
}

async function refusalBy(token: string, keys: DataTokenKeySource, changes: Partial<typeof EXPECTED>) {
  try {
    await verifyDataToken(token, keys, { ...EXPECTED, ...changes })
    return undefined
  } catch (error) {
    if (error instanceof DataTokenError) return error
    throw error
  }
}

async function refusalCode(...refused: Parameters<typeof refusalOf>) {
  return (await refusalOf(...refused))?.code ?? 'accepted'
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
    expect(claims).toStrictEqual({ ...ATTESTATION, iat, exp: iat + 300, jti: expect.any(String) })
    expect(decode(token.split('.')[0])).toMatchObject({ alg, typ: 'data-token+jwt' })
  })

  test('says when and how the person signed in, where the attester knows', async () => {
    const signIn = { auth_time: 1_767_268_700, acr: 'phr' }
    const token = signDataToken(es256, { ...ATTESTATION, ...signIn }, TIMING)
    expect(await verifyDataToken(token, es256, EXPECTED)).toMatchObject(signIn)
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

  test('of two keys of one kind, a token names the one that signed it', async () => {
    const rotated = await readDataTokenKeys(keySet(await generateDataTokenSecret(), es256Secret))
    for (const keys of [es256, rotated]) {
      const token = signDataToken(keys, ATTESTATION, TIMING)
      await expect(verifyDataToken(token, rotated, EXPECTED)).resolves.toHaveProperty('sub')
    }
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

describe('keys that another server publishes', () => {
  let server: Server
  let jwksUri: string
  let answer: { readonly status: number; readonly body: string }

  beforeAll(async () => {
    server = createServer((_request, response) => response.writeHead(answer.status).end(answer.body))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    jwksUri = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/`
  })

  afterAll(() => void server.close())

  test('verify what its private key signed', async () => {
    answer = { status: 200, body: JSON.stringify({ keys: es256.publicKeys }) }
    const token = signDataToken(es256, ATTESTATION, TIMING)
    expect(await refusalCode(token, remoteDataTokenKeys(jwksUri))).toBe('accepted')
  })

  test.each([
    ['answers with an error', 503, '{"keys":[]}'],
    ['answers with no JSON', 200, 'Bad gateway'],
    ['answers with something other than keys', 200, '{}'],
  ])('are missing, which is no fault of the token, when it %s', async (_case, status, body) => {
    answer = { status, body }
    const refusal = await refusalOf(signDataToken(es256, ATTESTATION, TIMING), remoteDataTokenKeys(jwksUri))
    expect(refusal).toMatchObject({ code: 'keys_unavailable', cause: expect.any(Error) })
  })

  test.each([
    ['cannot be reached', remoteDataTokenKeys('http://127.0.0.1:1/')],
    ['takes too long', { algorithms: ['ES256'], getKey: () => Promise.reject(new errors.JWKSTimeout()) }],
  ])('are missing, which is no fault of the token, when it %s', async (_case, keys) => {
    const refusal = await refusalOf(signDataToken(es256, ATTESTATION, TIMING), keys)
    expect(refusal).toMatchObject({ code: 'keys_unavailable', cause: expect.any(Error) })
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
    ['when it is from the future', { now: new Date('2026-01-01T11:58:59Z') }, 'not_yet_valid'],
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
    ['claims as a text', { claims: 'ada' }],
    ['a claim that is no text', { claims: { age: 36 } }],
    ['claims that are null', { claims: null }],
    ['two audiences', { aud: ['app-1', 'app-2'] }],
    ['a numeric subject', { sub: 1 }],
  ])('with %s', async (_case, changes) => {
    expect(await refusalCode(await signRaw({ ...fullPayload(), ...changes }), es256)).toBe('malformed')
  })
})

describe('a data token of the right key, written as not every runtime reads it, is refused', () => {
  /** Signs what is no JSON, too. */
  async function signBytes(payload: string | Uint8Array, header: object = {}) {
    const { signing, publicKeys } = es256
    const head = encode({ alg: 'ES256', typ: 'data-token+jwt', kid: publicKeys[0]?.kid, ...header })
    const input = `${head}.${Buffer.from(payload).toString('base64url')}`
    const signed = sign('sha256', Buffer.from(input), { key: signing!.key, dsaEncoding: 'ieee-p1363' })
    return `${input}.${signed.toString('base64url')}`
  }
  const text = () => JSON.stringify(fullPayload())
  const changed = async (change: (signature: string) => string) => {
    const [header, payload, signature = ''] = (await signBytes(text())).split('.')
    return [header, payload, change(signature)].join('.')
  }

  test.each<[string, () => Promise<string>]>([
    ['with padding', () => changed((signature) => `${signature}==`)],
    ['with a newline after it', () => changed((signature) => `${signature}\n`)],
    ['with a space in it', () => changed((signature) => `${signature.slice(0, 9)} ${signature.slice(9)}`)],
    ['with a character too many', () => changed((signature) => `${signature}AAA`)],
    ['with b64 in its header', () => signBytes(text(), { b64: true })],
    ['with a key id that is no text', () => signBytes(text(), { kid: 1 })],
    ['with a byte order mark', () => signBytes(`\uFEFF${text()}`)],
    ['with what is no UTF-8', async () => signBytes(Buffer.from(text().replace('person-1', 'ä'), 'latin1'))],
  ])('%s', async (_case, make) => {
    expect(await refusalCode(await signBytes(text()), es256)).toBe('accepted')
    expect(await refusalCode(await make(), es256)).toBe('malformed')
  })

  test('without a key id where there are two keys', async () => {
    const next = JSON.parse(await generateDataTokenSecret())
    const both = await readDataTokenKeys(JSON.stringify({ keys: [next, JSON.parse(es256Secret)] }))
    const token = await signBytes(text(), { kid: undefined })
    expect([await refusalCode(token, es256), await refusalCode(token, both)]).toEqual(['accepted', 'malformed'])
  })
})

describe('DATA_TOKEN_SECRET', () => {
  test.each([
    ['is one character too short', 'x'.repeat(31)],
    ['looks like JSON and is not', '{"kty":'],
    ['holds an empty set', '{"keys":[]}'],
    ['holds something other than keys', '{"keys":[1]}'],
    ['holds nothing in the place of a key', `{"keys":[null,${PUBLIC_JWK}]}`],
    ['holds an RSA key', '{"kty":"RSA","n":"AQAB","e":"AQAB"}'],
    ['holds an RSA key that calls itself P-256', '{"kty":"RSA","crv":"P-256","n":"AQAB","e":"AQAB"}'],
    ['holds an RSA key that calls itself Ed25519', '{"kty":"RSA","crv":"Ed25519","n":"AQAB","e":"AQAB"}'],
    ['holds a key that agrees and does not sign', PUBLIC_JWK.replace('Ed25519', 'X25519')],
    ['holds half a point', '{"kty":"EC","crv":"P-256","x":"AA"}'],
    ['holds a damaged public key', '{"kty":"OKP","crv":"Ed25519","x":"AA"}'],
    ['holds a damaged private key', PUBLIC_JWK.replace('{', '{"d":"AA",')],
    ['holds a key of another curve', JSON.stringify(newP384Key().export({ format: 'jwk' }))],
    ['holds a symmetric JWK', '{"kty":"oct","k":"c2VjcmV0"}'],
  ])('is refused when it %s, without being quoted', async (_case, secret) => {
    const error = await readDataTokenKeys(secret).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(DataTokenKeyError)
    expect(String(error)).not.toContain(secret)
  })

  test('may be a shared secret of 32 characters', async () => {
    const keys = await readDataTokenKeys('x'.repeat(32))
    expect(await refusalCode(signDataToken(keys, ATTESTATION, TIMING), keys)).toBe('accepted')
  })

  test('is read as a key, never as a shared secret, with white space around it too', async () => {
    const { algorithms, publicKeys } = await readDataTokenKeys(`\n ${es256Secret}\n`)
    expect({ algorithms, publicKeys }).toEqual({ algorithms: ['ES256'], publicKeys: es256.publicKeys })
  })

  test('is new each time it is generated, and private', async () => {
    const secrets = await Promise.all([generateDataTokenSecret(), generateDataTokenSecret()])
    expect(new Set(secrets).size).toBe(2)
    expect(JSON.parse(secrets[0])).toMatchObject({ kty: 'EC', crv: 'P-256', d: expect.any(String) })
  })
})

describe('a JWS that is signed aside', () => {
  test.each([
    ['ES256', () => generateKeyPairSync('ec', { namedCurve: 'P-256' })],
    ['EdDSA', () => generateKeyPairSync('ed25519')],
    ['RS256', () => generateKeyPairSync('rsa', { modulusLength: 2048 })],
  ] as const)('is one that a library verifies, by %s', async (alg, newKeyPair) => {
    const { privateKey, publicKey } = newKeyPair()
    const jws = await signJwsAside({ sub: 'person-1' }, { alg, kid: 'key-1', key: privateKey }, 'JWT')
    const { payload, protectedHeader } = await jwtVerify(jws, publicKey, { algorithms: [alg] })
    expect(payload).toEqual({ sub: 'person-1' })
    expect(protectedHeader).toEqual({ alg, kid: 'key-1', typ: 'JWT' })
  })
})

describe('an error', () => {
  test.each([
    ['DataTokenError', new DataTokenError('expired', 'text')],
    ['ClaimsKeyError', new ClaimsKeyError('text')],
    ['DataTokenKeyError', new DataTokenKeyError('text')],
  ])('shows in a log that it is a %s', (name, error) => {
    expect(String(error)).toBe(`${name}: text`)
  })
})
