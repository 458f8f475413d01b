import { recordStatements, startBeforeAll } from '@countersign/testing'
import { afterAll, describe, expect, test } from 'vitest'
import { createDpopNonces } from '../src/ground/dpop/dpop-nonces.ts'
import { createSigningKey } from './signing-key.ts'
import { ISSUER, REDIRECT_URI, SERVICE_TOKEN, startProvider } from './started-provider.ts'
import { asking, CALENDAR, PAYMENTS, startResourceServers, words } from './started-resource-servers.ts'

const { provider, codeFor, exchange, refresh, ask, ownToken, verify } = startResourceServers()

test('an API that is taken from an app is out of its reach, whatever was approved before', async () => {
  const app = await provider.register()
  const tokens = await exchange(await codeFor({ scope: 'payments:read calendar:read' }, app), {
    ...app,
    resource: PAYMENTS,
  })
  const registered = (...names: string[]) => ({ scopes: asking(...names) })
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

test('RFC 7591 §3.2.1: a self-registered app without a scope asks for its registered ones', async () => {
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

test('RFC 9449: a token for an API is bound to the key of the app, for a person and for the app', async () => {
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
  const app = await provider.register({ grant_types: ['client_credentials'], redirect_uris: [] })
  const path = `clients/${app.client_id}/`
  const { access_token } = await ownToken({ ...app, scope: 'calendar:read' })
  await provider.admin('POST', `${path}disable/`)
  expect(await ask(access_token, provider.calendar)).toEqual({ active: false })
  expect(await ownToken({ ...app, scope: 'calendar:read' })).toMatchObject({ error: 'unauthorized_client' })
  await provider.admin('POST', `${path}enable/`)
  expect(await ask(access_token, provider.calendar)).toMatchObject({ active: true })
  await provider.admin('DELETE', path)
  expect(await ask(access_token, provider.calendar)).toEqual({ active: false })
})

test('RFC 9728 §4: the metadata names the resource servers, and leaves their scopes to them', async () => {
  const metadata = (await provider.app.inject('/.well-known/oauth-authorization-server')).json()
  expect(metadata.protected_resources).toEqual([CALENDAR, PAYMENTS])
  expect(metadata.scopes_supported).toEqual(['openid', 'email', 'profile', 'phone', 'address', 'offline_access'])
})

test('an operator adds, changes and removes an API, and its tokens are gone', async () => {
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
    scopes: asking('notes:read'),
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
  const first = await provider.add(shared)
  const app = await provider.register({
    grant_types: ['authorization_code', 'refresh_token', 'client_credentials'],
    scopes: asking('openid', 'shared:read'),
  })
  const issue = async () => {
    const ofPerson = await exchange(await codeFor({ scope: 'openid shared:read' }, app), app)
    const ofApp = await ownToken({ ...app, resource })
    return [ofPerson.access_token, ofApp.access_token]
  }
  const old = await issue()
  for (const token of old) expect(await ask(token, first)).toMatchObject({ active: true, aud: resource })

  const path = `clients/${app.client_id}/`
  await provider.admin('PATCH', path, { scopes: asking('openid') })
  expect((await provider.admin('DELETE', first.path)).statusCode).toBe(204)
  const second = await provider.add(shared)
  for (const token of old) expect(await ask(token, second)).toEqual({ active: false })

  await provider.admin('PATCH', path, { scopes: asking('openid', 'shared:read') })
  const present = await issue()
  for (const token of present) expect(await ask(token, second)).toMatchObject({ active: true })
  // As one that came while the first API was removed.
  await provider.database.sql`
    update provider.client_access_tokens set created_at = now() - interval '1 day' where audience = ${resource}`
  expect(await ask(present.at(-1), second)).toEqual({ active: false })
  await provider.admin('DELETE', path)
  await provider.admin('DELETE', second.path)
})

describe('an app without resource servers', () => {
  const recorder = recordStatements()
  const plain = startBeforeAll(() => startProvider('postgresql'))
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
    const { sql } = plain.database
    await sql`
      insert into provider.resource_servers
             (resource, name, access_token_format, access_token_signed_response_alg, client_id)
      values ('https://api.example', 'API', 'jwt', 'RS256', 'nobody')`
    const texts = JSON.stringify(words('Loyalty card'))
    await sql`insert into provider.scopes (name, resource, texts) values ('loyalty', null, ${texts})`
    await sql`
      update provider.clients
         set scopes = scopes || '[{"name": "loyalty", "reason": "", "required": false}]'::jsonb`
    await plain.obtainTokens()
    const code = await plain.obtainCode()
    expect(await countStatements(() => plain.exchange(code))).toBe(1)
    const { access_token, refresh_token } = await plain.obtainTokens()
    expect(await countStatements(() => plain.introspect(access_token))).toBe(1)
    expect(await countStatements(() => plain.userinfo(access_token))).toBe(1)
    expect(await countStatements(() => plain.refresh(refresh_token))).toBe(1)
  })
})
