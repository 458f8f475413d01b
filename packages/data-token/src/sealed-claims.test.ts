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
const CONTENT = { claims: CLAIMS, aud: 'app-1', sub: 'person-1', auth_request_id: 'request-1' }

let app: AppKey
let jwe: string

beforeAll(async () => {
  app = await newAppKey()
  jwe = await sealFor(app, CONTENT)
})

function tokenWith(changes: Partial<DataTokenClaims & SealedClaims> = {}) {
  const { aud, sub, auth_request_id } = CONTENT
  const token = { iss: 'https://id.example', aud, sub, auth_request_id, claims: {}, iat: 1, exp: 2, jti: 'token-1' }
  return { ...token, claim_names: Object.keys(CLAIMS), claims_jwe: jwe, ...changes }
}

async function readClaimsDecryptionKeys(text: string) {
  return importClaimsKeys(readPrivateClaimsKeys(text))
}

async function refusalOf(token: DataTokenClaims & SealedClaims) {
  try {
    await openSealedClaims(token, await readClaimsDecryptionKeys(JSON.stringify(app.privateJwk)))
    return undefined
  } catch (error) {
    if (error instanceof DataTokenError) return error
    throw error
  }
}

async function refusalCode(token: DataTokenClaims & SealedClaims) {
  return (await refusalOf(token))?.code ?? 'opened'
}

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

  test('open with the old and the new key while one follows the other', async () => {
    const next = await newAppKey('X25519')
    const keys = await readClaimsDecryptionKeys(JSON.stringify({ keys: [next.privateJwk, app.privateJwk] }))
    for (const key of [app, next]) {
      const claims_jwe = await sealFor(key, CONTENT)
      await expect(openSealedClaims(tokenWith({ claims_jwe }), keys)).resolves.toEqual(OPENED)
    }
  })

  test.each([...CURVES, 'padded'])('that were recorded for a fixed key (%s) open for ever', async (vectorName) => {
    const path = new URL(`../test/vectors/sealed-claims-${vectorName.toLowerCase()}.json`, import.meta.url)
    const vector = JSON.parse(readFileSync(path, 'utf8'))
    const keys = await readClaimsDecryptionKeys(JSON.stringify(vector.private_jwk))
    const { claims, ...outer } = vector.content
    const token = tokenWith({ ...outer, claim_names: Object.keys(claims), claims_jwe: vector.claims_jwe })
    expect([...keys.keys()]).toEqual([vector.kid])
    await expect(openSealedClaims(token, keys)).resolves.toEqual({
      claims,
      verified: { email_verified: false },
      presentations: [],
    })
  })

  test.each([
    ['by another person', { sub: 'person-2' }, 'foreign_claims'],
    ['for another app', { aud: 'app-2' }, 'foreign_claims'],
    ['for another request', { auth_request_id: 'request-2' }, 'foreign_claims'],
    ['with a claim that the token does not name', { claim_names: ['email'] }, 'foreign_claims'],
    ['without a claim that the token names', { claim_names: ['email', 'name', 'phone'] }, 'foreign_claims'],
    ['with a claim that is named twice', { claim_names: ['email', 'email'] }, 'foreign_claims'],
  ])('are refused when they were sealed %s', async (_case, changes, code) => {
    expect(await refusalCode(tokenWith(changes))).toBe(code)
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
    // The last character of a part may hold bits that decode to nothing, so it is left as it is.
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

  test.each<[string, (header: Record<string, unknown>) => unknown]>([
    ['another algorithm', (header) => ({ ...header, alg: 'ECDH-ES' })],
    ['a password for an algorithm', (header) => ({ ...header, alg: 'PBES2-HS256+A128KW' })],
    ['another encryption', (header) => ({ ...header, enc: 'A128GCM' })],
    ['another type', (header) => ({ ...header, typ: 'JWT' })],
    ['no type', ({ typ: _type, ...header }) => header],
    ['no key name', ({ kid: _kid, ...header }) => header],
    ['a key name that is no thumbprint', (header) => ({ ...header, kid: 'ada@example.org' })],
    ['a key name with more behind it', (header) => ({ ...header, kid: `${String(header['kid'])}.ada` })],
    ['a key name with more before it', (header) => ({ ...header, kid: `ada.${String(header['kid'])}` })],
    ['a list of key names', (header) => ({ ...header, kid: [header['kid']] })],
    ['compression', (header) => ({ ...header, zip: 'DEF' })],
    ['a key of its own', (header) => ({ ...header, jwk: header['epk'] })],
    ['an address', (header) => ({ ...header, jku: 'https://attacker.example' })],
    ['party information', (header) => ({ ...header, apu: 'YWRh' })],
    ['a value in the open', (header) => ({ ...header, email: 'ada@example.org' })],
    ['a private ephemeral key', (header) => ({ ...header, epk: { ...Object(header['epk']), d: 'A'.repeat(43) } })],
    ['an ephemeral key with a name', (header) => ({ ...header, epk: { ...Object(header['epk']), kid: 'ada' } })],
    ['an ephemeral key of another type', (header) => ({ ...header, epk: { ...Object(header['epk']), kty: 'OKP' } })],
    ['an ephemeral key on another curve', (header) => ({ ...header, epk: { ...Object(header['epk']), crv: 'P-384' } })],
    ['an ephemeral key cut short', (header) => ({ ...header, epk: { ...Object(header['epk']), x: 'AA' } })],
    ['an ephemeral key to sign with', (header) => ({ ...header, epk: { ...X25519, crv: 'Ed25519' } })],
    ['X25519 as another type of key', (header) => ({ ...header, epk: { ...X25519, kty: 'EC' } })],
    ['nothing for an ephemeral key', (header) => ({ ...header, epk: null })],
    ['half an ephemeral key', (header) => ({ ...header, epk: { kty: 'EC', crv: 'P-256', x: 'A'.repeat(43) } })],
    ['no ephemeral key', ({ epk: _key, ...header }) => header],
    ['a member twice', (header) => JSON.stringify(header).replace('{', '{"alg":"none",')],
    ['white space', (header) => JSON.stringify(header, undefined, 1)],
    ['no object', () => '"text"'],
    ['null', () => 'null'],
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

  test('is refused when it agrees with everybody on the same secret (RFC 7748 §6.1)', () => {
    expect(readClaimsKey({ kty: 'OKP', crv: 'X25519', x: 'A'.repeat(43) })).toBeUndefined()
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
  test('may be sealed, beside an empty claims object', () => {
    expect(readDataTokenClaims(tokenWith())).toEqual(tokenWith())
  })

  test.each([
    ['the names alone', { claims_jwe: undefined }],
    ['the ciphertext alone', { claim_names: undefined }],
    ['names that are no list', { claim_names: 'email' }],
    ['a name that is no text', { claim_names: ['email', 1] }],
    ['claims in the open beside them', { claims: { email: 'ada@example.org' } }],
  ])('are refused when sealed with %s', (_case, changes) => {
    // As it comes out of a token: what is not there has no member either.
    expect(readDataTokenClaims(JSON.parse(JSON.stringify({ ...tokenWith(), ...changes })))).toBeUndefined()
  })

  test.each(['iss', 'sub', 'aud', 'auth_request_id', 'iat', 'exp', 'jti', 'auth_time', 'acr'])(
    'are refused when %s is of another type',
    (name) => {
      expect(readDataTokenClaims({ ...tokenWith(), [name]: true })).toBeUndefined()
    },
  )
})
