import { importJWK, SignJWT } from 'jose'
import { beforeAll, describe, expect, test } from 'vitest'
import { newAppKey, sealFor } from '../test/seal.ts'
import { type AttestedClaim, hashClaimValue, isAttested, statedFlagsOf } from './attested-claims.ts'
import { type Attestation, readDataTokenClaims } from './claims.ts'
import { importClaimsKeys, readPrivateClaimsKeys } from './claims-key.ts'
import { type ClaimAttestation, readClaimAttestation, signClaimAttestation } from './node/claim-attestation.ts'
import { type DataTokenKeys, generateDataTokenSecret, readDataTokenKeys, signDataToken } from './node/keys.ts'
import { openSealedClaims } from './open-sealed-claims.ts'
import { verifyDataToken } from './verify.ts'

const NOON = new Date('2026-01-01T12:00:00Z')
const NOON_SECONDS = NOON.getTime() / 1000
const YEAR_SECONDS = 365 * 24 * 3600
const SALT = Buffer.alloc(32, 7).toString('base64url')
const EMAIL = 'ada@example.org'
const EXPECTED = { issuer: 'https://id.example', subject: 'person-1', now: NOON }

let keys: DataTokenKeys
let secret: string
let attestation: ClaimAttestation
let attested: AttestedClaim

beforeAll(async () => {
  secret = await generateDataTokenSecret()
  keys = await readDataTokenKeys(secret)
  const value_sha256 = (await hashClaimValue(SALT, EMAIL)) ?? ''
  const what = { claim: 'email', value_sha256, method: 'email_code' }
  attestation = { iss: EXPECTED.issuer, sub: 'person-1', ...what, iat: NOON_SECONDS, exp: NOON_SECONDS + YEAR_SECONDS }
  attested = { ...what, verified_at: NOON_SECONDS, until: NOON_SECONDS + YEAR_SECONDS }
})

async function signRaw(payload: Record<string, unknown>, typ = 'claim-attestation+jwt'): Promise<string> {
  const jwk = JSON.parse(secret)
  return new SignJWT(payload)
    .setProtectedHeader({ alg: 'ES256', typ, kid: jwk.kid })
    .sign(await importJWK(jwk, 'ES256'))
}

describe('a claim attestation', () => {
  test('is read as it was signed, until it expires', async () => {
    const jwt = signClaimAttestation(keys, attestation)
    expect(await readClaimAttestation(jwt, keys, EXPECTED)).toEqual(attestation)
    const late = new Date((NOON_SECONDS + YEAR_SECONDS) * 1000)
    expect(await readClaimAttestation(jwt, keys, { ...EXPECTED, now: late })).toBeUndefined()
  })

  test('reveals neither the value nor that two salts hide the same one', async () => {
    const payload = signClaimAttestation(keys, attestation).split('.')[1] ?? ''
    expect(Buffer.from(payload, 'base64url').toString()).not.toContain('ada')
    expect(await hashClaimValue(Buffer.alloc(32, 8).toString('base64url'), EMAIL)).not.toBe(attestation.value_sha256)
  })

  test.each<[string, Partial<typeof EXPECTED>]>([
    ['another person', { subject: 'person-2' }],
    ['another issuer', { issuer: 'https://other.example' }],
  ])('of %s is refused', async (_case, expected) => {
    const jwt = signClaimAttestation(keys, attestation)
    expect(await readClaimAttestation(jwt, keys, { ...EXPECTED, ...expected })).toBeUndefined()
  })

  test('is refused for a removed key, and accepted for one with successors', async () => {
    const jwt = signClaimAttestation(keys, attestation)
    const next = await generateDataTokenSecret()
    expect(await readClaimAttestation(jwt, await readDataTokenKeys(next), EXPECTED)).toBeUndefined()
    const { d: _private, ...former } = JSON.parse(secret)
    const both = await readDataTokenKeys(JSON.stringify({ keys: [JSON.parse(next), former] }))
    expect(await readClaimAttestation(jwt, both, EXPECTED)).toEqual(attestation)
  })

  test.each([
    ['a data token', 'data-token+jwt'],
    ['any JWT', 'JWT'],
  ])('does not pass as %s, nor the other way round', async (_case, typ) => {
    const expectations = { issuer: EXPECTED.issuer, now: NOON }
    const asToken = { ...attestation, aud: 'app-1', auth_request_id: 'r', claims: {}, jti: 'j' }
    await expect(verifyDataToken(await signRaw(asToken), keys, expectations)).rejects.toThrow('data token')
    expect(await readClaimAttestation(await signRaw(attestation, typ), keys, EXPECTED)).toBeUndefined()
  })

  test.each(['claim', 'value_sha256', 'method', 'iat', 'exp', 'sub', 'iss'])(
    'without %s is refused',
    async (member) => {
      const { [member]: _left, ...others }: Record<string, unknown> = { ...attestation }
      expect(await readClaimAttestation(await signRaw(others), keys, EXPECTED)).toBeUndefined()
    },
  )

  test('is refused when it is any text', async () => {
    expect(await readClaimAttestation('a.b.c', keys, EXPECTED)).toBeUndefined()
  })
})

describe('a value counts as verified', () => {
  const ask = (claims: Record<string, string>, salts: Record<string, string> = { email: SALT }, claim = 'email') =>
    isAttested(claim, { claims, salts, attested: [attested] })

  test('if it is the one that was attested', async () => {
    expect(await ask({ email: EMAIL })).toBe(true)
  })

  test.each<[string, Parameters<typeof ask>]>([
    ['an edited one', [{ email: 'ada@example.com' }]],
    ['one in other letters', [{ email: 'Ada@example.org' }]],
    ['one whose salt is missing', [{ email: EMAIL }, {}]],
    ['one under another salt', [{ email: EMAIL }, { email: Buffer.alloc(32, 8).toString('base64url') }]],
    ['the same under another claim', [{ phone: EMAIL }, { phone: SALT }, 'phone']],
    ['a claim called like a member of every object', [{}, {}, 'constructor']],
  ])('and %s does not', async (_case, given) => {
    expect(await ask(...given)).toBe(false)
  })

  test('but not if its beginning moves into the salt', async () => {
    const salt = Buffer.concat([Buffer.from(SALT, 'base64url'), Buffer.from(EMAIL.slice(0, 1))]).toString('base64url')
    expect(await ask({ email: EMAIL.slice(1) }, { email: salt })).toBe(false)
    expect(await ask({ email: EMAIL }, { email: `${SALT}=` })).toBe(false)
  })
})

describe('a data token', () => {
  const base: Attestation = {
    iss: EXPECTED.issuer,
    sub: 'person-1',
    aud: 'app-1',
    auth_request_id: 'request-1',
    claims: { email: EMAIL },
  }
  const read = async (given: Attestation) => {
    const token = signDataToken(keys, given, { now: NOON, lifetimeSeconds: 300 })
    return verifyDataToken(token, keys, { issuer: EXPECTED.issuer, now: NOON })
  }

  test('says of claims in the open whether they were verified', async () => {
    const token = await read({ ...base, email_verified: true, claim_attestations: [attested] })
    expect(token).toMatchObject({ email_verified: true, claim_attestations: [attested] })
    expect(statedFlagsOf(token)).toEqual({ email_verified: true })
  })

  test('that says nothing of them says that they were not', async () => {
    expect(statedFlagsOf(await read(base))).toEqual({ email_verified: false })
    expect(statedFlagsOf(await read({ ...base, claims: { phone: '+41' } }))).toEqual({ phone_number_verified: false })
    expect(statedFlagsOf(await read({ ...base, claims: {}, email_verified: true }))).toEqual({})
  })

  test.each([
    ['a flag that is no flag', { email_verified: 'true' }],
    ['a flag of a phone number that is no flag', { phone_number_verified: 1 }],
    ['attestations that are no list', { claim_attestations: {} }],
    ['an attestation that is no object', { claim_attestations: [null] }],
    ['an attestation without its hash', { claim_attestations: [{ claim: 'email', method: 'email_code' }] }],
    ['an attestation without its times', { claim_attestations: [{ claim: 'email', method: 'm', value_sha256: 'h' }] }],
  ])('is refused with %s', (_case, changes) => {
    const payload = { ...base, iat: 1, exp: 2, jti: 'token-1' }
    expect(readDataTokenClaims(payload)).toBeDefined()
    expect(readDataTokenClaims({ ...payload, ...changes })).toBeUndefined()
  })
})

describe('sealed claims', () => {
  const inner = { aud: 'app-1', sub: 'person-1', auth_request_id: 'request-1' }
  const open = async (content: object, changes: object = {}) => {
    const app = await newAppKey()
    const claims_jwe = await sealFor(app, { ...inner, claims: { email: EMAIL }, ...content })
    const outer = { iss: EXPECTED.issuer, ...inner, claims: {}, iat: 1, exp: 2, jti: 'token-1' }
    const sealed = { claim_names: ['email'], claims_jwe, claim_attestations: [attested] }
    return openSealedClaims(
      { ...outer, ...sealed, ...changes },
      await importClaimsKeys(readPrivateClaimsKeys(JSON.stringify(app.privateJwk))),
    )
  }

  test('are verified where the value inside is the one that was attested outside', async () => {
    expect(await open({ salts: { email: SALT } })).toEqual({
      claims: { email: EMAIL },
      verified: { email_verified: true },
      presentations: [],
    })
  })

  test.each<[string, object, object?]>([
    ['an edited value', { salts: { email: SALT }, claims: { email: 'eve@example.org' } }],
    ['no salt', {}],
    ['no attestation', { salts: { email: SALT } }, { claim_attestations: [] }],
    ['a flag outside the seal', {}, { email_verified: true, claim_attestations: undefined }],
  ])('are not with %s', async (_case, content, changes) => {
    expect((await open(content, changes)).verified).toEqual({ email_verified: false })
  })

  test('are refused with salts that are not text', async () => {
    await expect(open({ salts: { email: 1 } })).rejects.toMatchObject({ code: 'unreadable_claims' })
  })
})
