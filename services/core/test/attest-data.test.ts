import { randomBytes } from 'node:crypto'
import { CLAIM_LIMITS, type ClaimsEncryptionJwk } from '@countersign/contracts'
import {
  type ClaimAttestation,
  generateDataTokenSecret,
  hashClaimValue,
  readClaimsKey,
  readDataTokenKeys,
  signClaimAttestation,
  verifyDataToken,
} from '@countersign/data-token'
import { newAppKey, sealFor } from '@countersign/data-token/testing'
import { startBeforeAll } from '@countersign/testing'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type CoreUnderTest, fixture, startCore } from './core-under-test.ts'
import { bearer, refusalOf } from './person.ts'
import { askCalled, twist } from './provider-under-test.ts'

const EMAIL = 'ada.verified@example.org'
const newSalt = () => randomBytes(32).toString('base64url')

const core = startBeforeAll(() => startCore())
const ada = fixture(beforeAll, () => core.newPerson())
const real = fixture(beforeAll, () => core.provider.real())
const app = fixture(beforeAll, () => newAppKey())
/** Takes sealed claims; a request of it, and claims sealed for that. */
let audience: string
let id: string
let claims_jwe: string

beforeAll(async () => {
  audience = (await real.register({ claimsEncryptionKey: readClaimsKey(app.publicJwk) })).client_id
  id = await real.startRequest({ client_id: audience })
  claims_jwe = await sealFor(app, contentOf({ email: EMAIL }))
})
beforeEach(() => {
  core.provider.lie = undefined
})

const contentOf = (claims: Record<string, string>) => ({
  claims,
  aud: audience,
  sub: ada.userId,
  auth_request_id: id,
})

async function attest(client_id: string, form: object, request?: string) {
  const auth_request_id = request ?? (await real.startRequest({ client_id }))
  const whose = { auth_request_id, user_id: ada.userId, audience: client_id }
  return core.post('/api/internal/attest-data/', { ...whose, ...form }, bearer(ada.token))
}

describe('sealed claims', () => {
  /** As the provider answers once the app has this key; it caches a client for some seconds. */
  function changeKey(key: ClaimsEncryptionJwk | undefined): void {
    core.provider.lie = twist('/auth-request-details/', ({ client, ...details }) => {
      const { claims_encryption_jwk: _old, ...rest } = client as Record<string, unknown>
      return { ...details, client: { ...rest, ...(key && { claims_encryption_jwk: key }) } }
    })
  }

  const show = (process: CoreUnderTest = core) => process.get(`/api/internal/oauth/requests/${id}/`, ada.token)
  const attestSealed = (form: object) => attest(audience, form, id)

  test('the page is told the key', async () => {
    const details = (await show()).json()
    expect(details.client.claims_encryption_jwk).toEqual(app.publicJwk)
    const plain = `/api/internal/oauth/requests/${await real.startRequest()}/`
    const { client } = (await core.get(plain, ada.token)).json()
    expect(client).not.toHaveProperty('claims_encryption_jwk')
  })

  test('core signs around the ciphertext: the names are in the token, no value is', async () => {
    const attested = await attestSealed({ claim_names: ['email'], claims_jwe })
    expect(attested.statusCode, attested.body).toBe(200)
    const { data_token } = attested.json<{ data_token: string }>()
    const expected = { issuer: 'https://sign.example', audience }
    const claims = await verifyDataToken(data_token, core.config.dataTokenKeys, expected)
    expect(claims).toMatchObject({ sub: ada.userId, claims: {}, claim_names: ['email'], claims_jwe })
    expect(claims.exp - claims.iat).toBe(300)
    expect(Buffer.from(data_token.split('.')[1]!, 'base64url').toString()).not.toContain(EMAIL)
  })

  test.each([
    ['in the open', { claims: { email: EMAIL } }, 'invalid_claims'],
    ['in the open and empty', { claims: {} }, 'invalid_claims'],
    ['in both forms', { claims: {}, claim_names: ['email'], claims_jwe: 'a.b.c.d.e' }, 'invalid_request'],
    ['in the open with names', { claims: { email: EMAIL }, claim_names: ['email'] }, 'invalid_request'],
    ['in no form', {}, 'invalid_request'],
    ['that are not named', { claims_jwe: 'a.b.c.d.e' }, 'invalid_request'],
    ['that are only named', { claim_names: ['email'] }, 'invalid_request'],
    ['that are no JWE', { claim_names: ['email'], claims_jwe: 'a.b.c' }, 'invalid_request'],
    ['in a JWE of another form', { claim_names: ['email'], claims_jwe: 'a.b.c.d.e' }, 'invalid_claims'],
    ['with a name twice', { claim_names: ['email', 'email'], claims_jwe: 'a.b.c.d.e' }, 'invalid_request'],
  ])('refuses claims %s', async (_case, form, code) => {
    const refused = await attestSealed(form)
    expect(refusalOf(refused)).toEqual([400, code])
    expect(refused.body).not.toContain(EMAIL)
  })

  test('says to load the request again when the app changed its key, or took it away', async () => {
    changeKey(readClaimsKey((await newAppKey()).publicJwk))
    await show()
    const changed = await attestSealed({ claim_names: ['email'], claims_jwe })
    changeKey(undefined)
    await show()
    const removed = await attestSealed({ claim_names: ['email'], claims_jwe })
    for (const refused of [changed, removed]) {
      expect(refused.json()).toEqual({
        error: expect.stringContaining('Load the request again'),
        code: 'invalid_claims',
      })
    }
  })

  test('takes what is sealed for a key that another process has shown since', async () => {
    await show()
    const next = await newAppKey()
    changeKey(readClaimsKey(next.publicJwk))
    const { database, config, provider } = core
    const other = await startCore('postgresql', { database, config, ask: async () => askCalled(provider) })
    const shown = await show(other)
    await other.close()
    expect(shown.json().client.claims_encryption_jwk).toEqual(next.publicJwk)
    const sealed = await sealFor(next, contentOf({ email: EMAIL }))
    const attested = await attestSealed({ claim_names: ['email'], claims_jwe: sealed })
    expect(attested.statusCode, attested.body).toBe(200)
  })

  test('the largest seal that is allowed makes a data token that can be handed in', async () => {
    const names = Array.from({ length: CLAIM_LIMITS.maxClaims }, (_, index) => `claim-${index}`)
    core.provider.lie = twist('/auth-request-details/', (details) => {
      const [openid, email] = details['scope_details'] as object[]
      return { ...details, scope_details: [openid, { ...email, claims: names }] }
    })
    await show()
    const claims = Object.fromEntries(names.map((name) => [name, 'x'.repeat(CLAIM_LIMITS.maxValueBytes)]))
    const large = await sealFor(app, contentOf(claims))
    const attested = await attestSealed({ claim_names: names, claims_jwe: large })
    expect(attested.statusCode, attested.body.slice(0, 200)).toBe(200)
    const answer = { approved_scopes: ['openid', 'email'], data_token: attested.json().data_token }
    const completed = await core.post(`/api/internal/oauth/requests/${id}/complete/`, answer, bearer(ada.token))
    // The provider reads all of it, and finds names that none of its scopes has.
    expect(refusalOf(completed)).toEqual([400, 'invalid_claims'])
  })
})

describe('attested claims', () => {
  const grace = fixture(beforeAll, () => core.newPerson())
  const salt = newSalt()
  let emailHash: string

  beforeAll(async () => {
    emailHash = (await hashClaimValue(salt, EMAIL)) ?? ''
  })

  const now = () => Math.floor(Date.now() / 1000)
  const attestationOf = (changes: Partial<ClaimAttestation> = {}, keys = core.config.dataTokenKeys) =>
    signClaimAttestation(keys, {
      iss: 'https://sign.example',
      sub: ada.userId,
      claim: 'email',
      value_sha256: emailHash,
      method: 'email_code',
      iat: now() - 60,
      exp: now() + 3_600,
      ...changes,
    })

  const plain = (changes: object = {}) =>
    attest(real.client.client_id, {
      claims: { email: EMAIL },
      attestations: [attestationOf()],
      salts: { email: salt },
      ...changes,
    })
  function sealed(changes: object = {}) {
    return attest(audience, { claim_names: ['email'], claims_jwe, attestations: [attestationOf()], ...changes })
  }
  const read = (response: { json: () => { data_token: string } }) =>
    verifyDataToken(response.json().data_token, core.config.dataTokenKeys, { issuer: 'https://sign.example' })

  test('in the open core compares the value, and the data token says that it was verified', async () => {
    const token = await read(await plain())
    const [copied] = token.claim_attestations ?? []
    expect(token).toMatchObject({ claims: { email: EMAIL }, email_verified: true })
    expect(copied).toEqual({
      claim: 'email',
      value_sha256: emailHash,
      method: 'email_code',
      verified_at: expect.any(Number),
      until: expect.any(Number),
    })
  })

  test('under a seal the data token says what was verified, and only the app can say whether it is this', async () => {
    const token = await read(await sealed())
    expect(token.claim_attestations).toHaveLength(1)
    expect(token).not.toHaveProperty('email_verified')
    // The attestation itself names the person as core knows them, which a pairwise app must not learn.
    expect(JSON.stringify(token)).not.toContain(attestationOf().split('.')[2])
  })

  test('without one the data token says that the address was not verified', async () => {
    const token = await read(await plain({ attestations: undefined, salts: undefined }))
    expect(token.email_verified).toBe(false)
    expect(token).not.toHaveProperty('claim_attestations')
    expect(await read(await plain({ claims: {}, attestations: [], salts: {} }))).not.toHaveProperty('email_verified')
  })

  const FORGED: readonly [string, () => string | Promise<string>][] = [
    ["Another person's attestation", () => attestationOf({ sub: grace.userId })],
    ["Another claim's attestation", () => attestationOf({ claim: 'phone' })],
    ["Another service's attestation", () => attestationOf({ iss: 'https://other.example' })],
    ['An expired attestation', () => attestationOf({ exp: now() - 1 })],
    [
      'An attestation of a key that was taken out',
      async () => attestationOf({}, await readDataTokenKeys(await generateDataTokenSecret())),
    ],
    ['A malformed attestation', () => 'a.b.c'],
  ]

  test.each(FORGED)('%s is refused, in the open and under a seal', async (_case, forge) => {
    const attestations = [await forge()]
    for (const refused of [await plain({ attestations }), await sealed({ attestations })]) {
      expect(refusalOf(refused)).toEqual([422, 'invalid_attestation'])
    }
  })

  test.each<[string, object]>([
    ['of another value', { claims: { email: 'eve@example.org' } }],
    ['under another salt', { salts: { email: newSalt() } }],
    ['without its salt', { salts: {} }],
    ['of a claim that is not shared', { claims: {} }],
  ])('one %s is refused in the open', async (_case, changes) => {
    expect(refusalOf(await plain(changes))).toEqual([422, 'invalid_attestation'])
  })

  test('two of one claim are refused, and one of a claim that is not named', async () => {
    const twice = await sealed({ attestations: [attestationOf(), attestationOf({ iat: now() })] })
    const unnamed = await sealed({ claim_names: [] })
    for (const refused of [twice, unnamed]) expect(refused.json().code).toBe('invalid_attestation')
  })

  test('a refusal names the claims that it is about, as far as what came names them', async () => {
    const namedBy = async (answer: ReturnType<typeof sealed>) => (await answer).json<{ claims?: string[] }>().claims
    const expired = attestationOf({ exp: now() - 1 })
    expect(await namedBy(sealed({ attestations: [expired] }))).toEqual(['email'])
    expect(await namedBy(sealed({ attestations: [attestationOf(), attestationOf({ claim: 'phone' })] }))).toEqual([
      'phone',
    ])
    expect(await namedBy(plain({ salts: {} }))).toEqual(['email'])
    expect(await namedBy(sealed({ attestations: ['a.b.c'] }))).toBeUndefined()
  })

  test('a claim that an app takes verified only is refused unverified', async () => {
    core.provider.lie = twist('/auth-request-details/', ({ client, ...details }) => ({
      ...details,
      client: { ...(client as object), verified_claims_required: ['email'] },
    }))
    for (const refused of [await plain({ attestations: [], salts: {} }), await sealed({ attestations: [] })]) {
      expect(refusalOf(refused)).toEqual([400, 'invalid_claims'])
    }
    expect((await plain()).statusCode).toBe(200)
    expect((await sealed()).statusCode).toBe(200)
    expect((await plain({ claims: {}, attestations: [], salts: {} })).statusCode).toBe(200)
  })
})
