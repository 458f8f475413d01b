import { generateKeyPairSync } from 'node:crypto'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { type ClientInformation, DEVICE_CODE_GRANT } from '@countersign/contracts'
import { UNBRANDED } from '@countersign/service/brand'
import type { OutboundPolicy } from '@countersign/service/network'
import { newSecret } from '@countersign/service/secrets'
import { TEST_CERTIFICATE, TEST_HOST, TEST_PRIVATE_KEY } from '@countersign/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { updateClient } from '../src/clients/update-client.ts'
import { createInitialAccessToken } from '../src/surface/registration/registration-token.ts'
import { ISSUER, REDIRECT_URI, type StartedProvider, startProvider } from './started-provider.ts'

const PNG = Buffer.from('89504e470d0a1a0a0000', 'hex')
const LOOPBACK = '127.0.0.1'
const METADATA = { client_name: 'Self-made App', redirect_uris: [REDIRECT_URI] }
const WITH_KEY = { token_endpoint_auth_method: 'private_key_jwt' }
const KEY = { ...generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' }), kid: 'one' }

const JWKS = { jwks: { keys: [KEY] } }
const documents: Record<string, Buffer | string> = {
  '/logo.png': PNG,
  '/sector.json': JSON.stringify([REDIRECT_URI, 'https://other.example/cb']),
  '/other-sector.json': JSON.stringify(['https://other.example/cb']),
}

describe('dynamic registration', () => {
  let provider: StartedProvider
  let internet: Server
  let port: number

  beforeAll(async () => {
    internet = createServer({ cert: TEST_CERTIFICATE, key: TEST_PRIVATE_KEY }, (request, response) => {
      response.end(documents[request.url ?? ''] ?? '<svg onload="alert(1)"/>')
    })
    await new Promise<void>((resolve) => internet.listen(0, LOOPBACK, resolve))
    port = (internet.address() as AddressInfo).port
    const outbound: OutboundPolicy = {
      resolve: async () => [LOOPBACK],
      isAllowed: (address) => address === LOOPBACK,
      certificateAuthority: TEST_CERTIFICATE,
    }
    provider = await startProvider('postgresql', undefined, { dynamicRegistration: 'token' }, { outbound })
  })
  afterAll(async () => {
    await provider.close()
    await new Promise((resolve) => internet.close(resolve))
  })

  async function initialAccessToken(uses?: number): Promise<string> {
    return (await createInitialAccessToken(provider.database.sql, { uses })).initialAccessToken
  }

  async function post(metadata: object, token: string | undefined) {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
    return provider.app.inject({ method: 'POST', url: '/oauth/register', headers, payload: metadata })
  }

  async function register(changes: object = {}): Promise<ClientInformation> {
    const answer = await post({ ...METADATA, ...changes }, await initialAccessToken())
    if (answer.statusCode !== 201) throw new Error(answer.body)
    return answer.json()
  }

  async function manage(method: 'GET' | 'PUT' | 'DELETE', info: Credentials, payload?: object) {
    const { pathname } = new URL(info.registration_client_uri)
    const headers = { authorization: `Bearer ${info.registration_access_token}` }
    return provider.app.inject({ method, url: pathname, headers, ...(payload && { payload }) })
  }
  type Credentials = Pick<ClientInformation, 'registration_client_uri' | 'registration_access_token'>

  test.each([
    ['Countersign Security Team', 'looks like the name of this service'],
    ['Cоuntеrѕign', 'looks like the name of this service'],
    ['Support of Wildflower', 'looks like the name of this service'],
    ['WI1DFLOWER!', 'looks like the name of this service'],
    ['аpple', 'alphabets that look alike'],
  ])(
    'an app that calls itself %s is refused, and told why, when it comes and when it changes',
    async (name, reason) => {
      const branded = await provider.startInstance({ brand: { ...UNBRANDED, name: 'Wildflower' } })
      const refused = { error: 'invalid_client_metadata', error_description: expect.stringContaining(reason) }
      const send = (
        method: 'POST' | 'PUT',
        url: string,
        { token, ...changes }: { token: string; client_id?: string },
      ) => {
        const payload = { ...METADATA, client_name: name, ...changes }
        return branded.inject({ method, url, headers: { authorization: `Bearer ${token}` }, payload })
      }
      const coming = await send('POST', '/oauth/register', { token: await initialAccessToken() })
      expect(coming.json()).toEqual(refused)
      const { client_id, registration_access_token: token, registration_client_uri: uri } = await register()
      expect((await send('PUT', new URL(uri).pathname, { token, client_id })).json()).toEqual(refused)
      await branded.close()
    },
  )

  test.each(['Почта', '日本の本屋', 'Friday Books'])('an app may call itself %s', async (client_name) => {
    expect((await register({ client_name })).client_name).toBe(client_name)
  })

  test('an app may say which claims it takes verified only; what is no such claim is left out', async () => {
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
      require_pushed_authorization_requests: false,
      dpop_bound_access_tokens: false,
      claims_notice: expect.stringContaining('Register a public key'),
    })
    expect((await provider.authorize({ client_id: info.client_id })).statusCode).toBe(302)
  })

  test('an app brings its key for sealed claims, and loses it by saying so, never by silence', async () => {
    const { kid: _name, ...claims_encryption_jwk } = KEY
    const info = await register({ claims_encryption_jwk: KEY })
    expect(info).toMatchObject({ claims_encryption_jwk })
    expect(info).not.toHaveProperty('claims_notice')
    const replace = async (changes: object) =>
      (await manage('PUT', info, { ...METADATA, client_id: info.client_id, ...changes })).json()
    expect(await replace({})).toMatchObject({ claims_encryption_jwk })
    const next = generateKeyPairSync('x25519').publicKey.export({ format: 'jwk' })
    expect(await replace({ claims_encryption_jwk: next })).toMatchObject({ claims_encryption_jwk: next })
    const plain = await replace({ claims_encryption_jwk: null })
    expect(plain).toMatchObject({ claims_notice: expect.stringContaining('can read what people share') })
    expect(plain).not.toHaveProperty('claims_encryption_jwk')
    // As an administrator allows it: in the open, and so for no sealed claims.
    await provider.database.sql`update provider.clients set id_token_claims = true where client_id = ${info.client_id}`
    expect(await replace({ claims_encryption_jwk: KEY })).toMatchObject({ error: 'invalid_client_metadata' })
  })

  test('RFC 7591 §2: every attribute is registered, and what is not understood is ignored', async () => {
    const info = await register({
      token_endpoint_auth_method: 'private_key_jwt',
      jwks: { keys: [KEY] },
      scope: 'openid email',
      grant_types: ['authorization_code'],
      response_types: ['code'],
      subject_type: 'pairwise',
      policy_uri: 'https://app.example/privacy',
      tos_uri: 'https://app.example/terms',
      post_logout_redirect_uris: ['https://app.example/bye'],
      backchannel_logout_uri: 'https://app.example/logout',
      backchannel_logout_session_required: true,
      require_pushed_authorization_requests: true,
      dpop_bound_access_tokens: true,
      software_id: 'unheard of',
      contacts: ['ada@example.com'],
    })
    expect(info).toMatchObject({
      token_endpoint_auth_method: 'private_key_jwt',
      jwks: { keys: [KEY] },
      scope: 'openid email',
      subject_type: 'pairwise',
      policy_uri: 'https://app.example/privacy',
      tos_uri: 'https://app.example/terms',
      id_token_signed_response_alg: 'ES256',
      post_logout_redirect_uris: ['https://app.example/bye'],
      backchannel_logout_uri: 'https://app.example/logout',
      backchannel_logout_session_required: true,
      require_pushed_authorization_requests: true,
      dpop_bound_access_tokens: true,
    })
    expect(info).not.toHaveProperty('client_secret')
    expect(info).not.toHaveProperty('software_id')
    expect(info).not.toHaveProperty('contacts')
  })

  test.each<[string, object, string]>([
    ['no redirect URI', { redirect_uris: undefined }, 'invalid_redirect_uri'],
    ['a redirect URI with script', { redirect_uris: ['javascript:alert(1)'] }, 'invalid_redirect_uri'],
    ['a redirect URI that is no text', { redirect_uris: [1] }, 'invalid_redirect_uri'],
    ['an unknown method', { token_endpoint_auth_method: 'tls_client_auth' }, 'invalid_client_metadata'],
    ['private_key_jwt without keys', { token_endpoint_auth_method: 'private_key_jwt' }, 'invalid_client_metadata'],
    ['a jwks_uri in clear', { ...WITH_KEY, jwks_uri: 'http://app.example/jwks' }, 'invalid_client_metadata'],
    ['keys in two places', { ...WITH_KEY, ...JWKS, jwks_uri: 'https://a.example/' }, 'invalid_client_metadata'],
    ['the private half of a claims key', { claims_encryption_jwk: { ...KEY, d: 'x' } }, 'invalid_client_metadata'],
    ['a claims key to sign with', { claims_encryption_jwk: { ...KEY, use: 'sig' } }, 'invalid_client_metadata'],
    ['a logout URI of our machine', { backchannel_logout_uri: 'http://127.0.0.1/' }, 'invalid_client_metadata'],
    ['terms in clear', { tos_uri: 'http://app.example/terms' }, 'invalid_client_metadata'],
    [
      'CVE-2026-1180: a sector on our network',
      { sector_identifier_uri: 'https://10.0.0.1/x' },
      'invalid_client_metadata',
    ],
    ['a scheme that an operator must allow', { redirect_uris: ['cursor://app/cb'] }, 'invalid_redirect_uri'],
    ['a name that is no text', { client_name: 5 }, 'invalid_client_metadata'],
    ['an unsigned id_token', { id_token_signed_response_alg: 'none' }, 'invalid_client_metadata'],
  ])('RFC 7591 §3.2.2: %s is refused by its own code, and costs no use of the token', async (_case, changes, error) => {
    const token = await initialAccessToken(1)
    const refused = await post({ ...METADATA, ...changes }, token)
    expect(refused.statusCode).toBe(400)
    expect(refused.json()).toEqual({ error, error_description: expect.any(String) })
    expect((await post(METADATA, token)).statusCode).toBe(201)
  })

  test('CVE-2026-41427: nobody registers without a token that is alive and made for it', async () => {
    const used = await initialAccessToken(1)
    await post(METADATA, used)
    const expired = await initialAccessToken()
    await provider.database
      .sql`update provider.initial_access_tokens set expires_at = now() where remaining_uses is null`
    const { registration_access_token: other } = await register()
    const tokens = [undefined, '', used, expired, other, newSecret('cs_ia_'), newSecret('cs_at_'), used.slice(0, -1)]
    for (const token of tokens) {
      const refused = await post(METADATA, token)
      expect(refused.statusCode).toBe(401)
      expect(refused.headers['www-authenticate']).toMatch(/^Bearer/)
      expect(refused.json()).toEqual({ error: 'invalid_token', error_description: expect.any(String) })
    }
  })

  test('CVE-2026-41427: an app gains nothing by what it says of itself', async () => {
    const info = await register({ client_id: 'chosen', client_secret: 'chosen', require_pkce: false, is_admin: true })
    expect(info.client_id).not.toBe('chosen')
    expect(info.client_secret).not.toBe('chosen')
    const withoutPkce = await provider.authorize({
      client_id: info.client_id,
      code_challenge: undefined,
      code_challenge_method: undefined,
    })
    expect(withoutPkce.statusCode).toBe(400)
    expect(withoutPkce.json()).toMatchObject({ error: 'invalid_request' })
  })

  test.each([
    ['an unknown scope', { scope: 'everything' }, 'invalid_scope'],
    ['prompt=none', { prompt: 'none' }, 'interaction_required'],
    ['a repeated challenge', {}, 'invalid_request'],
  ])(
    'RFC 9700 §4.11.2: %s sends nobody on by itself to an app that registered itself',
    async (name, changes, error) => {
      const info = await register({ redirect_uris: ['https://evil.example/phish?a=1&b=2'] })
      const [redirect_uri = ''] = info.redirect_uris
      const code_challenge = provider.newChallenge()
      const request = { client_id: info.client_id, redirect_uri, code_challenge, ...changes }
      if (name === 'a repeated challenge') await provider.authorize({ ...request, state: 'another' })
      const page = await provider.authorize(request, { accept: 'text/html' })
      expect(page.statusCode).toBe(400)
      expect(page.headers.location).toBeUndefined()
      const [, address = '', shown] = /<a rel="noreferrer" href="([^"]+)"[^>]*>(.+?)<\/a>/.exec(page.body) ?? []
      expect(shown).toBe('Go on to <bdi dir="ltr">evil.example</bdi>')
      const wayOn = new URL(address.replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code))))
      expect(wayOn.origin + wayOn.pathname).toBe('https://evil.example/phish')
      expect(Object.fromEntries(wayOn.searchParams)).toMatchObject({ a: '1', error, state: 'the state', iss: ISSUER })
      const answered = await provider.authorize(request)
      expect(answered.headers.location).toBeUndefined()
      expect(answered.json()).toMatchObject({ error })
    },
  )

  test('an app that an operator registered still gets its errors by redirect', async () => {
    const { headers } = await provider.authorize({ scope: 'everything' }, { accept: 'text/html' })
    expect(new URL(String(headers.location)).searchParams.get('error')).toBe('invalid_scope')
  })

  test('a token of three uses registers three apps, however many ask at once', async () => {
    const token = await initialAccessToken(3)
    const answers = await Promise.all(Array.from({ length: 10 }, () => post(METADATA, token)))
    const statuses = answers.map(({ statusCode }) => statusCode)
    expect(statuses.filter((status) => status === 201)).toHaveLength(3)
    expect(statuses.filter((status) => status === 401)).toHaveLength(7)
  })

  test.each<[string, object]>([
    [
      'grant types',
      { grant_types: ['authorization_code', 'implicit', 'urn:ietf:params:oauth:grant-type:device_code'] },
    ],
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

  test('an app that registers itself asks people, and gets no client_credentials, not even from an administrator', async () => {
    const token = await initialAccessToken(1)
    const refused = await post({ ...METADATA, grant_types: ['client_credentials'] }, token)
    expect(refused.json()).toMatchObject({ error: 'invalid_client_metadata' })
    const { client_id } = await register({})
    const given = updateClient(provider.database.sql, client_id, { grantTypes: ['client_credentials'] })
    await expect(given).rejects.toThrow('registered itself')
    const device = updateClient(provider.database.sql, client_id, { grantTypes: [DEVICE_CODE_GRANT] })
    await expect(device).rejects.toThrow('registered itself')
  })

  test('an app that registered itself learns no pairwise subject of another sector: it keeps its own', async () => {
    const pairwise = await register({ subject_type: 'pairwise' })
    const change = async (clientId: string, changes: Parameters<typeof updateClient>[2]) =>
      updateClient(provider.database.sql, clientId, changes)
    const redirectUris = ['https://victim.example/callback']
    await expect(change(pairwise.client_id, { redirectUris })).rejects.toThrow('keeps the sector')
    const { client_id } = await register({})
    await change(client_id, { redirectUris })
    await expect(change(client_id, { subjectType: 'pairwise' })).rejects.toThrow('keeps the sector')
  })

  test('an app that names only scopes that there are none of is registered as if it had named none', async () => {
    expect(await register({ scope: 'mcp:tools' })).toMatchObject({ scope: 'openid email profile phone address' })
  })

  test('OpenID Connect Registration §5: a sector identifier lists every redirect URI, or the registration is refused', async () => {
    const at = (path: string) => ({
      sector_identifier_uri: `https://${TEST_HOST}:${port}${path}`,
      subject_type: 'pairwise',
    })
    expect(await register(at('/sector.json'))).toMatchObject(at('/sector.json'))
    const token = await initialAccessToken(1)
    const one = METADATA.redirect_uris
    for (const [path, redirect_uris] of [
      ['/other-sector.json', one],
      ['/logo.png', one],
      ['/sector.json', [...one, 'https://third.example/cb']],
    ] as const) {
      const refused = await post({ ...METADATA, redirect_uris, ...at(path) }, token)
      expect(refused.json()).toEqual({
        error: 'invalid_client_metadata',
        error_description: expect.stringContaining('sector_identifier_uri'),
      })
    }
  })

  test('a logo is fetched once and served by us; what is no image is left out', async () => {
    const info = await register({ logo_uri: `https://${TEST_HOST}:${port}/logo.png` })
    const served = await provider.app.inject(new URL(info.logo_uri).pathname)
    expect(served.headers['content-type']).toBe('image/png')
    expect(served.rawPayload).toEqual(PNG)
    const without = await register({ logo_uri: `https://${TEST_HOST}:${port}/logo.svg` })
    const monogram = await provider.app.inject(new URL(without.logo_uri).pathname)
    expect(monogram.body).not.toContain('onload')
  })

  test('RFC 7592 §2.1: a registration is read with its own token, and only with it', async () => {
    const { client_secret: _, client_secret_expires_at: __, ...info } = await register()
    const other = await register()
    expect((await manage('GET', info)).json()).toEqual(info)
    const wrong = [
      other.registration_access_token,
      newSecret('cs_ra_'),
      await initialAccessToken(),
      String(other.client_secret),
    ]
    for (const token of wrong) {
      for (const method of ['GET', 'PUT', 'DELETE'] as const) {
        const refused = await manage(method, { ...info, registration_access_token: token }, { ...METADATA })
        expect(refused.statusCode).toBe(401)
      }
    }
  })

  test('RFC 7592 §2.2: a registration is replaced as a whole, and what is left out falls back to its default', async () => {
    const info = await register({ subject_type: 'pairwise', scope: 'email' })
    await provider.database.sql`
      update provider.clients set description = 'Kept.', scopes = '[{"name":"email","reason":"Kept.","required":true}]'
       where client_id = ${info.client_id}`
    const replaced = await manage('PUT', info, {
      ...METADATA,
      client_id: info.client_id,
      client_name: 'New Name',
      scope: 'openid email',
    })
    expect(replaced.statusCode).toBe(200)
    expect(replaced.json()).toMatchObject({ client_name: 'New Name', subject_type: 'public', scope: 'openid email' })
    expect(replaced.json()).not.toHaveProperty('client_secret')
    const [row] = await provider.database.sql`
      select description, scopes from provider.clients where client_id = ${info.client_id}`
    expect(row).toEqual({
      description: 'Kept.',
      scopes: [
        { name: 'openid', reason: '', required: false },
        { name: 'email', reason: 'Kept.', required: true },
      ],
    })
  })

  test.each<[string, (info: ClientInformation) => object]>([
    ['another client_id', () => ({ ...METADATA, client_id: 'another' })],
    ['no client_id', () => METADATA],
    ['another secret', ({ client_id }) => ({ ...METADATA, client_id, client_secret: newSecret('cs_cs_') })],
  ])('RFC 7592 §2.2: a replacement with %s is refused', async (_case, body) => {
    const info = await register()
    const refused = await manage('PUT', info, body(info))
    expect(refused.statusCode).toBe(400)
    expect(refused.json()).toMatchObject({ error: 'invalid_client_metadata' })
    const { client_id, client_secret } = info
    expect((await manage('PUT', info, { ...METADATA, client_id, client_secret })).statusCode).toBe(200)
  })

  test('RFC 7592 §2.3: a removed registration is gone, and its token with it', async () => {
    const info = await register()
    expect((await provider.authorize({ client_id: info.client_id })).statusCode).toBe(302)
    expect((await manage('DELETE', info)).statusCode).toBe(204)
    expect((await manage('GET', info)).statusCode).toBe(401)
    expect((await provider.authorize({ client_id: info.client_id })).statusCode).toBe(400)
  })

  test('RFC 9700 §2.6: a page of any origin may register, and other methods are refused', async () => {
    const preflight = await provider.app.inject({ method: 'OPTIONS', url: '/oauth/register' })
    expect(preflight.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'POST',
    })
    const managing = await provider.app.inject({ method: 'OPTIONS', url: '/oauth/register/some-client' })
    expect(managing.headers['access-control-allow-methods']).toBe('GET, HEAD, PUT, DELETE')
    const refused = await provider.app.inject({ method: 'GET', url: '/oauth/register' })
    expect(refused.statusCode).toBe(405)
    expect(refused.headers.allow).toBe('POST, OPTIONS')
  })

  test('no token of a registration is stored or logged as itself', async () => {
    const token = await initialAccessToken()
    const info: ClientInformation = (await post(METADATA, token)).json()
    await provider.app.auditTrail.flush()
    const rows = await provider.database.sql`
      select c::text as row from provider.clients c union all select t::text from provider.initial_access_tokens t
      union all select a::text from provider.audit_events a union all select s::text from provider.client_secrets s`
    const everything = `${JSON.stringify(rows)}\n${provider.log.join('\n')}`
    for (const secret of [token, info.registration_access_token, String(info.client_secret)]) {
      expect(everything).not.toContain(secret)
      expect(everything).not.toContain(Buffer.from(secret).toString('hex'))
    }
  })
})

test('RFC 8414 §2: the registration endpoint is in the metadata only while there is one', async () => {
  const off = await startProvider('embedded')
  const open = await startProvider('embedded', undefined, { dynamicRegistration: 'open' })
  const metadata = async ({ app }: StartedProvider) =>
    (await app.inject('/.well-known/oauth-authorization-server')).json()
  expect(await metadata(off)).not.toHaveProperty('registration_endpoint')
  expect((await off.app.inject({ method: 'POST', url: '/oauth/register', payload: METADATA })).statusCode).toBe(404)
  expect(await metadata(open)).toMatchObject({ registration_endpoint: `${ISSUER}/oauth/register` })
  const registered = await open.app.inject({ method: 'POST', url: '/oauth/register', payload: METADATA })
  expect(registered.statusCode).toBe(201)
  await off.close()
  await open.close()
})
