import { generateKeyPairSync } from 'node:crypto'
import { type ClientInformation, DEVICE_CODE_GRANT } from '@countersign/contracts'
import { newSecret } from '@countersign/service/secrets'
import { expect, test } from 'vitest'
import { updateClient } from '../src/clients/update-client.ts'
import { expectRefusal, findTraces } from './answers.ts'
import { ISSUER } from './started-provider.ts'
import { KEY, METADATA, startRegistration } from './started-registration.ts'

const { provider, initialAccessToken, post, register, manage } = startRegistration()

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

test('CVE-2026-41427: an app registers only with a token that is alive and made for it', async () => {
  const used = await initialAccessToken(1)
  await post(METADATA, used)
  const expired = await initialAccessToken()
  await provider.database.sql`update provider.initial_access_tokens set expires_at = now() where remaining_uses is null`
  const { registration_access_token: other } = await register()
  const tokens = [undefined, '', used, expired, other, newSecret('cs_ia_'), newSecret('cs_at_'), used.slice(0, -1)]
  for (const token of tokens) {
    const refused = await post(METADATA, token)
    expect(refused.statusCode).toBe(401)
    expect(refused.headers['www-authenticate']).toMatch(/^Bearer/)
    expect(refused.json()).toEqual({ error: 'invalid_token', error_description: expect.any(String) })
  }
})

test('a token of three uses registers three apps, however many ask at once', async () => {
  const token = await initialAccessToken(3)
  const answers = await Promise.all(Array.from({ length: 10 }, () => post(METADATA, token)))
  const statuses = answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)
  expect(statuses.join(' ')).toBe('201 201 201 401 401 401 401 401 401 401')
})

test('an app that registers itself asks people, and never gets client_credentials', async () => {
  const token = await initialAccessToken(1)
  const refused = await post({ ...METADATA, grant_types: ['client_credentials'] }, token)
  expect(refused.json()).toMatchObject({ error: 'invalid_client_metadata' })
  const { client_id } = await register({})
  for (const grantType of ['client_credentials', DEVICE_CODE_GRANT] as const) {
    const given = updateClient(provider.database.sql, client_id, { grantTypes: [grantType] })
    await expect(given).rejects.toThrow('registered itself')
  }
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

test('RFC 7592 §2.1: a registration is read with its own token, and only with it', async () => {
  const { client_secret: _, client_secret_expires_at: __, ...info } = await register()
  const other = await register()
  expect((await manage('GET', info)).json()).toEqual(info)
  const foreign = [other.registration_access_token, String(other.client_secret), await initialAccessToken()]
  for (const token of [...foreign, newSecret('cs_ra_')]) {
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
  const metadata = { ...METADATA, client_id: info.client_id, client_name: 'New Name', scope: 'openid email' }
  const replaced = await manage('PUT', info, metadata)
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
  expectRefusal(await manage('PUT', info, body(info)), 400, 'invalid_client_metadata')
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

test('no token of a registration is stored or logged as itself', async () => {
  const token = await initialAccessToken()
  const info: ClientInformation = (await post(METADATA, token)).json()
  expect(await findTraces(provider, token, info.registration_access_token, String(info.client_secret))).toEqual([])
})

test('CVE-2026-41427: an app gains nothing by what it says of itself', async () => {
  const info = await register({ client_id: 'chosen', client_secret: 'chosen', require_pkce: false, is_admin: true })
  expect(info.client_id).not.toBe('chosen')
  expect(info.client_secret).not.toBe('chosen')
  const withoutPkce = { code_challenge: undefined, code_challenge_method: undefined }
  expectRefusal(await provider.authorize({ client_id: info.client_id, ...withoutPkce }), 400, 'invalid_request')
})

test('a refusal leads back to a loopback address of an app that registered itself: it is the own machine', async () => {
  const { client_id } = await register({
    redirect_uris: ['http://localhost/callback'],
    token_endpoint_auth_method: 'none',
  })
  const redirect_uri = 'http://localhost:51004/callback'
  const { headers } = await provider.authorize({ client_id, redirect_uri, scope: 'everything' })
  expect(headers.location).toMatch(/^http:\/\/localhost:51004\/callback\?error=invalid_scope&/)
})

test.each([
  ['an unknown scope', { scope: 'everything' }, 'invalid_scope'],
  ['prompt=none', { prompt: 'none' }, 'interaction_required'],
  ['a repeated challenge', {}, 'invalid_request'],
])('RFC 9700 §4.11.2: with %s, no redirect leads to an app that registered itself', async (name, changes, error) => {
  const info = await register({ redirect_uris: ['https://evil.example/phish?a=1&b=2'] })
  const [redirect_uri = ''] = info.redirect_uris
  const code_challenge = provider.newChallenge()
  const request = { client_id: info.client_id, redirect_uri, code_challenge, ...changes }
  if (name === 'a repeated challenge') await provider.authorize({ ...request, state: 'another' })
  const page = await provider.authorize(request, { accept: 'text/html' })
  expect(page.statusCode).toBe(400)
  expect(page.headers.location).toBeUndefined()
  const [, address = '', shown] = /<a id="on" rel="noreferrer" href="([^"]+)"[^>]*>(.+?)<\/a>/.exec(page.body) ?? []
  expect(shown).toBe('Continue to <bdi dir="ltr">evil.example</bdi>')
  const wayOn = new URL(address.replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code))))
  expect(wayOn.origin + wayOn.pathname).toBe('https://evil.example/phish')
  expect(Object.fromEntries(wayOn.searchParams)).toMatchObject({ a: '1', error, state: 'the state', iss: ISSUER })
  const answered = await provider.authorize(request)
  expect(answered.headers.location).toBeUndefined()
  expect(answered.json()).toMatchObject({ error })
})
