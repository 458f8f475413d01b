import { newKeyedSecret } from '@countersign/service/secrets'
import { errors } from 'jose'
import { expect, test } from 'vitest'
import { ISSUER, USER_ID } from './started-provider.ts'
import { CALENDAR, PAYMENTS, startResourceServers, words } from './started-resource-servers.ts'

const UNUSED = 'https://unused.example'

const { provider, codeFor, exchange, refresh, ask, ownToken, verify } = startResourceServers()

test('an opaque token is for the API that its scope is of: that one is told, and no other', async () => {
  const { access_token, scope, refresh_token } = await exchange(await codeFor({ scope: 'openid email calendar:read' }))
  expect(access_token).toMatch(/^cs_at_/)
  expect(scope).toBe('calendar:read')
  expect(await ask(access_token, provider.calendar)).toMatchObject({
    active: true,
    aud: CALENDAR,
    scope: 'calendar:read',
    client_id: provider.client.client_id,
    sub: USER_ID,
    iss: ISSUER,
    token_type: 'Bearer',
  })
  // GHSA-p2fr (Better Auth): a token for A is refused by B.
  expect(await ask(access_token, provider.payments)).toEqual({ active: false })
  expect(await ask(access_token, provider.client)).toMatchObject({ active: true, aud: CALENDAR })
  // An API learns nothing of a refresh token.
  expect(await ask(refresh_token, provider.calendar)).toEqual({ active: false })
  // The API's token gives no access to userinfo; a token for this service does.
  expect((await provider.userinfo(access_token)).statusCode).toBe(401)
  const here = await refresh(refresh_token, { resource: ISSUER })
  expect(here.scope).toBe('openid email')
  expect((await provider.userinfo(here.access_token)).json()).toEqual({ sub: USER_ID })
  expect(await ask(here.access_token, provider.calendar)).toEqual({ active: false })
})

test('RFC 9068 §4: an API checks a JWT by itself, asks about it if it wants to, and hears of its end', async () => {
  const tokens = await exchange(await codeFor({ scope: 'openid payments:read' }))
  expect(tokens.expires_in).toBe(600)
  const claims = await verify(tokens.access_token, PAYMENTS)
  expect(claims).toEqual({
    iss: ISSUER,
    sub: USER_ID,
    aud: PAYMENTS,
    client_id: provider.client.client_id,
    scope: 'payments:read',
    iat: expect.any(Number),
    exp: (claims.iat ?? 0) + 600,
    jti: expect.any(String),
  })
  await expect(verify(tokens.access_token, CALENDAR)).rejects.toThrow(errors.JWTClaimValidationFailed)
  await expect(verify(tokens.id_token, provider.client.client_id)).rejects.toThrow(errors.JWTClaimValidationFailed)
  expect(await ask(tokens.access_token, provider.payments)).toMatchObject({ active: true, aud: PAYMENTS })
  expect(await ask(tokens.access_token, provider.calendar)).toEqual({ active: false })
  expect((await provider.userinfo(tokens.access_token)).statusCode).toBe(401)
  // Another signature, another header or another text is another token.
  for (const changed of [`${tokens.access_token}A`, tokens.access_token.slice(0, -4), `${tokens.id_token}`]) {
    expect(await ask(changed, provider.payments)).toEqual({ active: false })
  }
  expect((await provider.revoke(tokens.access_token, provider.payments)).statusCode).toBe(200)
  expect(await ask(tokens.access_token, provider.payments)).toMatchObject({ active: true })
  expect((await provider.revoke(tokens.access_token, provider.client)).statusCode).toBe(200)
  expect(await ask(tokens.access_token, provider.payments)).toEqual({ active: false })
  expect(await refresh(tokens.refresh_token)).toMatchObject({ error: 'invalid_grant' })
})

test.each([{ jti: 7 }, { jti: ['a'] }, { jti: null }, {}, null, 'text', []])(
  'a forged JWT access token with the payload %j is inactive, and cannot be revoked',
  async (payload) => {
    const [header, body] = [{ typ: 'at+jwt', alg: 'none' }, payload].map((part) =>
      Buffer.from(JSON.stringify(part)).toString('base64url'),
    )
    const forged = `${header}.${body}.AAAA`
    expect(await ask(forged, provider.payments)).toEqual({ active: false })
    expect((await provider.revoke(forged, provider.client)).json()).toMatchObject({ error: 'unsupported_token_type' })
  },
)

test('a forged refresh token for a known grant tells nothing of its approval', async () => {
  const { access_token, refresh_token } = await exchange(await codeFor({ scope: 'openid payments:read' }))
  const [grantId = ''] = String((await verify(access_token, PAYMENTS)).jti).split('.')
  for (const asked of [{}, { resource: PAYMENTS }, { resource: CALENDAR }, { scope: 'calendar:read' }]) {
    const answer = await refresh(newKeyedSecret('cs_rt_', grantId), asked)
    expect(answer).toEqual({ error: 'invalid_grant', error_description: 'The refresh token is unknown.' })
  }
  const next = await refresh(refresh_token)
  expect(await refresh(refresh_token, { resource: CALENDAR })).toMatchObject({ error: 'invalid_target' })
  expect((await refresh(next.refresh_token)).scope).toBe('payments:read')
})

test("a resource without a scope adds all its scopes to the app's defaults, to its own calls none", async () => {
  const scopes = ['email', 'payments:read', 'calendar:read'].map((name) => ({
    name,
    reason: '',
    required: false,
    default: name !== 'calendar:read',
  }))
  const grant_types = ['authorization_code', 'client_credentials', 'refresh_token']
  const app = await provider.register({ scopes, grant_types })
  const tokens = await exchange(await codeFor({ scope: '', resource: CALENDAR }, app), app)
  expect(tokens.scope).toBe('calendar:read')
  expect(await refresh(tokens.refresh_token, { ...app, resource: ISSUER })).toMatchObject({ scope: 'email' })
  expect(await ownToken({ ...app, resource: CALENDAR })).toMatchObject({ scope: 'calendar:read' })
})

test('RFC 8707 §2.2: the token request names one API; a wrong name spends no code or token', async () => {
  const code = await codeFor({ scope: 'openid payments:read payments:write calendar:read' })
  expect(await exchange(code)).toMatchObject({ error: 'invalid_target' })
  expect(await exchange(code, { resource: 'https://other.example' })).toMatchObject({ error: 'invalid_target' })
  const tokens = await exchange(code, { resource: `${CALENDAR}/` })
  expect(await ask(tokens.access_token, provider.calendar)).toMatchObject({ aud: CALENDAR })
  expect(await refresh(tokens.refresh_token)).toMatchObject({ error: 'invalid_target' })
  const narrowed = { resource: PAYMENTS, scope: 'payments:write' }
  const next = await refresh(tokens.refresh_token, narrowed)
  expect(await verify(next.access_token, PAYMENTS)).toMatchObject({ scope: 'payments:write' })
  const twice = new URLSearchParams({
    grant_type: 'refresh_token',
    refresh_token: next.refresh_token,
    ...provider.client,
  })
  for (const resource of [PAYMENTS, CALENDAR]) twice.append('resource', resource)
  expect((await provider.send('/oauth/token/', twice.toString())).json()).toMatchObject({ error: 'invalid_target' })
  // CVE-2026-9689 (Keycloak): of two keys of a JSON object one would be lost.
  const json = JSON.stringify(Object.fromEntries(twice)).replace('{', `{"resource":"${PAYMENTS}",`)
  const doubled = await provider.send('/oauth/token/', json, { 'content-type': 'application/json' })
  expect(doubled.json()).toMatchObject({ error: 'invalid_request' })
  expect((await refresh(next.refresh_token, { resource: PAYMENTS })).scope).toBe('payments:read payments:write')
})

test('authentik CVE-2024-52287: no step grants a scope of an API without approval', async () => {
  const { refresh_token } = await exchange(await codeFor({ scope: 'openid payments:read' }))
  const more = { scope: 'payments:read payments:write', resource: PAYMENTS }
  expect(await refresh(refresh_token, more)).toMatchObject({ error: 'invalid_scope' })
  const foreign = { scope: 'payments:read calendar:read', resource: PAYMENTS }
  expect(await refresh(refresh_token, foreign)).toMatchObject({ error: 'invalid_scope' })
  expect(await refresh(refresh_token, { resource: CALENDAR })).toMatchObject({ error: 'invalid_target' })
  expect(await refresh(refresh_token)).toMatchObject({ scope: 'payments:read' })
})

test.each([
  ['is unknown', { scope: 'openid', resource: 'https://nobody.example' }],
  ['has no scope of the client', { scope: 'openid', resource: UNUSED }],
  ['has a fragment', { scope: 'payments:read', resource: `${PAYMENTS}#x` }],
  ['is no address', { scope: 'payments:read', resource: 'payments' }],
])('RFC 8707 §2.1: a resource that %s is refused where the request begins', async (_case, asked) => {
  await provider.add({ resource: UNUSED, name: 'Unused', scopes: [{ name: 'unused:read', texts: words('See it') }] })
  const parameters = { ...provider.client, ...asked }
  const { headers } = await provider.authorize(parameters)
  expect(headers.location).toContain('error=invalid_target')
  expect((await provider.push(parameters)).json()).toMatchObject({ error: 'invalid_target' })
})

test.each([
  ['openid email offline_access', [PAYMENTS], 'openid email payments:read payments:write'],
  ['offline_access', [CALENDAR], 'calendar:read'],
  ['  openid   email ', [`${CALENDAR}/`], 'openid email calendar:read'],
  ['openid', [`${PAYMENTS}/`], 'openid payments:read payments:write'],
  ['openid payments:read', [PAYMENTS], 'openid payments:read'],
  ['openid payments:read calendar:read', [PAYMENTS], 'openid payments:read'],
  ['calendar:read', [PAYMENTS], 'payments:read payments:write'],
  ['email payments:read', [PAYMENTS, CALENDAR], 'email payments:read calendar:read'],
  ['openid calendar:read', [ISSUER], 'openid'],
])('scope=%j with resource=%j asks for %j', async (scope, resources, asked) => {
  const query = provider.authorizeQuery({ client_id: provider.client.client_id, scope })
  for (const resource of resources) query.append('resource', resource)
  const started = await provider.app.inject(`/oauth/authorize?${query.toString()}`)
  const id = new URL(String(started.headers.location)).searchParams.get('auth_request_id') ?? ''
  expect((await provider.readAs(USER_ID, id)).json().requested_scopes.join(' ')).toBe(asked)
})

test('a refresh whose scopes belong to another resource gives all that was granted at the named one', async () => {
  const tokens = await exchange(await codeFor({ scope: 'openid email payments:read' }))
  const asked = { scope: ' openid  email offline_access', resource: `${PAYMENTS}/` }
  expect(await refresh(tokens.refresh_token, asked)).toMatchObject({ scope: 'payments:read' })
})

test('RFC 8707 §2.1: several resources; without a scope all that the app may have there', async () => {
  const query = provider.authorizeQuery({ ...provider.client, scope: 'payments:read calendar:read' })
  query.delete('client_secret')
  for (const resource of [PAYMENTS, CALENDAR]) query.append('resource', resource)
  const started = await provider.app.inject(`/oauth/authorize?${query.toString()}`)
  expect(started.headers.location).toContain('auth_request_id=')
  const code = await codeFor({ scope: '', resource: CALENDAR })
  expect(await exchange(code)).toMatchObject({ scope: 'calendar:read' })
})

test('an app with pairwise subjects, and its API, learn no other name of the person', async () => {
  const app = await provider.register({ subject_type: 'pairwise' })
  const code = await codeFor({ scope: 'openid payments:read' }, app)
  const tokens = await exchange(code, app)
  const { sub } = await verify(tokens.access_token, PAYMENTS)
  expect(sub).not.toBe(USER_ID)
  expect(sub).toBe(JSON.parse(Buffer.from(tokens.id_token.split('.')[1], 'base64url').toString()).sub)
  expect(await ask(tokens.access_token, provider.payments)).toMatchObject({ active: true, sub })
})

test('RFC 6749 §4.4: an app calls for itself at one API, without a person and without a refresh token', async () => {
  const opaque = await ownToken({ scope: 'calendar:read' })
  expect(opaque).toEqual({
    access_token: expect.stringMatching(/^cs_ct_/),
    token_type: 'Bearer',
    expires_in: 3600,
    scope: 'calendar:read',
  })
  const { client_id } = provider.client
  const about = { active: true, sub: client_id, client_id, aud: CALENDAR, scope: 'calendar:read' }
  expect(await ask(opaque.access_token, provider.calendar)).toMatchObject(about)
  expect(await ask(opaque.access_token, provider.client)).toMatchObject(about)
  expect(await ask(opaque.access_token, provider.payments)).toEqual({ active: false })
  expect((await provider.userinfo(opaque.access_token)).statusCode).toBe(401)

  const jwt = await ownToken({ resource: PAYMENTS })
  expect(jwt.scope).toBe('payments:read payments:write')
  expect(await verify(jwt.access_token, PAYMENTS)).toMatchObject({ sub: client_id, client_id })
  expect(await ask(jwt.access_token, provider.payments)).toMatchObject({ active: true, sub: client_id })
  for (const { access_token } of [opaque, jwt]) {
    const at = access_token === jwt.access_token ? provider.payments : provider.calendar
    await provider.revoke(access_token, provider.payments)
    expect(await ask(access_token, at)).toMatchObject({ active: true })
    await provider.revoke(access_token, provider.client)
    expect(await ask(access_token, at)).toEqual({ active: false })
  }
})

test.each([
  ['a scope of a person', { scope: 'openid' }, 'invalid_scope'],
  ['a claim of a person beside an API', { scope: 'email calendar:read' }, 'invalid_scope'],
  ['nothing', {}, 'invalid_scope'],
  ['an unknown scope', { scope: 'calendar:write' }, 'invalid_scope'],
  ['two APIs at once', { scope: 'calendar:read payments:read' }, 'invalid_target'],
  ['scopes of another API', { scope: 'calendar:read payments:read', resource: CALENDAR }, 'invalid_scope'],
  ['this service', { scope: 'calendar:read', resource: ISSUER }, 'invalid_target'],
  ['an unknown API', { scope: 'calendar:read', resource: 'https://nobody.example' }, 'invalid_target'],
])('client_credentials for %s is refused', async (_case, asked, error) => {
  expect(await ownToken(asked)).toMatchObject({ error })
})

test('a JWT that is asked for twice by one refresh token has the same claims, and by RS256 the same text', async () => {
  const { refresh_token } = await exchange(await codeFor({ scope: 'openid payments:read', resource: PAYMENTS }))
  const [one, other] = await Promise.all([refresh(refresh_token), refresh(refresh_token)])
  expect(other).toEqual(one)
  const claims = await verify(one.access_token, PAYMENTS)
  expect(claims.jti).toMatch(/^[0-9a-f-]{36}\.1\.[\w-]{22}$/)
  expect(await ask(one.access_token, provider.payments)).toMatchObject({ active: true, scope: 'payments:read' })
  const forged = `${one.access_token.slice(0, -8)}AAAAAAAA`
  expect(await ask(forged, provider.payments)).toEqual({ active: false })
})

test('one refresh that is asked for at two resources gives an access token for each, and one refresh token', async () => {
  const scope = 'openid payments:read calendar:read'
  const { refresh_token } = await exchange(await codeFor({ scope }), { resource: CALENDAR })
  const [calendar, here] = await Promise.all([CALENDAR, ISSUER].map((resource) => refresh(refresh_token, { resource })))
  expect(here.refresh_token).toBe(calendar.refresh_token)
  expect(await ask(calendar.access_token, provider.calendar)).toMatchObject({ aud: CALENDAR, scope: 'calendar:read' })
  expect((await provider.userinfo(calendar.access_token)).statusCode).toBe(401)
  expect((await provider.userinfo(here.access_token)).statusCode).toBe(200)
})
