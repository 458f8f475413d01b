import { createHmac, sign } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import { asyncProperty, assert as check, constantFrom, dictionary, string } from 'fast-check'
import { errors, exportJWK, generateKeyPair, importJWK, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ATTESTATION, EXPECTED, NOON, refusalCode, refusalOf, TIMING } from '../test/tokens.ts'
import { DataTokenKeyError } from './errors.ts'
import { type DataTokenKeySource, remoteDataTokenKeys } from './key-source.ts'
import { type DataTokenKeys, generateDataTokenSecret, readDataTokenKeys, signDataToken } from './node/keys.ts'
import { verifyDataToken, verifyDataTokenOfAnyCore } from './verify.ts'

const FORGED = /^(bad_signature|malformed)$/
const ISSUED_AT = NOON.getTime() / 1000
const PAYLOAD = { ...ATTESTATION, iat: ISSUED_AT, exp: ISSUED_AT + 300, jti: 'token-1' }

let es256Secret: string
let es256: DataTokenKeys

beforeAll(async () => {
  es256Secret = await generateDataTokenSecret()
  es256 = await readDataTokenKeys(es256Secret)
})

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const decode = (part = '') => JSON.parse(Buffer.from(part, 'base64url').toString())

function publicHalf(secret: string): string {
  const { d: _private, ...jwk } = JSON.parse(secret)
  return JSON.stringify(jwk)
}

/** Signs anything with the right key, as a broken attester could. */
async function signRaw(payload: Record<string, unknown>, header: Record<string, unknown> = {}): Promise<string> {
  const jwk = JSON.parse(es256Secret)
  return new SignJWT(payload)
    .setProtectedHeader({ alg: 'ES256', typ: 'data-token+jwt', kid: jwk.kid, ...header })
    .sign(await importJWK(jwk, 'ES256'))
}

describe('a data token', () => {
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

  test.each<[string, typeof answer | undefined, DataTokenKeySource?]>([
    ['answers with an error', { status: 503, body: '{"keys":[]}' }],
    ['answers with no JSON', { status: 200, body: 'Bad gateway' }],
    ['answers with something other than keys', { status: 200, body: '{}' }],
    ['cannot be reached', undefined, remoteDataTokenKeys('http://127.0.0.1:1/')],
    ['takes too long', undefined, { algorithms: ['ES256'], getKey: () => Promise.reject(new errors.JWKSTimeout()) }],
  ])('are missing, which is no fault of the token, when it %s', async (_case, given, source) => {
    if (given) answer = given
    const keys = source ?? remoteDataTokenKeys(jwksUri)
    const refusal = await refusalOf(signDataToken(es256, ATTESTATION, TIMING), keys)
    expect(refusal).toMatchObject({ code: 'keys_unavailable', cause: expect.any(Error) })
  })
})

describe('a forged data token is refused', () => {
  test('with the public key as an HMAC secret (algorithm confusion)', async () => {
    const [jwk] = es256.publicKeys
    for (const secret of [JSON.stringify(jwk), publicHalf(es256Secret), String(jwk?.x)]) {
      const input = `${encode({ alg: 'HS256', typ: 'data-token+jwt', kid: jwk?.kid })}.${encode(PAYLOAD)}`
      const signature = createHmac('sha256', secret).update(input).digest('base64url')
      expect(await refusalCode(`${input}.${signature}`, es256)).toMatch(FORGED)
    }
  })

  test.each(['none', 'None', 'NONE', ''])('without a signature, as alg "%s"', async (alg) => {
    expect(await refusalCode(`${encode({ alg, typ: 'data-token+jwt' })}.${encode(PAYLOAD)}.`, es256)).toMatch(FORGED)
  })

  test('when a key of its own comes in its header', async () => {
    const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
    const token = await new SignJWT(PAYLOAD)
      .setProtectedHeader({ alg: 'ES256', typ: 'data-token+jwt', jwk: await exportJWK(publicKey) })
      .sign(privateKey)
    expect(await refusalCode(token, es256)).toBe('bad_signature')
  })

  test('when its key id is unknown', async () => {
    const token = await signRaw(PAYLOAD, { kid: 'unknown' })
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
    // The last character of a part may hold unused bits.
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
    expect(await refusalCode(await signRaw(PAYLOAD, { typ }), es256)).toBe('malformed')
  })

  test("for the contract's claims alone: only the provider takes it", async () => {
    const { iss: _iss, jti: _jti, ...contract } = PAYLOAD
    const token = await signRaw(contract, { typ: 'JWT' })
    expect(await refusalCode(token, es256)).toBe('malformed')
    await expect(verifyDataTokenOfAnyCore(token, es256, EXPECTED)).resolves.toEqual(contract)
  })

  test.each(['sub', 'auth_request_id', 'claims', 'iat', 'exp', 'jti'])('without %s', async (claim) => {
    const { [claim]: _left, ...payload }: Record<string, unknown> = PAYLOAD
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
    expect(await refusalCode(await signRaw({ ...PAYLOAD, ...changes }), es256)).toBe('malformed')
  })
})

describe('a data token of the right key that not every runtime can read is refused', () => {
  async function signBytes(payload: string | Uint8Array, header: object = {}) {
    const { signing, publicKeys } = es256
    const head = encode({ alg: 'ES256', typ: 'data-token+jwt', kid: publicKeys[0]?.kid, ...header })
    const input = `${head}.${Buffer.from(payload).toString('base64url')}`
    const signed = sign('sha256', Buffer.from(input), { key: signing!.key, dsaEncoding: 'ieee-p1363' })
    return `${input}.${signed.toString('base64url')}`
  }
  const TEXT = JSON.stringify(PAYLOAD)
  const changed = async (change: (signature: string) => string) => {
    const [header, payload, signature = ''] = (await signBytes(TEXT)).split('.')
    return [header, payload, change(signature)].join('.')
  }

  test.each<[string, () => Promise<string>]>([
    ['with padding', () => changed((signature) => `${signature}==`)],
    ['with a newline after it', () => changed((signature) => `${signature}\n`)],
    ['with a space in it', () => changed((signature) => `${signature.slice(0, 9)} ${signature.slice(9)}`)],
    ['with a character too many', () => changed((signature) => `${signature}AAA`)],
    ['with b64 in its header', () => signBytes(TEXT, { b64: true })],
    ['with a key id that is no text', () => signBytes(TEXT, { kid: 1 })],
    ['with a byte order mark', () => signBytes(`\uFEFF${TEXT}`)],
    ['with what is no UTF-8', async () => signBytes(Buffer.from(TEXT.replace('person-1', 'ä'), 'latin1'))],
  ])('%s', async (_case, make) => {
    expect(await refusalCode(await signBytes(TEXT), es256)).toBe('accepted')
    expect(await refusalCode(await make(), es256)).toBe('malformed')
  })

  test('without a key id beside two keys', async () => {
    const next = JSON.parse(await generateDataTokenSecret())
    const both = await readDataTokenKeys(JSON.stringify({ keys: [next, JSON.parse(es256Secret)] }))
    const token = await signBytes(TEXT, { kid: undefined })
    expect([await refusalCode(token, es256), await refusalCode(token, both)]).toEqual(['accepted', 'malformed'])
  })
})
