import { createHash } from 'node:crypto'
import { startBeforeAll } from '@countersign/testing'
import { describe, expect, test } from 'vitest'
import { expectRefusal, expectServiceRefusal, redirectedTo } from './answers.ts'
import { ISSUER, REDIRECT_URI, startProvider, USER_ID } from './started-provider.ts'

/** Mistakes that other servers made and published, each as a test. Those not here stand beside the rule they break. */
describe('published advisories', () => {
  const provider = startBeforeAll(() => startProvider('postgresql'))

  test.each([
    ['CVE-2023-48228: a code is not exchanged without its verifier', { code_verifier: undefined }],
    ['CVE-2024-23647, CVE-2025-4144: nor with an empty one', { code_verifier: '' }],
    ['CVE-2024-22258: nor with the challenge in the place of the verifier', 'challenge'],
  ] as const)('%s', async (_name, change) => {
    const code = await provider.obtainCode()
    const challenge = createHash('sha256').update(provider.verifierOf(code)).digest('base64url')
    const refused = await provider.exchange(code, change === 'challenge' ? { code_verifier: challenge } : change)
    expectRefusal(refused, 400, 'invalid_grant')
  })

  test('CVE-2026-67336, GHSA-9h47: no weak default is offered: S256 only, no "none" and no shared secret among algorithms', async () => {
    const metadata = (await provider.app.inject('/.well-known/openid-configuration')).json()
    expect(metadata.code_challenge_methods_supported).toEqual(['S256'])
    const algorithms = Object.entries<string[]>(metadata).filter(([name]) => name.includes('_alg_values_supported'))
    expect(algorithms.length).toBeGreaterThan(2)
    for (const [, values] of algorithms)
      expect(values.filter((alg) => alg === 'none' || alg.startsWith('HS'))).toEqual([])
  })

  test('CVE-2025-4143: the redirect URI is checked at authorize and again at the token endpoint', async () => {
    expect((await provider.authorize({ redirect_uri: 'https://evil.example/' })).statusCode).toBe(400)
    const refused = await provider.exchange(await provider.obtainCode(), { redirect_uri: 'https://evil.example/' })
    expect(refused.json()).toMatchObject({ error: 'redirect_uri_mismatch' })
  })

  test.each([
    'https://app.example/callback/../evil',
    'https://app.example/callback%2e%2e/',
    'https://app.example/callback\\@evil.example',
    'https://app.example//callback',
    'https://app.example/callback;evil',
    'https://app.example/callback#',
    'https://app.example/callback%00',
    'https://app.example/callback\t',
    'https://app.example@evil.example/callback',
    'https://app。example/callback',
    'https://app.example./callback',
    'https://app.example:443/callback',
    'https://app.example/*',
    'https://app.example/call',
  ])(
    'CVE-2022-3782, CVE-2023-6291, CVE-2024-1132, CVE-2026-3872, CVE-2019-14857, CVE-2022-23527, CVE-2026-44681, CVE-2026-54072: %j is no way out',
    async (redirect_uri) => {
      const response = await provider.authorize({ redirect_uri })
      expect(response.statusCode).toBe(400)
      expect(response.headers.location).toBeUndefined()
    },
  )

  test('CVE-2024-52287: what is approved is never more than requested, and a refresh never more than granted', async () => {
    const id = await provider.startRequest({ scope: 'email' })
    const beyond = await provider.complete(id, { approved_scopes: ['email', 'profile'] })
    expect(beyond.json()).toMatchObject({ code: 'invalid_scope' })
    const { refresh_token } = await provider.obtainTokens()
    const refused = await provider.refresh(refresh_token, { scope: 'openid email profile' })
    expect(refused.json()).toMatchObject({ error: 'invalid_scope' })
  })

  test('CVE-2026-45337, CVE-2022-39222: a request is answered only by the person who opened it; for others there is none', async () => {
    const id = await provider.startRequest()
    expect((await provider.readAs(USER_ID, id)).statusCode).toBe(200)
    const stranger = 'a-stranger'
    expect((await provider.readAs(stranger, id)).statusCode).toBe(404)
    const data_token = await provider.attest(id, { sub: stranger })
    const approval = await provider.complete(id, { user_id: stranger, data_token })
    const denial = await provider.deny(id, stranger)
    for (const refused of [approval, denial]) {
      expectServiceRefusal(refused, 404, 'not_found')
    }
    expect((await provider.complete(id)).statusCode).toBe(200)
  })

  test('of two people who open a request at once, one can answer it', async () => {
    const id = await provider.startRequest()
    const people = ['first-person', 'second-person']
    await Promise.all(people.map((user_id) => provider.readAs(user_id, id)))
    const answers = await Promise.all(
      people.map(async (user_id) =>
        provider.complete(id, { user_id, data_token: await provider.attest(id, { sub: user_id }) }),
      ),
    )
    expect(answers.map(({ statusCode }) => statusCode).toSorted((left, right) => left - right)).toEqual([200, 404])
  })

  test('CVE-2026-7571: there is no way to any response but a code', async () => {
    for (const response_type of ['token', 'id_token', 'code token', 'code id_token', 'none', 'CODE', ' code']) {
      const query = redirectedTo(await provider.authorize({ response_type }))
      expect(query.get('error')).toBe('unsupported_response_type')
      expect([...query.keys()].filter((name) => name.includes('token'))).toEqual([])
    }
  })

  test('CVE-2019-8400: no text of a request comes back in a page', async () => {
    const attack = '"><script>alert(document.domain)</script>'
    for (const changes of [{ client_id: attack }, { redirect_uri: attack }]) {
      const response = await provider.authorize(changes, { accept: 'text/html' })
      expect(response.headers['content-type']).toContain('text/html')
      expect(response.body).not.toContain('alert(')
    }
  })

  test('CVE-2026-29067, CVE-2026-33495: issuer and addresses come from the configuration, whatever a request claims to be for', async () => {
    const headers = {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'http',
      forwarded: 'host=evil.example',
    }
    const metadata = await provider.app.inject({ url: '/.well-known/oauth-authorization-server', headers })
    expect(metadata.body).not.toContain('evil.example')
    expect(metadata.json().issuer).toBe(ISSUER)
    const started = await provider.authorize({}, headers)
    expect(String(started.headers.location)).toMatch(new RegExp(`^${ISSUER}/consent`))
    expect(redirectedTo(await provider.authorize({ scope: 'nothing' }, headers)).get('iss')).toBe(ISSUER)
  })

  test('a token or code of another kind, or the identifier of a request, opens nothing', async () => {
    const id = await provider.startRequest()
    const { access_token, refresh_token, data_token } = await provider.obtainTokens()
    for (const wrong of [id, refresh_token, data_token, provider.client.client_secret]) {
      expect((await provider.userinfo(String(wrong))).statusCode).toBe(401)
    }
    for (const wrong of [id, access_token, data_token]) {
      expect((await provider.exchange(wrong)).json()).toMatchObject({ error: 'invalid_grant' })
      expect((await provider.refresh(wrong)).json()).toMatchObject({ error: 'invalid_grant' })
    }
  })

  // The checklist of RFC 9700, for the boxes that no other test names.

  test('RFC 9700 §2.1.2, §2.4: no implicit grant and no password grant', async () => {
    const metadata = (await provider.app.inject('/.well-known/oauth-authorization-server')).json()
    expect(metadata.response_types_supported).toEqual(['code'])
    expect(metadata.grant_types_supported).toEqual([
      'authorization_code',
      'refresh_token',
      'client_credentials',
      'urn:ietf:params:oauth:grant-type:device_code',
    ])
    for (const grant_type of ['password', 'implicit']) {
      const refused = await provider.token({ grant_type, ...provider.client })
      expect(refused.json()).toMatchObject({ error: 'unsupported_grant_type' })
    }
  })

  test('RFC 9700 §2.1, §4.1.3: a registered address is met character by character', async () => {
    expect((await provider.authorize({ redirect_uri: `${REDIRECT_URI}/` })).json()).toMatchObject({
      error: 'redirect_uri_mismatch',
    })
  })

  test('RFC 9700 §4.4, RFC 9207 §2: every answer by redirect names its issuer', async () => {
    expect(redirectedTo(await provider.authorize({ prompt: 'none' })).get('iss')).toBe(ISSUER)
    const metadata = (await provider.app.inject('/.well-known/oauth-authorization-server')).json()
    expect(metadata.authorization_response_iss_parameter_supported).toBe(true)
  })

  test('RFC 9700 §4.12: a form post is answered with 303, never with 307', async () => {
    const response = await provider.send('/oauth/authorize', provider.authorizeQuery().toString())
    expect(response.statusCode).toBe(303)
    expect(response.headers.location).toContain('/consent?auth_request_id=')
  })

  test('RFC 9700 §4.2: the address of a request or an answer is told to no other site', async () => {
    for (const changes of [{}, { scope: 'nothing' }]) {
      const { headers } = await provider.authorize(changes)
      expect(headers).toMatchObject({ 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' })
    }
  })

  test('RFC 9700 §2.6: scripts of other origins may ask for tokens and metadata, and never authorize', async () => {
    const origin = { origin: 'https://page.example' }
    const asksFirst = { ...origin, 'access-control-request-headers': 'mcp-protocol-version' }
    for (const name of ['oauth-authorization-server', 'openid-configuration', 'jwks.json']) {
      const url = `/.well-known/${name}`
      expect((await provider.app.inject({ url, headers: origin })).headers['access-control-allow-origin']).toBe('*')
      const preflight = await provider.app.inject({ method: 'OPTIONS', url, headers: asksFirst })
      expect([preflight.statusCode, preflight.headers['access-control-allow-origin']]).toEqual([204, '*'])
      expect(preflight.headers['access-control-allow-headers']).toContain('*')
    }
    expect((await provider.exchange('x')).headers['access-control-allow-origin']).toBe('*')
    expect((await provider.authorize({}, origin)).headers['access-control-allow-origin']).toBeUndefined()
  })

  test('RFC 9700 §2.3: an access token is good for its app alone', async () => {
    const { access_token } = await provider.obtainTokens()
    const other = await provider.register({})
    expect((await provider.introspect(access_token, { ...other })).json()).toEqual({ active: false })
    expect((await provider.introspect(access_token)).json()).toMatchObject({ active: true, scope: 'openid email' })
  })

  test('RFC 9700 §2.5: an app can prove itself with a key instead of a secret', async () => {
    const metadata = (await provider.app.inject('/.well-known/oauth-authorization-server')).json()
    expect(metadata.token_endpoint_auth_methods_supported).toContain('private_key_jwt')
  })

  test('RFC 9700 §4.16: a page for people cannot be framed', async () => {
    const { headers } = await provider.authorize({ client_id: 'nobody' }, { accept: 'text/html' })
    expect(headers['x-frame-options']).toBe('DENY')
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
  })
})
