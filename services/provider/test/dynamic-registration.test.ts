import { type ClientInformation } from '@countersign/contracts'
import { UNBRANDED } from '@countersign/service/brand'
import { PNG } from '@countersign/testing'
import { expect, test } from 'vitest'
import { expectRefusal } from './answers.ts'
import { ISSUER, REDIRECT_URI } from './started-provider.ts'
import { KEY, METADATA, startRegistration } from './started-registration.ts'

const WITH_KEY = { token_endpoint_auth_method: 'private_key_jwt' }
const JWKS = { jwks: { keys: [KEY] } }
const { kid: _kid, ...CLAIMS_KEY } = KEY
const UPDATED = { claims_encryption_jwk: CLAIMS_KEY, keeps_up_to_date: true }

const { provider, initialAccessToken, send, post, register } = startRegistration()

test("registration: a name like the service's or in look-alike letters is refused, with the reason", async () => {
  const branded = await provider.startInstance({ brand: { ...UNBRANDED, name: 'Wildflower' } })
  const registered = await register()
  const { pathname } = new URL(registered.registration_client_uri)
  for (const [client_name, reason] of [
    ['Countersign Security Team', 'looks like the name of this service'],
    ['Cоuntеrѕign', 'looks like the name of this service'],
    ['Support of Wildflower', 'looks like the name of this service'],
    ['WI1DFLOWER!', 'looks like the name of this service'],
    ['аpple', 'alphabets that look alike'],
  ] as const) {
    const named = { ...METADATA, client_name, client_id: registered.client_id }
    const translated = { ...named, client_name: 'Books', 'client_name#de': client_name }
    for (const answer of [
      await send('POST', '/oauth/register', await initialAccessToken(), named, branded),
      await send('PUT', pathname, registered.registration_access_token, named, branded),
      await send('PUT', pathname, registered.registration_access_token, translated, branded),
    ]) {
      const error_description = expect.stringContaining(reason)
      expect(answer.json()).toEqual({ error: 'invalid_client_metadata', error_description })
    }
  }
  await branded.close()
})

test('an app may say which claims it takes verified only; other claims are left out', async () => {
  const asked = { scope: 'email phone', verified_claims_required: ['email', 'name'] }
  expect((await register(asked)).verified_claims_required).toEqual(['email'])
  expect(await register()).not.toHaveProperty('verified_claims_required')
})

test('RFC 7591 §3.2.1: a registration answers 201 with the secret once and all that it registered', async () => {
  const answer = await post(METADATA, await initialAccessToken())
  expect(answer.statusCode).toBe(201)
  expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'access-control-allow-origin': '*' })
  const info: ClientInformation = answer.json()
  expect(info).toEqual({
    client_id: expect.any(String),
    client_id_issued_at: expect.any(Number),
    client_secret: expect.stringMatching(/^cs_cs_/),
    client_secret_expires_at: 0,
    registration_access_token: expect.stringMatching(/^cs_ra_/),
    registration_client_uri: `${ISSUER}/oauth/register/${info.client_id}`,
    client_name: 'Self-made App',
    redirect_uris: [REDIRECT_URI],
    token_endpoint_auth_method: 'client_secret_basic',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    scope: 'openid email profile phone address',
    logo_uri: `${ISSUER}/oauth/clients/${info.client_id}/logo`,
    subject_type: 'public',
    id_token_signed_response_alg: 'RS256',
    post_logout_redirect_uris: [],
    backchannel_logout_session_required: false,
    keeps_up_to_date: false,
    require_pushed_authorization_requests: false,
    dpop_bound_access_tokens: false,
    require_auth_time: false,
    claims_notice: expect.stringContaining('Register a public key'),
  })
  expect((await provider.authorize({ client_id: info.client_id })).statusCode).toBe(302)
})

test('RFC 7591 §2: every attribute is registered, and what is not understood is ignored', async () => {
  const understood = {
    ...WITH_KEY,
    ...JWKS,
    scope: 'openid email',
    response_types: ['code'],
    subject_type: 'pairwise',
    policy_uri: 'https://app.example/privacy',
    tos_uri: 'https://app.example/terms',
    post_logout_redirect_uris: ['https://app.example/bye'],
    backchannel_logout_uri: 'https://app.example/logout',
    backchannel_logout_session_required: true,
    ...UPDATED,
    events_uri: 'https://app.example/events',
    require_pushed_authorization_requests: true,
    dpop_bound_access_tokens: true,
  }
  const info = await register({
    ...understood,
    grant_types: ['authorization_code'],
    software_id: 'x',
    contacts: ['a@b.example'],
  })
  expect(info).toMatchObject({ ...understood, id_token_signed_response_alg: 'ES256' })
  expect(info).not.toHaveProperty('client_secret')
  expect(info).not.toHaveProperty('software_id')
  expect(info).not.toHaveProperty('contacts')
})

test('RFC 7591 §2.2: texts with a language tag are registered, answered alike, and replaced', async () => {
  const tagged = {
    'client_name#ja': '自作アプリ',
    'client_name#de-CH': 'Selbstgemacht',
    'policy_uri#de': 'https://app.example/datenschutz',
    'tos_uri#fr': 'https://app.example/conditions',
  }
  const info = await register({ ...tagged, 'logo_uri#de': 'https://app.example/de.png', 'contacts#de': 'x' })
  expect(info).toMatchObject({ client_name: 'Self-made App', ...tagged })
  expect(info).not.toHaveProperty(['logo_uri#de'])
  const reasons = { openid: 'Damit wir Sie erkennen.' }
  await provider.admin('PATCH', `clients/${info.client_id}/`, { texts: { de: { name: 'Alt', reasons } } })
  const { pathname } = new URL(info.registration_client_uri)
  const named = { ...METADATA, client_id: info.client_id, 'client_name#fr': 'Fait maison' }
  const replaced = await send('PUT', pathname, info.registration_access_token, named)
  expect(replaced.json()).toMatchObject({ 'client_name#fr': 'Fait maison' })
  const { texts } = (await provider.admin('GET', `clients/${info.client_id}/`)).json()
  expect(texts).toEqual({ de: { reasons }, fr: { name: 'Fait maison' } })
})

test.each<[string, object, string]>([
  ['a malformed language tag', { 'client_name#': 'x' }, 'invalid_client_metadata'],
  ['a translated name that is no text', { 'client_name#de': 5 }, 'invalid_client_metadata'],
  ['a translated page in clear', { 'policy_uri#de': 'http://app.example/' }, 'invalid_client_metadata'],
  ['no redirect URI', { redirect_uris: undefined }, 'invalid_redirect_uri'],
  ['a redirect URI with script', { redirect_uris: ['javascript:alert(1)'] }, 'invalid_redirect_uri'],
  ['a redirect URI that is no text', { redirect_uris: [1] }, 'invalid_redirect_uri'],
  ['an unknown method', { token_endpoint_auth_method: 'tls_client_auth' }, 'invalid_client_metadata'],
  ['keys in two places', { ...WITH_KEY, ...JWKS, jwks_uri: 'https://a.example/' }, 'invalid_client_metadata'],
  ['the private half of a claims key', { claims_encryption_jwk: { ...KEY, d: 'x' } }, 'invalid_client_metadata'],
  ['a claims key to sign with', { claims_encryption_jwk: { ...KEY, use: 'sig' } }, 'invalid_client_metadata'],
  ['a logout URI of our machine', { backchannel_logout_uri: 'http://127.0.0.1/' }, 'invalid_client_metadata'],
  ['an events URI of our machine', { ...UPDATED, events_uri: 'http://127.0.0.1/' }, 'invalid_client_metadata'],
  ['updates without a key', { keeps_up_to_date: true }, 'invalid_client_metadata'],
  ['CVE-2026-1180: a sector inside', { sector_identifier_uri: 'https://10.0.0.1/x' }, 'invalid_client_metadata'],
  ['a scheme that an operator must allow', { redirect_uris: ['cursor://app/cb'] }, 'invalid_redirect_uri'],
  ['a name that is no text', { client_name: 5 }, 'invalid_client_metadata'],
  ['an unsigned id_token', { id_token_signed_response_alg: 'none' }, 'invalid_client_metadata'],
])('RFC 7591 §3.2.2: %s is refused by its own code, and costs no use of the token', async (_case, changes, error) => {
  const token = await initialAccessToken(1)
  expectRefusal(await post({ ...METADATA, ...changes }, token), 400, error)
  expect((await post(METADATA, token)).statusCode).toBe(201)
})

test.each<[string, object]>([
  ['grant types', { grant_types: ['authorization_code', 'implicit', 'urn:ietf:params:oauth:grant-type:device_code'] }],
  ['response types', { response_types: ['code', 'id_token token'] }],
  ['scopes', { scope: 'openid email offline_access admin' }],
  ['keys of a client with a secret', { ...JWKS, jwks_uri: 'https://app.example/jwks' }],
  ['CVE-2020-10770: a logo in clear', { logo_uri: 'http://app.example/x.png' }],
  ['CVE-2026-4874: a logo on our network', { logo_uri: 'https://10.0.0.1/x.png' }],
])(
  'RFC 7591 §2: %s that are not known are left out, and the answer says what was registered',
  async (_case, changes) => {
    const info = await register({ scope: 'openid email', ...changes })
    expect(info).toMatchObject({
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      scope: 'openid email',
    })
    expect(info).not.toHaveProperty('jwks')
    expect(info).not.toHaveProperty('jwks_uri')
    expect((await provider.app.inject(new URL(info.logo_uri).pathname)).headers['content-type']).toContain('svg')
  },
)

test('an app that names only unknown scopes is registered as if it had named none', async () => {
  expect(await register({ scope: 'mcp:tools' })).toMatchObject({ scope: 'openid email profile phone address' })
})

test('OpenID Connect Registration §5: a sector identifier must list every redirect URI', async () => {
  const at = (path: string) => ({ sector_identifier_uri: `https://${provider.host}${path}`, subject_type: 'pairwise' })
  expect(await register(at('/sector.json'))).toMatchObject(at('/sector.json'))
  const token = await initialAccessToken(1)
  const one = METADATA.redirect_uris
  for (const [path, redirect_uris] of [
    ['/other-sector.json', one],
    ['/logo.png', one],
    ['/sector.json', [...one, 'https://third.example/cb']],
  ] as const) {
    expect((await post({ ...METADATA, redirect_uris, ...at(path) }, token)).json()).toEqual({
      error: 'invalid_client_metadata',
      error_description: expect.stringContaining('sector_identifier_uri'),
    })
  }
})

test('a logo is fetched once and served by us; anything but an image is left out', async () => {
  const info = await register({ logo_uri: `https://${provider.host}/logo.png` })
  const served = await provider.app.inject(new URL(info.logo_uri).pathname)
  expect(served.headers['content-type']).toBe('image/png')
  expect(served.rawPayload).toEqual(PNG)
  const without = await register({ logo_uri: `https://${provider.host}/logo.svg` })
  expect((await provider.app.inject(new URL(without.logo_uri).pathname)).body).not.toContain('onload')
})

test('a logo that an older release stored cut short is not served', async () => {
  const { client_id, logo_uri } = await register()
  await provider.database.sql`
    update provider.clients set logo = ${PNG.subarray(0, 10)}, logo_type = 'image/png' where client_id = ${client_id}`
  expect((await provider.app.inject(new URL(logo_uri).pathname)).headers['content-type']).toContain('svg')
})

test('RFC 8414 §2: the registration endpoint is in the metadata only while there is one', async () => {
  for (const [dynamicRegistration, endpoint, status] of [
    ['off', undefined, 404],
    ['open', `${ISSUER}/oauth/register`, 201],
  ] as const) {
    const instance = await provider.startInstance({ dynamicRegistration })
    const metadata = (await instance.inject('/.well-known/oauth-authorization-server')).json()
    expect(metadata.registration_endpoint).toBe(endpoint)
    expect((await send('POST', '/oauth/register', undefined, METADATA, instance)).statusCode).toBe(status)
    await instance.close()
  }
})
