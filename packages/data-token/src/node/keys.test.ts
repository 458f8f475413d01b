import { generateKeyPairSync, verify } from 'node:crypto'
import { exportJWK, generateKeyPair, jwtVerify } from 'jose'
import { beforeAll, describe, expect, test } from 'vitest'
import { ATTESTATION, EXPECTED, refusalCode, TIMING } from '../../test/tokens.ts'
import { ClaimsKeyError, DataTokenError, DataTokenKeyError } from '../errors.ts'
import { verifyDataToken } from '../verify.ts'
import { signJws, signJwsAside, verifyJws } from './jws.ts'
import { type DataTokenKeys, generateDataTokenSecret, readDataTokenKeys, signDataToken } from './keys.ts'

const SHARED_SECRET = 'a shared secret of more than 32 characters'
/** The public key of RFC 8037 §A.2. */
const PUBLIC_JWK = '{"kty":"OKP","crv":"Ed25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}'

let es256Secret: string
let edDsaSecret: string
let es256: DataTokenKeys

beforeAll(async () => {
  es256Secret = await generateDataTokenSecret()
  const { privateKey } = await generateKeyPair('Ed25519', { extractable: true })
  edDsaSecret = JSON.stringify(await exportJWK(privateKey))
  es256 = await readDataTokenKeys(es256Secret)
})

const keySet = (...secrets: readonly string[]) =>
  JSON.stringify({ keys: secrets.map((secret): unknown => JSON.parse(secret)) })
const headerOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString())

test.each([
  ['HS256', () => SHARED_SECRET],
  ['ES256', () => es256Secret],
  ['EdDSA', () => edDsaSecret],
])('a data token survives signing and verifying with %s', async (alg, secret) => {
  const keys = await readDataTokenKeys(secret())
  const token = signDataToken(keys, ATTESTATION, TIMING)
  const claims = await verifyDataToken(token, keys, EXPECTED)
  const iat = TIMING.now.getTime() / 1000
  expect(claims).toStrictEqual({ ...ATTESTATION, iat, exp: iat + 300, jti: expect.any(String) })
  expect(headerOf(token)).toMatchObject({ alg, typ: 'data-token+jwt' })
})

describe('rotating the keys', () => {
  test('the first key signs, and a token of the one before is still believed', async () => {
    const rotated = await readDataTokenKeys(keySet(edDsaSecret, es256Secret))
    const older = signDataToken(es256, ATTESTATION, TIMING)
    const newer = signDataToken(rotated, ATTESTATION, TIMING)
    await expect(verifyDataToken(older, rotated, EXPECTED)).resolves.toHaveProperty('sub')
    await expect(verifyDataToken(newer, rotated, EXPECTED)).resolves.toHaveProperty('sub')
    expect(headerOf(newer).alg).toBe('EdDSA')
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

  test('the published keys hold no private part', async () => {
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

describe('DATA_TOKEN_SECRET', () => {
  const P384 = generateKeyPairSync('ec', { namedCurve: 'P-384' }).publicKey.export({ format: 'jwk' })

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
    ['holds a key of another curve', JSON.stringify(P384)],
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

describe('an ES256 signature', () => {
  const { privateKey: key, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })

  test('is a pair of numbers, whatever bytes these begin with', async () => {
    // Among so many, numbers begin with zeros and with a high bit.
    for (let each = 0; each < 2_000; each += 1) {
      const token = signJws({ each }, { alg: 'ES256', key }, 'JWT')
      const [header, payload, signature = ''] = token.split('.')
      const raw = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const
      expect(verify('sha256', Buffer.from(`${header}.${payload}`), raw, Buffer.from(signature, 'base64url'))).toBe(true)
      expect(await verifyJws(token, [{ alg: 'ES256', key: publicKey }])).toHaveProperty('payload', { each })
    }
  })

  test.each([0x00, 0x01, 0x7f, 0x80, 0xff])('of bytes %i alone is refused', async (fill) => {
    const [header, payload] = signJws({}, { alg: 'ES256', key }, 'JWT').split('.')
    const forged = [header, payload, Buffer.alloc(64, fill).toString('base64url')].join('.')
    expect(await verifyJws(forged, [{ alg: 'ES256', key: publicKey }])).toBe('bad_signature')
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
