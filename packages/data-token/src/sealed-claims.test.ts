import { readFileSync } from 'node:fs'
import { asyncProperty, assert as check, constantFrom, integer, string } from 'fast-check'
import { calculateJwkThumbprint, exportJWK, generateKeyPair } from 'jose'
import { beforeAll, describe, expect, test } from 'vitest'
import { type AppKey, newAppKey, sealFor } from '../test/seal.ts'
import { type DataTokenClaims, readDataTokenClaims, type SealedClaims } from './claims.ts'
import { importClaimsKeys, readPrivateClaimsKeys } from './claims-key.ts'
import { ClaimsKeyError, DataTokenError } from './errors.ts'
import { claimsKeyThumbprint, readClaimsKey } from './node/sound-claims-key.ts'
import { openSealedClaims, readClaimsEnvelope } from './open-sealed-claims.ts'

const CURVES = ['P-256', 'X25519'] as const
const CLAIMS = { email: 'ada@example.org', name: 'Ada Lovelace' }
const OPENED = { claims: CLAIMS, verified: { email_verified: false }, presentations: [] }
const X25519 = { kty: 'OKP', crv: 'X25519', x: 'A'.repeat(43) }
const REQUEST = { aud: 'app-1', sub: 'person-1', auth_request_id: 'request-1' }
const CONTENT = { claims: CLAIMS, ...REQUEST }

let app: AppKey
let jwe: string

beforeAll(async () => {
  app = await newAppKey()
  jwe = await sealFor(app, CONTENT)
})

function tokenWith(changes: Partial<DataTokenClaims & SealedClaims> = {}) {
  const token = { iss: 'https://id.example', ...REQUEST, claims: {}, iat: 1, exp: 2, jti: 'token-1' }
  return { ...token, claim_names: Object.keys(CLAIMS), claims_jwe: jwe, ...changes }
}

const readClaimsDecryptionKeys = async (text: string) => importClaimsKeys(readPrivateClaimsKeys(text))

async function refusalOf(token: DataTokenClaims & SealedClaims) {
  const keys = await readClaimsDecryptionKeys(JSON.stringify(app.privateJwk))
  return openSealedClaims(token, keys).then(
    () => undefined,
    (error: unknown) => (error instanceof DataTokenError ? error : Promise.reject(error)),
  )
}

const refusalCode = async (token: DataTokenClaims & SealedClaims) => (await refusalOf(token))?.code ?? 'opened'

/** The JWE with another header; one that only an attester sees, since it no longer opens. */
function withHeader(change: (header: Record<string, unknown>) => unknown): string {
  const [header = '', ...others] = jwe.split('.')
  const changed = change(JSON.parse(Buffer.from(header, 'base64url').toString()))
  const text = typeof changed === 'string' ? changed : JSON.stringify(changed)
  return [Buffer.from(text).toString('base64url'), ...others].join('.')
}

describe('sealed claims', () => {
  test.each(CURVES)('for a key on %s open with its private half', async (crv) => {
    const key = await newAppKey(crv)
    const claims_jwe = await sealFor(key, CONTENT)
    const keys = await readClaimsDecryptionKeys(JSON.stringify(key.privateJwk))
    await expect(openSealedClaims(tokenWith({ claims_jwe }), keys)).resolves.toEqual(OPENED)
  })

  test.each([...CURVES, 'padded'])('that were recorded for a fixed key (%s) open for ever', async (vectorName) => {
    const path = new URL(`../test/vectors/sealed-claims-${vectorName.toLowerCase()}.json`, import.meta.url)
    const vector = JSON.parse(readFileSync(path, 'utf8'))
    const keys = await readClaimsDecryptionKeys(JSON.stringify(vector.private_jwk))
    const { claims, ...outer } = vector.content
    const token = tokenWith({ ...outer, claim_names: Object.keys(claims), claims_jwe: vector.claims_jwe })
    expect([...keys.keys()]).toEqual([vector.kid])
    await expect(openSealedClaims(token, keys)).resolves.toEqual({ ...OPENED, claims })
  })

  test('are refused when the token names one of the claims twice', async () => {
    expect(await refusalCode(tokenWith({ claim_names: ['email', 'email'] }))).toBe('foreign_claims')
  })

  test.each([
    ['no person', { ...CONTENT, sub: undefined }, 'foreign_claims'],
    ['several apps', { ...CONTENT, aud: ['app-1'] }, 'foreign_claims'],
    ['no claims', { ...CONTENT, claims: undefined }, 'unreadable_claims'],
    ['a claim that is no text', { ...CONTENT, claims: { email: 1 } }, 'unreadable_claims'],
    ['nothing', null, 'unreadable_claims'],
  ])('are refused when they hold %s', async (_case, content, code) => {
    expect(await refusalCode(tokenWith({ claims_jwe: await sealFor(app, content) }))).toBe(code)
  })

  test('are refused when another key sealed them, whatever name they give it', async () => {
    const other = await newAppKey()
    const kid = await calculateJwkThumbprint(app.publicJwk)
    expect(await refusalCode(tokenWith({ claims_jwe: await sealFor(other, CONTENT) }))).toBe('unknown_claims_key')
    expect(await refusalOf(tokenWith({ claims_jwe: await sealFor(other, CONTENT, { kid }) }))).toMatchObject({
      code: 'unreadable_claims',
      cause: expect.any(Error),
    })
  })

  test('never open once any character was changed', async () => {
    // The last character of a part may hold unused bits.
    const positions = Array.from(jwe, (_character, index) => index).filter(
      (index) => jwe[index] !== '.' && jwe[index + 1] !== '.' && index < jwe.length - 1,
    )
    await check(
      asyncProperty(constantFrom(...positions), async (index) => {
        const claims_jwe = jwe.slice(0, index) + (jwe[index] === 'A' ? 'B' : 'A') + jwe.slice(index + 1)
        expect(await refusalCode(tokenWith({ claims_jwe }))).not.toBe('opened')
      }),
      { numRuns: 200 },
    )
  })

  test('never open, and never break the reader, when they are any text or cut short', async () => {
    await check(
      asyncProperty(string({ unit: 'binary' }), integer({ min: 0, max: jwe.length - 1 }), async (text, length) => {
        for (const claims_jwe of [text, jwe.slice(0, length), `${jwe}.${text}`]) {
          expect(await refusalCode(tokenWith({ claims_jwe }))).toBe('unreadable_claims')
        }
      }),
      { numRuns: 100 },
    )
  })
})

describe('the outside of sealed claims', () => {
  test.each(CURVES)('names the key on %s that they were sealed for', async (curve) => {
    const key = await newAppKey(curve)
    const kid = await calculateJwkThumbprint(key.publicJwk)
    expect(readClaimsEnvelope(await sealFor(key, CONTENT))).toEqual({ kid, curve })
  })

  type Change = (header: Record<string, unknown>) => unknown
  const withMember =
    (changes: object): Change =>
    (header) => ({ ...header, ...changes })
  const withEpk =
    (changes: object): Change =>
    (header) => ({ ...header, epk: { ...Object(header['epk']), ...changes } })

  test.each<[string, Change]>([
    ['another algorithm', withMember({ alg: 'ECDH-ES' })],
    ['a password for an algorithm', withMember({ alg: 'PBES2-HS256+A128KW' })],
    ['another encryption', withMember({ enc: 'A128GCM' })],
    ['another type', withMember({ typ: 'JWT' })],
    ['no type', ({ typ: _type, ...header }) => header],
    ['no key name', ({ kid: _kid, ...header }) => header],
    ['a key name that is no thumbprint', withMember({ kid: 'ada@example.org' })],
    ['a key name with more behind it', (header) => ({ ...header, kid: `${String(header['kid'])}.ada` })],
    ['a key name with more before it', (header) => ({ ...header, kid: `ada.${String(header['kid'])}` })],
    ['a list of key names', (header) => ({ ...header, kid: [header['kid']] })],
    ['compression', withMember({ zip: 'DEF' })],
    ['a key of its own', (header) => ({ ...header, jwk: header['epk'] })],
    ['an address', withMember({ jku: 'https://attacker.example' })],
    ['party information', withMember({ apu: 'YWRh' })],
    ['a value in the open', withMember({ email: 'ada@example.org' })],
    ['a private ephemeral key', withEpk({ d: 'A'.repeat(43) })],
    ['an ephemeral key with a name', withEpk({ kid: 'ada' })],
    ['an ephemeral key of another type', withEpk({ kty: 'OKP' })],
    ['an ephemeral key on another curve', withEpk({ crv: 'P-384' })],
    ['an ephemeral key cut short', withEpk({ x: 'AA' })],
    ['an ephemeral key to sign with', (header) => ({ ...header, epk: { ...X25519, crv: 'Ed25519' } })],
    ['X25519 as another type of key', (header) => ({ ...header, epk: { ...X25519, kty: 'EC' } })],
    ['nothing for an ephemeral key', (header) => ({ ...header, epk: null })],
    ['half an ephemeral key', (header) => ({ ...header, epk: { kty: 'EC', crv: 'P-256', x: 'A'.repeat(43) } })],
    ['no ephemeral key', ({ epk: _key, ...header }) => header],
    ['a member twice', (header) => JSON.stringify(header).replace('{', '{"alg":"none",')],
    ['white space', (header) => JSON.stringify(header, undefined, 1)],
    ['no object', () => '"text"'],
  ])('may not have a header with %s', (_case, change) => {
    expect(readClaimsEnvelope(withHeader((header) => header))).toBeDefined()
    expect(readClaimsEnvelope(withHeader(change))).toBeUndefined()
  })

  test.each([1, 2, 4])('may not have a part %i of another length', (index) => {
    const parts = jwe.split('.')
    parts[index] = `${parts[index]}AAAA`
    expect(readClaimsEnvelope(parts.join('.'))).toBeUndefined()
  })

  test.each<[string, () => string]>([
    ['anything before it', () => `ada.${jwe}`],
    ['anything behind it', () => `${jwe}.ada`],
    ['a line break at its end', () => `${jwe}\n`],
    ['an empty ciphertext', () => jwe.replace(/[\w-]+(\.[\w-]+)$/, '$1')],
    ['a character of another alphabet', () => jwe.replace(/[\w-]{4}(\.[\w-]+)$/, '+/+/$1')],
  ])('may not have %s', (_case, change) => {
    expect(readClaimsEnvelope(change())).toBeUndefined()
  })
})

describe("an app's key", () => {
  test.each(CURVES)('on %s is read without any other member, and named by its thumbprint', async (crv) => {
    const { publicJwk } = await newAppKey(crv)
    const key = readClaimsKey({ ...publicJwk, kid: 'mine', use: 'enc', email: 'ada@example.org' })
    expect(key).toEqual(publicJwk)
    expect(key && claimsKeyThumbprint(key)).toBe(await calculateJwkThumbprint(publicJwk))
  })

  test('is refused when it agrees with every key on the same secret (RFC 7748 §6.1)', () => {
    expect(readClaimsKey(X25519)).toBeUndefined()
  })

  test('is refused when it is not on its curve, of another kind, or written in another way', async () => {
    const { publicJwk } = await newAppKey()
    const ed25519 = await exportJWK((await generateKeyPair('Ed25519')).publicKey)
    for (const jwk of [
      { ...publicJwk, x: publicJwk.y },
      { ...publicJwk, x: `${publicJwk.x}=` },
      { ...publicJwk, y: `${publicJwk.y}=` },
      { ...publicJwk, kty: 'OKP' },
      { ...publicJwk, y: undefined },
      { ...ed25519 },
      {},
    ]) {
      expect(readClaimsKey(jwk)).toBeUndefined()
    }
  })

  test.each([
    ['no JSON', 'secret-text'],
    ['null', 'null'],
    ['an empty set', '{"keys":[]}'],
    ['another kind of key', '{"kty":"oct","k":"c2VjcmV0"}'],
  ])('to open claims with is refused when it is %s, without being quoted', (_case, text) => {
    expect(() => readPrivateClaimsKeys(text)).toThrow(ClaimsKeyError)
    expect(() => readPrivateClaimsKeys(text)).not.toThrow(text)
  })

  test('to open claims with is refused when it is the public half or damaged', async () => {
    for (const jwk of [app.publicJwk, { ...app.privateJwk, d: '' }, { ...app.privateJwk, d: 'A'.repeat(43) }]) {
      await expect(readClaimsDecryptionKeys(JSON.stringify(jwk))).rejects.toThrow(ClaimsKeyError)
    }
  })
})

describe('the claims of a data token', () => {
  test.each([
    ['the names alone', { claims_jwe: undefined }],
    ['the ciphertext alone', { claim_names: undefined }],
    ['names that are no list', { claim_names: 'email' }],
    ['a name that is no text', { claim_names: ['email', 1] }],
    ['claims in the open beside them', { claims: { email: 'ada@example.org' } }],
  ])('may be sealed beside an empty claims object, and are refused with %s', (_case, changes) => {
    expect(readDataTokenClaims(tokenWith())).toEqual(tokenWith())
    // As JSON: an undefined member is absent.
    expect(readDataTokenClaims(JSON.parse(JSON.stringify({ ...tokenWith(), ...changes })))).toBeUndefined()
  })

  test.each(['iss', 'sub', 'aud', 'auth_request_id', 'iat', 'exp', 'jti', 'auth_time', 'acr'])(
    'are refused when %s is of another type',
    (name) => {
      expect(readDataTokenClaims({ ...tokenWith(), [name]: true })).toBeUndefined()
    },
  )
})
