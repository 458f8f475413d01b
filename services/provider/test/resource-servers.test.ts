import { newKeyedSecret } from '@countersign/service/secrets'
import { recordStatements, startBeforeAll } from '@countersign/testing'
import { createLocalJWKSet, errors, type JWTVerifyOptions, jwtVerify } from 'jose'
import { afterAll, describe, expect, test } from 'vitest'
import { createDpopNonces } from '../src/ground/dpop/dpop-nonces.ts'
import { createSigningKey } from './signing-key.ts'
import { ISSUER, REDIRECT_URI, SERVICE_TOKEN, startProvider, USER_ID } from './started-provider.ts'

const ADMIN_TOKEN = 'administration-token-of-the-tests-0123'
const PAYMENTS = 'https://payments.example/api'
const CALENDAR = 'https://calendar.example'
const AT_JWT: JWTVerifyOptions = { issuer: ISSUER, typ: 'at+jwt', requiredClaims: ['exp', 'iat', 'jti', 'client_id'] }

const words = (title: string) => ({
  en: { title, description: `${title}.` },
  de: { title: `${title} (de)`, description: '' },
})

const own = ({ client_id, client_secret }: { client_id: string; client_secret: string }) => ({
  client_id,
  client_secret,
})

describe('resource servers', () => {
  const provider = startBeforeAll(async () => {
    const started = await startProvider('postgresql', undefined, { adminToken: ADMIN_TOKEN })
    const admin = async (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, payload?: object) =>
      started.app.inject({
        method,
        url: `/api/admin/${path}`,
        headers: { authorization: `Bearer ${ADMIN_TOKEN}` },
        ...(payload && { payload }),
      })
    const add = async (creation: object) => (await admin('POST', 'resource-servers/', creation)).json()
    const payments = await add({
      resource: PAYMENTS,
      name: 'Payments',
      access_token_format: 'jwt',
      scopes: [
        { name: 'payments:read', texts: words('See payments') },
        { name: 'payments:write', texts: words('Make payments') },
      ],
    })
    const calendar = await add({
      resource: CALENDAR,
      name: 'Calendar',
      scopes: [{ name: 'calendar:read', texts: words('See your calendar') }],
    })
    const names = ['openid', 'email', 'payments:read', 'payments:write', 'calendar:read']
    const scopes = names.map((name) => ({ name, reason: '', required: false }))
    const registered = { name: 'App', redirect_uris: [REDIRECT_URI], scopes }
    const register = async (changes: object = {}) =>
      (await admin('POST', 'clients/', { ...registered, ...changes })).json<{
        client_id: string
        client_secret: string
      }>()
    const client = own(await register({ grant_types: ['authorization_code', 'refresh_token', 'client_credentials'] }))
    return {
      ...started,
      admin,
      add,
      register,
      client,
      payments: own(payments),
      calendar: own(calendar),
    }
  })

  /** Signs in as an app, and approves all that it asks for. */
  async function codeFor(asked: Readonly<Record<string, string>>, app = provider.client): Promise<string> {
    const id = await provider.startRequest({ client_id: app.client_id, ...asked })
    const query = `auth_request_id=${id}&user_id=${USER_ID}`
    const { requested_scopes, subject } = (await provider.internal('GET', `auth-request-details/?${query}`)).json()
    const data_token = await provider.attest(id, { aud: app.client_id, sub: subject ?? USER_ID, claims: {} })
    const done = await provider.complete(id, { approved_scopes: requested_scopes, data_token })
    return done.json<{ authorization_code: string }>().authorization_code
  }

  const exchange = async (code: string, changes: Readonly<Record<string, string>> = {}) =>
    (await provider.exchange(code, { ...provider.client, ...changes })).json()
  const refresh = async (token: string, changes: Readonly<Record<string, string>> = {}) =>
    (await provider.refresh(token, { ...provider.client, ...changes })).json()
  const ask = async (token: string, caller: object) => (await provider.introspect(token, { ...caller })).json()
  const ownToken = async (changes: Readonly<Record<string, string>> = {}, headers = {}) =>
    (await provider.token({ grant_type: 'client_credentials', ...provider.client, ...changes }, headers)).json()

  /** Verifies a token as an API does (RFC 9068 §4), with an independent library. */
  async function verify(token: string, audience: string) {
    const keys = createLocalJWKSet((await provider.app.inject('/.well-known/jwks.json')).json())
    return (await jwtVerify(token, keys, { ...AT_JWT, audience, algorithms: ['RS256', 'ES256'] })).payload
  }

  test('an opaque token is for the API that its scope is of: that one is told, and no other', async () => {
    const { access_token, scope, refresh_token } = await exchange(
      await codeFor({ scope: 'openid email calendar:read' }),
    )
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
    'what is written as a JWT access token and holds %j is none: it is inactive, and cannot be revoked',
    async (payload) => {
      const [header, body] = [{ typ: 'at+jwt', alg: 'none' }, payload].map((part) =>
        Buffer.from(JSON.stringify(part)).toString('base64url'),
      )
      const forged = `${header}.${body}.AAAA`
      expect(await ask(forged, provider.payments)).toEqual({ active: false })
      expect((await provider.revoke(forged, provider.client)).json()).toMatchObject({ error: 'unsupported_token_type' })
    },
  )

  test('who knows a grant, which every token names, learns nothing of what was approved with a refresh token of their own', async () => {
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

  test('an API that is taken from an app is out of its reach, whatever was approved before', async () => {
    const app = own(await provider.register())
    const tokens = await exchange(await codeFor({ scope: 'payments:read calendar:read' }, app), {
      ...app,
      resource: PAYMENTS,
    })
    const registered = (...names: string[]) => ({
      scopes: names.map((name) => ({ name, reason: '', required: false })),
    })
    await provider.admin('PATCH', `clients/${app.client_id}/`, registered('openid', 'calendar:read'))
    const taken = { ...app, resource: PAYMENTS }
    expect(await refresh(tokens.refresh_token, taken)).toMatchObject({ error: 'invalid_target' })
    const other = await refresh(tokens.refresh_token, app)
    expect(other.scope).toBe('calendar:read')
    await provider.admin('PATCH', `clients/${app.client_id}/`, registered('openid', 'payments:write'))
    expect(await refresh(other.refresh_token, app)).toMatchObject({ error: 'invalid_scope' })
    await provider.admin('PATCH', `clients/${app.client_id}/`, registered('openid'))
    const here = await refresh(other.refresh_token, app)
    expect(await ask(here.access_token, provider.calendar)).toEqual({ active: false })
  })

  test('a resource without a scope adds all of it to the defaults of an app, and to its own calls nothing else', async () => {
    const scopes = ['email', 'payments:read', 'calendar:read'].map((name) => ({
      name,
      reason: '',
      required: false,
      default: name !== 'calendar:read',
    }))
    const app = own(
      await provider.register({ scopes, grant_types: ['authorization_code', 'client_credentials', 'refresh_token'] }),
    )
    const tokens = await exchange(await codeFor({ scope: '', resource: CALENDAR }, app), app)
    expect(tokens.scope).toBe('calendar:read')
    expect(await refresh(tokens.refresh_token, { ...app, resource: ISSUER })).toMatchObject({ scope: 'email' })
    expect(await ownToken({ ...app, resource: CALENDAR })).toMatchObject({ scope: 'calendar:read' })
  })

  test('RFC 8707 §2.2: of several APIs the token request names one, and a wrong name costs neither code nor refresh token', async () => {
    const code = await codeFor({ scope: 'openid payments:read payments:write calendar:read' })
    expect(await exchange(code)).toMatchObject({ error: 'invalid_target' })
    expect(await exchange(code, { resource: 'https://other.example' })).toMatchObject({ error: 'invalid_target' })
    const tokens = await exchange(code, { resource: `${CALENDAR}/` })
    expect(await ask(tokens.access_token, provider.calendar)).toMatchObject({ aud: CALENDAR })
    expect(await refresh(tokens.refresh_token)).toMatchObject({ error: 'invalid_target' })
    const narrowed = { resource: PAYMENTS, scope: 'payments:write' }
    const next = await refresh(tokens.refresh_token, narrowed)
    expect(await verify(next.access_token, PAYMENTS)).toMatchObject({ scope: 'payments:write' })
    const wrong = { resource: CALENDAR, scope: 'payments:write' }
    expect(await refresh(next.refresh_token, wrong)).toMatchObject({ error: 'invalid_target' })
    const twice = new URLSearchParams({
      grant_type: 'refresh_token',
      refresh_token: next.refresh_token,
      ...provider.client,
    })
    for (const resource of [PAYMENTS, CALENDAR]) twice.append('resource', resource)
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const both = { method: 'POST', url: '/oauth/token/', headers, payload: twice.toString() } as const
    expect((await provider.app.inject(both)).json()).toMatchObject({ error: 'invalid_target' })
    // CVE-2026-9689 (Keycloak): of two keys of a JSON object one would be lost.
    const json = JSON.stringify(Object.fromEntries(twice)).replace('{', `{"resource":"${PAYMENTS}",`)
    const doubled = { ...both, headers: { 'content-type': 'application/json' }, payload: json }
    expect((await provider.app.inject(doubled)).json()).toMatchObject({ error: 'invalid_request' })
    expect((await refresh(next.refresh_token, { resource: PAYMENTS })).scope).toBe('payments:read payments:write')
  })

  test('authentik CVE-2024-52287: no scope of an API is had that nobody approved, at whatever step it is named', async () => {
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
    ['is asked for no scope', { scope: 'openid', resource: PAYMENTS }],
    ['is not the one of the scope', { scope: 'calendar:read', resource: PAYMENTS }],
    ['has a fragment', { scope: 'payments:read', resource: `${PAYMENTS}#x` }],
    ['is no address', { scope: 'payments:read', resource: 'payments' }],
  ])('RFC 8707 §2.1: a resource that %s is refused where the request begins', async (_case, asked) => {
    const parameters = { ...provider.client, ...asked }
    const { headers } = await provider.authorize(parameters)
    expect(headers.location).toContain('error=invalid_target')
    expect((await provider.push(parameters)).json()).toMatchObject({ error: 'invalid_target' })
  })

  test('RFC 8707 §2.1: a request may name several resources, and one without a scope asks for all that the app may have there', async () => {
    const query = provider.authorizeQuery({ ...provider.client, scope: 'payments:read calendar:read' })
    query.delete('client_secret')
    for (const resource of [PAYMENTS, CALENDAR]) query.append('resource', resource)
    const started = await provider.app.inject(`/oauth/authorize?${query.toString()}`)
    expect(started.headers.location).toContain('auth_request_id=')
    const code = await codeFor({ scope: '', resource: CALENDAR })
    expect(await exchange(code)).toMatchObject({ scope: 'calendar:read' })
  })

  test('RFC 7591 §3.2.1: an app that registered itself and names no scope asks for what it was answered, of the APIs for the one that it names', async () => {
    const beside = await provider.startInstance({ dynamicRegistration: 'open' })
    const payload = { redirect_uris: [REDIRECT_URI] }
    const info = (await beside.inject({ method: 'POST', url: '/oauth/register', payload })).json()
    await beside.close()
    const asked = async (changes: object) => {
      const id = await provider.startRequest({ client_id: info.client_id, scope: undefined, ...changes })
      return (await provider.details(id)).requested_scopes.join(' ')
    }
    const forPerson = 'openid email profile phone address'
    expect(info.scope.split(' ').toSorted()).toEqual(
      `${forPerson} payments:read payments:write calendar:read`.split(' ').toSorted(),
    )
    expect(await asked({})).toBe(forPerson)
    expect(await asked({ resource: PAYMENTS })).toBe(`${forPerson} payments:read payments:write`)
    const app = { client_id: info.client_id, client_secret: info.client_secret }
    const code = await codeFor({ scope: '', resource: CALENDAR }, app)
    expect(await exchange(code, app)).toMatchObject({ scope: 'calendar:read' })
  })

  test('a person reads which API a scope is of, in the languages that it was described in', async () => {
    const id = await provider.startRequest({ ...provider.client, scope: 'openid payments:read' })
    const { scope_details } = await provider.details(id)
    expect(scope_details.find(({ name }) => name === 'payments:read')).toMatchObject({
      title: 'See payments',
      description: 'See payments. (Payments, payments.example)',
      texts: { de: { title: 'See payments (de)', description: 'Payments, payments.example' } },
      claims: [],
      resource: 'Payments',
    })
  })

  test('an app with pairwise subjects learns no other name of the person from a token, and neither does the API', async () => {
    const pairwise = await provider.register({ subject_type: 'pairwise' })
    const app = { client_id: pairwise.client_id, client_secret: pairwise.client_secret }
    const code = await codeFor({ scope: 'openid payments:read' }, app)
    const tokens = (await provider.exchange(code, app)).json()
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

  test('RFC 9449: a token for an API is bound to the key of the app, whoever it is for', async () => {
    const key = await createSigningKey()
    const nonce = createDpopNonces([SERVICE_TOKEN]).current(new Date())
    const proof = async () => ({ dpop: await key.proof(nonce) })
    const { jkt } = key
    for (const [scope, caller] of [
      ['payments:read', provider.payments],
      ['calendar:read', provider.calendar],
    ] as const) {
      const bound = await ownToken({ scope }, await proof())
      expect(bound.token_type).toBe('DPoP')
      expect(await ask(bound.access_token, caller)).toMatchObject({ token_type: 'DPoP', cnf: { jkt } })
    }
    const code = await codeFor({ scope: 'payments:read' })
    const fields = { grant_type: 'authorization_code', code, redirect_uri: REDIRECT_URI }
    const signedIn = await provider.token(
      { ...fields, code_verifier: provider.verifierOf(code), ...provider.client },
      await proof(),
    )
    expect(await verify(signedIn.json().access_token, PAYMENTS)).toMatchObject({ cnf: { jkt } })
  })

  test('nothing of a disabled app is active at an API, and of a removed one neither', async () => {
    const { client_id, client_secret } = await provider.register({
      grant_types: ['client_credentials'],
      redirect_uris: [],
    })
    const app = { client_id, client_secret }
    const { access_token } = await ownToken({ ...app, scope: 'calendar:read' })
    await provider.admin('POST', `clients/${client_id}/disable/`)
    expect(await ask(access_token, provider.calendar)).toEqual({ active: false })
    expect(await ownToken({ ...app, scope: 'calendar:read' })).toMatchObject({ error: 'unauthorized_client' })
    await provider.admin('POST', `clients/${client_id}/enable/`)
    expect(await ask(access_token, provider.calendar)).toMatchObject({ active: true })
    await provider.admin('DELETE', `clients/${client_id}/`)
    expect(await ask(access_token, provider.calendar)).toEqual({ active: false })
  })

  test('RFC 9728 §4: the metadata names the resource servers, and leaves their scopes to them', async () => {
    const metadata = (await provider.app.inject('/.well-known/oauth-authorization-server')).json()
    expect(metadata.protected_resources).toEqual([CALENDAR, PAYMENTS])
    expect(metadata.scopes_supported).toEqual(['openid', 'email', 'profile', 'phone', 'address', 'offline_access'])
  })

  test('an operator adds, changes and removes an API, and what nobody may use any more is gone', async () => {
    const scopes = [{ name: 'notes:read', texts: words('See notes') }]
    const notes = { resource: 'https://notes.example', name: 'Notes', scopes }
    const created = await provider.admin('POST', 'resource-servers/', {
      ...notes,
      client_id: provider.calendar.client_id,
    })
    expect(created.statusCode).toBe(201)
    expect(created.json()).toEqual({
      ...notes,
      resource_id: expect.any(String),
      access_token_format: 'opaque',
      access_token_signed_response_alg: 'RS256',
      client_id: provider.calendar.client_id,
      created_at: expect.any(String),
    })
    const path = `resource-servers/${created.json().resource_id}/`
    const wrong = async (changes: object) =>
      (await provider.admin('POST', 'resource-servers/', { ...notes, ...changes })).json()
    const other = { resource: 'https://other.example', scopes: [{ name: 'other:read', texts: words('Other') }] }
    for (const changes of [
      { ...other, resource: 'https://notes.example/' },
      { ...other, resource: 'http://other.example' },
      { ...other, resource: 'https://other.example/#a' },
      { ...other, resource: 'https://a@other.example/' },
      { ...other, resource: 'javascript:alert(1)' },
      { ...other, resource: 'https://Other.example' },
      { ...other, resource: 'https://other.example:443/' },
      { ...other, resource: 'https://öther.example' },
      { ...other, resource: 'https://other.example/a/../b' },
      { ...other, resource: 'https://other.example/\u202Ea' },
      { ...other, resource: ISSUER },
      { ...other, scopes },
      { ...other, scopes: [{ name: 'email', texts: words('Mail') }] },
      { ...other, client_id: 'nobody' },
    ]) {
      expect((await wrong(changes)).code).toBe('invalid_client_metadata')
    }
    const { client_id, client_secret } = await provider.register({
      grant_types: ['client_credentials'],
      redirect_uris: [],
      scopes: [{ name: 'notes:read', reason: '', required: false }],
    })
    const inUse = await provider.admin('DELETE', `clients/${provider.calendar.client_id}/`)
    expect(inUse.statusCode).toBe(409)
    expect(inUse.json()).toMatchObject({ code: 'client_in_use', error: expect.stringContaining(notes.resource) })
    const token = async () => ownToken({ client_id, client_secret, resource: notes.resource })
    expect((await token()).access_token).toMatch(/^cs_ct_/)
    const changed = await provider.admin('PATCH', path, {
      access_token_format: 'jwt',
      access_token_signed_response_alg: 'ES256',
    })
    expect(changed.json()).toMatchObject({ name: 'Notes', access_token_format: 'jwt', scopes })
    const { access_token } = await token()
    expect(await verify(access_token, notes.resource)).toMatchObject({ scope: 'notes:read' })
    expect((await provider.admin('DELETE', path)).json()).toMatchObject({ code: 'scope_in_use' })
    await provider.admin('DELETE', `clients/${client_id}/`)
    expect((await provider.admin('DELETE', path)).statusCode).toBe(204)
    const { sql } = provider.database
    expect(await sql`select from provider.client_access_tokens where 'notes:read' = any(scopes)`).toEqual([])
    expect((await provider.admin('GET', path)).statusCode).toBe(404)
    expect((await provider.admin('GET', 'resource-servers/')).json().resource_servers).toHaveLength(2)
  })

  test('a token ends with its API, also for one that is registered under the same address later', async () => {
    const resource = 'https://shared.example'
    const shared = { resource, name: 'Shared', scopes: [{ name: 'shared:read', texts: words('See it') }] }
    const scopesOf = (...names: string[]) => names.map((name) => ({ name, reason: '', required: false }))
    const first = await provider.add(shared)
    const app = own(
      await provider.register({
        grant_types: ['authorization_code', 'refresh_token', 'client_credentials'],
        scopes: scopesOf('openid', 'shared:read'),
      }),
    )
    const issue = async () => {
      const ofPerson = await exchange(await codeFor({ scope: 'openid shared:read' }, app), app)
      const ofApp = await ownToken({ ...app, resource })
      return [ofPerson.access_token, ofApp.access_token]
    }
    const old = await issue()
    for (const token of old) expect(await ask(token, own(first))).toMatchObject({ active: true, aud: resource })

    const path = `clients/${app.client_id}/`
    await provider.admin('PATCH', path, { scopes: scopesOf('openid') })
    expect((await provider.admin('DELETE', `resource-servers/${first.resource_id}/`)).statusCode).toBe(204)
    const second = await provider.add(shared)
    for (const token of old) expect(await ask(token, own(second))).toEqual({ active: false })

    await provider.admin('PATCH', path, { scopes: scopesOf('openid', 'shared:read') })
    const present = await issue()
    for (const token of present) expect(await ask(token, own(second))).toMatchObject({ active: true })
    // As one that came while the first API was removed.
    await provider.database.sql`
      update provider.client_access_tokens set created_at = now() - interval '1 day' where audience = ${resource}`
    expect(await ask(present.at(-1), own(second))).toEqual({ active: false })
    await provider.admin('DELETE', path)
    await provider.admin('DELETE', `resource-servers/${second.resource_id}/`)
  })
})

describe('an app that has to do with no resource server, beside some that are registered', () => {
  const recorder = recordStatements()
  const provider = startBeforeAll(() => startProvider('postgresql'))
  afterAll(() => recorder.stop())

  // Operators' definitions are read again every few seconds.
  const ASIDE = /audit_events|signing_keys|pg_notify|client_secrets|order by (?:name|resource)$/

  /** Counts the statements that one step waits for. */
  async function countStatements(step: () => Promise<{ readonly statusCode: number }>): Promise<number> {
    recorder.take()
    expect((await step()).statusCode).toBe(200)
    return recorder.take().filter(({ text }) => !ASIDE.test(text)).length
  }

  test('pays one statement for each step, as ever', async () => {
    const { sql } = provider.database
    await sql`
      insert into provider.resource_servers
             (resource, name, access_token_format, access_token_signed_response_alg, client_id)
      values ('https://api.example', 'API', 'jwt', 'RS256', 'nobody')`
    const texts = JSON.stringify(words('Loyalty card'))
    await sql`insert into provider.scopes (name, resource, texts) values ('loyalty', null, ${texts})`
    await sql`
      update provider.clients
         set scopes = scopes || '[{"name": "loyalty", "reason": "", "required": false}]'::jsonb`
    await provider.obtainTokens()
    const code = await provider.obtainCode()
    expect(await countStatements(() => provider.exchange(code))).toBe(1)
    const { access_token, refresh_token } = await provider.obtainTokens()
    expect(await countStatements(() => provider.introspect(access_token))).toBe(1)
    expect(await countStatements(() => provider.userinfo(access_token))).toBe(1)
    expect(await countStatements(() => provider.refresh(refresh_token))).toBe(1)
  })
})
