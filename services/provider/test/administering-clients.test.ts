import { generateClaimsKeyPair } from '@countersign/data-token'
import { PNG, startBeforeAll } from '@countersign/testing'
import { expect, test } from 'vitest'
import { errorOf, expectRefusal, expectServiceRefusal } from './answers.ts'
import { ADMIN_TOKEN, CREATION, REDIRECT_URI, type StartedProvider, startProvider } from './started-provider.ts'

const provider = startBeforeAll(() => startProvider('postgresql'))

const call: StartedProvider['admin'] = (...given) => provider.admin(...given)

/** Creates a client; `change` and `refusalOf` are about its attributes. */
async function create(changes: object = {}) {
  const { client_id, client_secret } = await provider.createApp(changes)
  const path = `clients/${client_id}/`
  const update = (body: object) => call('PATCH', path, body)
  const change = async (body: object) => (await update(body)).json()
  return { client_id, client_secret, path, change, refusalOf: async (body: object) => (await change(body)).code }
}

test('a client is created with its secret once, read without it, and removed', async () => {
  const created = await call('POST', 'clients/', CREATION)
  expect(created.statusCode).toBe(201)
  expect(created.headers['cache-control']).toBe('no-store')
  const { client_secret: secret, ...client } = created.json()
  expect(secret).toMatch(/^cs_cs_/)
  expect(created.headers.location).toBe(`/api/admin/clients/${client.client_id}/`)
  // The store's test has every attribute, the examples of the API reference the whole answer.
  expect(client).toMatchObject({
    ...CREATION,
    logo: `https://id.example/oauth/clients/${client.client_id}/logo`,
    claims_notice: expect.stringContaining('Register a public key'),
    secrets: [{ secret_id: expect.any(String), created_at: expect.any(String), expires_at: null, last_used_at: null }],
  })
  expect((await call('GET', `clients/${client.client_id}/`)).json()).toEqual(client)
  expect((await call('DELETE', `clients/${client.client_id}/`)).statusCode).toBe(204)
  expect((await call('GET', `clients/${client.client_id}/`)).json()).toMatchObject({ code: 'not_found' })
  expect((await call('DELETE', `clients/${client.client_id}/`)).statusCode).toBe(404)
})

const GERMAN = { name: 'Wildblumen', description: 'Ein Buchladen.', reasons: { email: 'Für Ihre Belege.' } }

test('a client has texts in other languages, which requests carry as they are', async () => {
  const texts = { de: GERMAN, 'pt-BR': { policy_uri: 'https://new.example/pt' } }
  const { client_id, change } = await create({ texts })
  const id = await provider.startRequest({ client_id, scope: 'email' })
  expect((await provider.details(id)).client).toMatchObject({ name: 'New App', description: '', texts })
  const preview = await provider.internal('GET', `auth-request-preview/?auth_request_id=${id}`)
  expect(preview.json().client).toMatchObject({ name: 'New App', names: { de: 'Wildblumen' } })
  expect(preview.json().client).not.toHaveProperty('texts')
  expect((await change({ description: 'A bookshop.' })).texts).toEqual(texts)
  expect((await change({ texts: {} })).texts).toEqual({})
  expect((await provider.details(id)).client).not.toHaveProperty('texts')
})

const TWENTY_ONE = Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`de-x${index + 1000}`, GERMAN]))

test.each<[string, object]>([
  ['a malformed tag', { german: GERMAN }],
  ['an extension, which names no language', { 'de-u-co-phonebk': GERMAN }],
  ['one language twice', { 'de-AT': GERMAN, 'de-at': GERMAN }],
  ['more than 20 languages', TWENTY_ONE],
  ['an unknown text', { de: { title: 'Wildblumen' } }],
  ['an empty name', { de: { name: '' } }],
  ['a name without letters', { de: { name: '…' } }],
  ['a name of 81 characters', { de: { name: 'x'.repeat(81) } }],
  ['a name that hides a character', { de: { name: 'Wild\u200Bblumen' } }],
  ['a description that turns round', { de: { description: '\u202EBuchladen' } }],
  ['a reason that hides a character', { de: { reasons: { email: '\u2060' } } }],
  ['an address that is no https', { de: { policy_uri: 'javascript:alert(1)' } }],
  ['a host in disguise', { de: { tos_uri: 'https://id.example@evil.example/' } }],
  [
    'too much of it',
    {
      de: { reasons: Object.fromEntries(Array.from({ length: 36 }, (_, n) => [`s${n}`, 'x'.repeat(300)])) },
      fr: { reasons: Object.fromEntries(Array.from({ length: 36 }, (_, n) => [`s${n}`, 'x'.repeat(300)])) },
      es: { reasons: Object.fromEntries(Array.from({ length: 36 }, (_, n) => [`s${n}`, 'x'.repeat(300)])) },
    },
  ],
])('texts in other languages with %s are refused', async (_case, texts) => {
  const { refusalOf } = await create()
  expect(await refusalOf({ texts })).toMatch(/^invalid_(?:request|client_metadata)$/)
})

test('a client may take a claim verified only, of a scope that it asks for, and people are told', async () => {
  const { client_id, change, refusalOf } = await create({ verified_claims_required: ['email'] })
  const id = await provider.startRequest({ client_id, scope: 'email' })
  expect((await provider.details(id)).client.verified_claims_required).toEqual(['email'])
  expect(await refusalOf({ verified_claims_required: ['phone'] })).toBe('invalid_client_metadata')
  expect(await refusalOf({ verified_claims_required: ['name'] })).toBe('invalid_request')
  expect(await change({ verified_claims_required: [] })).toMatchObject({ verified_claims_required: [] })
})

test('a client with a key may ask for credentials that others issue, and people are told', async () => {
  const { publicJwk: claims_encryption_jwk } = await generateClaimsKeyPair()
  const [vct, issuers] = ['https://uni.example/degree', ['https://uni.example']]
  const claims = [{ path: ['iss'], values: issuers }, { path: ['degree'] }]
  const degree = { id: 'degree', format: 'dc+sd-jwt', meta: { vct_values: [vct] }, claims }
  const scopes = [...CREATION.scopes, { name: 'openid', reason: '', required: false }]
  const requested = { scopes, claims_encryption_jwk, credentials_requested: { credentials: [degree] } }
  const { client_id, change, refusalOf } = await create(requested)
  const id = await provider.startRequest({ client_id, scope: 'email' })
  expect((await provider.details(id)).client.credentials_requested).toEqual([
    { vct, issuers, claims: ['degree'], reason: '' },
  ])
  // As a version before DCQL has stored it.
  const older = JSON.stringify([{ vct, issuers, claims: ['degree'], reason: '' }])
  await provider.database.sql`
    update provider.clients set credentials_requested = ${older}::text::jsonb where client_id = ${client_id}`
  expect(await change({ name: 'Same App' })).toMatchObject({
    credentials_requested: { credentials: [{ ...degree, id: 'credential_1' }] },
  })
  // Credentials alone are no approval: there has to be something that can be approved with them.
  const error = expect.stringContaining('has the scope openid')
  expect(await change({ scopes: CREATION.scopes })).toEqual({ code: 'invalid_client_metadata', error })
  expect(await refusalOf({ claims_encryption_jwk: null })).toBe('invalid_client_metadata')
  const extra = { credentials_requested: { credentials: [{ ...degree, multiple: true }] } }
  expect(await change(extra)).toMatchObject({ error: expect.stringContaining('Leave out multiple') })
  expect(await change({ credentials_requested: null })).toMatchObject({ credentials_requested: null })
})

test('a change counts at once, and what it leaves out stays', async () => {
  const { client_id, change } = await create()
  const redirect_uri = 'https://app.example/second'
  const ask = async () => (await provider.authorize({ client_id, redirect_uri, scope: 'email' })).statusCode
  expect(await ask()).toBe(400)
  const updated = await change({ redirect_uris: [REDIRECT_URI, redirect_uri] })
  expect(updated).toMatchObject({ name: 'New App', scopes: CREATION.scopes })
  expect(await ask()).toBe(302)
  expect((await change({ token_endpoint_auth_method: 'none' })).secrets).toEqual([])
  const again = await change({ token_endpoint_auth_method: 'client_secret_basic' })
  expect(again).toMatchObject({ client_secret: expect.stringMatching(/^cs_cs_/), secrets: [{}] })
  expect((await call('PATCH', 'clients/nobody', { name: 'x' })).statusCode).toBe(404)
})

test('a client that is not registered to refresh gets no refresh token', async () => {
  const { client_id, client_secret } = await provider.register({ grantTypes: ['authorization_code'] })
  const code = await provider.obtainCodeOf({ client_id })
  const tokens = (await provider.exchange(code, { client_id, client_secret })).json()
  expect(tokens).toMatchObject({ access_token: expect.any(String) })
  expect(tokens).not.toHaveProperty('refresh_token')
})

test('RFC 7591 §2: a client comes with what it was registered for, and with nothing else', async () => {
  const { client_id, client_secret, change, refusalOf } = await create()
  const forItself = { grant_types: ['client_credentials'], redirect_uris: [] }
  expect(await change(forItself)).toMatchObject(forItself)
  const own = { client_id, client_secret }
  for (const refused of [await provider.exchange('cs_ac_0', own), await provider.refresh('cs_rt_0', own)])
    expectRefusal(refused, 400, 'unauthorized_client')
  await change({ redirect_uris: [REDIRECT_URI] })
  expect(errorOf(await provider.authorize({ client_id, scope: 'email' }))).toBe('unauthorized_client')

  expect(await refusalOf({ token_endpoint_auth_method: 'none' })).toBe('invalid_client_metadata')
  const codesToNowhere = { grant_types: ['authorization_code'], redirect_uris: [] }
  expect(await refusalOf(codesToNowhere)).toBe('invalid_redirect_uri')
  expect(await refusalOf({ grant_types: ['password'] })).toBe('invalid_request')
})

test('of two rotations at once the secret of one lives on, not both', async () => {
  for (let round = 0; round < 5; round += 1) {
    const client = await provider.register({})
    const rotate = () => call('POST', `clients/${client.client_id}/secrets/`, { overlap_seconds: 0 })
    await Promise.all([rotate(), rotate()])
    const rows = await provider.database.sql`
      select 1 from provider.client_secrets
       where client_id = ${client.client_id} and (expires_at is null or expires_at > now())`
    expect(rows).toHaveLength(1)
  }
})

test('a rotated secret overlaps, an old one can be removed, the last one stays', async () => {
  const client = await create()
  const path = `${client.path}secrets/`
  const [first] = (await call('GET', client.path)).json().secrets
  const rotated = await call('POST', path, { overlap_seconds: 60 })
  expect(rotated.statusCode).toBe(201)
  expect(rotated.json()).toEqual({ secret_id: expect.any(String), client_secret: expect.stringMatching(/^cs_cs_/) })
  expect((await call('DELETE', `${path}${first.secret_id}/`)).statusCode).toBe(204)
  expectServiceRefusal(await call('DELETE', `${path}${rotated.json().secret_id}/`), 409, 'last_secret')
  expect((await call('DELETE', `${path}${first.secret_id}/`)).statusCode).toBe(404)
  expect((await call('POST', path)).statusCode).toBe(201)
  expect((await call('POST', 'clients/nobody/secrets', {})).statusCode).toBe(404)
})

test('a logo is set by its bytes, served by us, and taken away', async () => {
  const { client_id, path } = await create()
  const set = (payload: Buffer, type: string) => {
    const headers = { authorization: `Bearer ${ADMIN_TOKEN}`, 'content-type': type }
    return provider.app.inject({ method: 'PUT', url: `/api/admin/${path}logo/`, headers, payload })
  }
  const read = (headers = {}) => provider.app.inject({ url: `/oauth/clients/${client_id}/logo`, headers })
  expect((await set(PNG, 'image/webp')).statusCode).toBe(204)
  const served = await read()
  expect(served.headers['content-type']).toBe('image/png')
  expect(served.rawPayload).toEqual(PNG)
  const etag = String(served.headers.etag)
  for (const named of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
    const again = await read({ 'if-none-match': named })
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag])
  }
  expect((await read({ 'if-none-match': '"other"' })).statusCode).toBe(200)
  expect((await set(Buffer.from('<svg/>'), 'image/png')).json()).toMatchObject({ code: 'invalid_client_metadata' })
  expect((await set(Buffer.concat([PNG, Buffer.alloc(131_072)]), 'image/png')).statusCode).toBe(413)
  expect((await set(PNG, 'image/svg+xml')).statusCode).toBe(415)
  expect((await call('DELETE', `${path}logo/`)).statusCode).toBe(204)
  expect((await read()).headers['content-type']).toBe('image/svg+xml')
  expect((await call('DELETE', 'clients/nobody/logo')).statusCode).toBe(404)
})

test.each<[string, object, string?]>([
  ['an unknown attribute', { is_admin: true }, 'invalid_request'],
  ['a client_id of its own choice', { client_id: 'chosen' }, 'invalid_request'],
  ['CVE-2020-10770: a logo on our own network', { logo_uri: 'https://127.0.0.1/logo.png' }],
  ['CVE-2026-1180: a logo in clear', { logo_uri: 'http://app.example/logo.png' }],
])('%s is refused', async (_case, changes: object, code = 'invalid_client_metadata') => {
  expectServiceRefusal(await call('POST', 'clients/', { ...CREATION, ...changes }), 400, code)
})
