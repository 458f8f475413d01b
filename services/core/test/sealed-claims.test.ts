import { CLAIM_LIMITS, type ClaimsEncryptionJwk } from '@countersign/contracts'
import { readClaimsKey, verifyDataToken } from '@countersign/data-token'
import { newAppKey, sealFor } from '@countersign/data-token/testing'
import { startBeforeAll } from '@countersign/testing'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type CoreUnderTest, fixture, startCore } from './core-under-test.ts'
import { bearer, refusalOf } from './person.ts'
import { askCalled, twist } from './provider-under-test.ts'

const EMAIL = 'ada.sealed@example.org'

describe('attesting sealed claims', () => {
  const core = startBeforeAll(() => startCore())
  const ada = fixture(beforeAll, () => core.newPerson())
  const real = fixture(beforeAll, () => core.provider.real())
  const app = fixture(beforeAll, () => newAppKey())
  let audience: string
  let id: string
  let claims_jwe: string

  beforeAll(async () => {
    const { client_id } = await real.register({ claimsEncryptionKey: readClaimsKey(app.publicJwk) })
    audience = client_id
    id = await real.startRequest({ client_id })
    claims_jwe = await sealFor(app, contentOf({ email: EMAIL }))
  })
  beforeEach(() => {
    core.provider.lie = undefined
  })

  /** As the provider answers once the app has this key; it caches a client for some seconds. */
  function changeKey(key: ClaimsEncryptionJwk | undefined): void {
    core.provider.lie = twist('/auth-request-details/', ({ client, ...details }) => {
      const { claims_encryption_jwk: _old, ...rest } = client as Record<string, unknown>
      return { ...details, client: { ...rest, ...(key && { claims_encryption_jwk: key }) } }
    })
  }

  const contentOf = (claims: Record<string, string>) => ({
    claims,
    aud: audience,
    sub: ada.signedIn.user_id,
    auth_request_id: id,
  })
  const show = (process: CoreUnderTest = core) => process.get(`/api/internal/oauth/requests/${id}/`, ada.token)
  const attest = (form: object) => {
    const payload = { auth_request_id: id, user_id: ada.signedIn.user_id, audience, ...form }
    return core.post('/api/internal/attest-data/', payload, bearer(ada.token))
  }

  test('the page is told the key', async () => {
    const details = (await show()).json()
    expect(details.client.claims_encryption_jwk).toEqual(app.publicJwk)
    const plain = `/api/internal/oauth/requests/${await real.startRequest()}/`
    const { client } = (await core.get(plain, ada.token)).json()
    expect(client).not.toHaveProperty('claims_encryption_jwk')
  })

  test('core signs around the ciphertext: the names are in the token, no value is', async () => {
    const attested = await attest({ claim_names: ['email'], claims_jwe })
    expect(attested.statusCode, attested.body).toBe(200)
    const { data_token } = attested.json<{ data_token: string }>()
    const expected = { issuer: 'https://sign.example', audience }
    const claims = await verifyDataToken(data_token, core.config.dataTokenKeys, expected)
    expect(claims).toMatchObject({ sub: ada.signedIn.user_id, claims: {}, claim_names: ['email'], claims_jwe })
    expect(claims.exp - claims.iat).toBe(300)
    expect(Buffer.from(data_token.split('.')[1]!, 'base64url').toString()).not.toContain(EMAIL)
  })

  test.each([
    ['in the open, so that nobody can leave the seal off', { claims: { email: EMAIL } }, 'invalid_claims'],
    ['in the open, even when they are none', { claims: {} }, 'invalid_claims'],
    ['in both forms', { claims: {}, claim_names: ['email'], claims_jwe: 'a.b.c.d.e' }, 'invalid_request'],
    ['in the open with names', { claims: { email: EMAIL }, claim_names: ['email'] }, 'invalid_request'],
    ['in no form', {}, 'invalid_request'],
    ['that are not named', { claims_jwe: 'a.b.c.d.e' }, 'invalid_request'],
    ['that are only named', { claim_names: ['email'] }, 'invalid_request'],
    ['that are no JWE', { claim_names: ['email'], claims_jwe: 'a.b.c' }, 'invalid_request'],
    ['in a JWE of another form', { claim_names: ['email'], claims_jwe: 'a.b.c.d.e' }, 'invalid_claims'],
    ['with a name twice', { claim_names: ['email', 'email'], claims_jwe: 'a.b.c.d.e' }, 'invalid_request'],
  ])('refuses claims %s', async (_case, form, code) => {
    const refused = await attest(form)
    expect(refusalOf(refused)).toEqual([400, code])
    expect(refused.body).not.toContain(EMAIL)
  })

  test('says to load the request again when the app changed its key, or took it away', async () => {
    changeKey(readClaimsKey((await newAppKey()).publicJwk))
    await show()
    const changed = await attest({ claim_names: ['email'], claims_jwe })
    changeKey(undefined)
    await show()
    const removed = await attest({ claim_names: ['email'], claims_jwe })
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
    const attested = await attest({ claim_names: ['email'], claims_jwe: sealed })
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
    const attested = await attest({ claim_names: names, claims_jwe: large })
    expect(attested.statusCode, attested.body.slice(0, 200)).toBe(200)
    const answer = { approved_scopes: ['openid', 'email'], data_token: attested.json().data_token }
    const completed = await core.post(`/api/internal/oauth/requests/${id}/complete/`, answer, bearer(ada.token))
    // The provider reads all of it, and finds names that none of its scopes has.
    expect(refusalOf(completed)).toEqual([400, 'invalid_claims'])
  })
})
