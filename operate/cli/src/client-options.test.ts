import { generateKeyPairSync } from 'node:crypto'
import { startBeforeAll } from '@countersign/testing'
import { expect, test } from 'vitest'
import { ADD_CLIENT, ADD_SEALED_CLIENT, addClient, refusal, startCommandLine } from '../test/command-line.ts'
import { parseScopeOption } from './client-options.ts'

const JWK = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({ format: 'jwk' })

const line = startBeforeAll(startCommandLine)
const show = (clientId: string) => line.runJson('clients', 'show', clientId)
const BY_KEY = [...ADD_CLIENT, '--auth-method', 'private_key_jwt', '--jwks']

test('an app is registered with all that it needs to speak OAuth its own way, and changed in it', async () => {
  const pages = ['--policy-uri', 'https://app.example/privacy', '--tos-uri', 'https://app.example/terms']
  const logout = ['--post-logout-redirect-uri', 'https://app.example/bye', '--backchannel-logout-session']
  const backchannel = ['--backchannel-logout-uri', 'https://app.example/logout']
  const add = [...BY_KEY, line.file('jwks.json', { keys: [JWK] }), '--id-token-alg', 'ES256']
  const added = await line.runJson(...add, ...pages, ...logout, ...backchannel)
  expect(added).not.toHaveProperty('client_secret')
  expect(await show(added.client_id)).toMatchObject({
    token_endpoint_auth_method: 'private_key_jwt',
    jwks: { keys: [JWK] },
    id_token_signed_response_alg: 'ES256',
    id_token_claims: false,
    policy_uri: 'https://app.example/privacy',
    tos_uri: 'https://app.example/terms',
    post_logout_redirect_uris: ['https://app.example/bye'],
    backchannel_logout_uri: 'https://app.example/logout',
    backchannel_logout_session_required: true,
  })
  expect((await line.run('clients', 'show', added.client_id)).said).toContain('https://app.example/logout')
  const update = (...options: readonly string[]) => line.runJson('clients', 'update', added.client_id, ...options)
  await update('--jwks-uri', 'https://app.example/jwks', '--id-token-claims', '--no-tos-uri')
  await update('--no-post-logout-redirect-uri', '--no-backchannel-logout-uri', '--no-backchannel-logout-session')
  expect(await show(added.client_id)).toMatchObject({
    jwks: { keys: [] },
    jwks_uri: 'https://app.example/jwks',
    id_token_claims: true,
    tos_uri: null,
    post_logout_redirect_uris: [],
    backchannel_logout_uri: null,
    backchannel_logout_session_required: false,
    policy_uri: 'https://app.example/privacy',
  })
  expect(await update('--auth-method', 'client_secret_basic')).toMatchObject({
    client_secret: expect.stringMatching(/^cs_cs_/),
  })
})

test('an app for its own calls needs no redirect URI, and names what it comes with', async () => {
  const add = addClient('--name', 'Nightly job', '--plain')
  const { client_id } = await line.runJson(...add, '--grant-type', 'client_credentials')
  expect(await show(client_id)).toMatchObject({
    grant_types: ['client_credentials'],
    redirect_uris: [],
  })
  expect((await line.run('clients', 'show', client_id)).said).toContain('client_credentials')
  expect((await line.run(...add)).complaint).toContain('At least one redirect URI')
})

test('an app may take an address verified only, and change its mind', async () => {
  const { client_id } = await line.runJson(...ADD_CLIENT, '--scope', 'email', '--require-verified', 'email')
  expect(await show(client_id)).toMatchObject({ verified_claims_required: ['email'] })
  await line.runJson('clients', 'update', client_id, '--no-require-verified')
  expect(await show(client_id)).toMatchObject({ verified_claims_required: [] })
  const { complaint } = await line.run('clients', 'update', client_id, '--require-verified', 'phone')
  expect(complaint).toContain('belongs to one of its scopes')
})

test('an app may ask for credentials that others have issued, and change its mind', async () => {
  const claims = [{ path: ['iss'], values: ['https://uni.example'] }, { path: ['degree'] }]
  const meta = { vct_values: ['https://uni.example/degree'] }
  const query = { credentials: [{ id: 'degree', format: 'dc+sd-jwt', meta, claims, reason: 'To invite you.' }] }
  const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' })
  const sealed = ['--claims-key', line.file('ec.json', ec), '--credentials', line.file('degree.json', query)]
  const { client_id } = await line.runJson(...ADD_SEALED_CLIENT, '--scope', 'email', ...sealed)
  expect(await show(client_id)).toMatchObject({ credentials_requested: query })
  await line.runJson('clients', 'update', client_id, '--no-credentials')
  expect(await show(client_id)).toMatchObject({ credentials_requested: null })
  for (const [content, hint] of [
    [{ credentials: [{ vct: 'x' }] }, 'DCQL query'],
    [{ ...query, credential_sets: [] }, 'Leave out credential_sets'],
    [[{ vct: 'x' }], 'must hold a DCQL query'],
  ] as const) {
    const list = ['--credentials', line.file('wrong.json', content)]
    expect((await line.run('clients', 'update', client_id, ...list)).complaint).toContain(hint)
  }
})

test('an app may take changes of what people share, and change its mind', async () => {
  const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' })
  const updates = ['--keeps-up-to-date', '--events-uri', 'https://app.example/events']
  const add = [...ADD_SEALED_CLIENT, '--claims-key', line.file('ec.json', ec), ...updates]
  const { client_id } = await line.runJson(...add)
  expect(await show(client_id)).toMatchObject({ keeps_up_to_date: true, events_uri: 'https://app.example/events' })
  await line.runJson('clients', 'update', client_id, '--no-keeps-up-to-date', '--no-events-uri')
  expect(await show(client_id)).toMatchObject({ keeps_up_to_date: false, events_uri: null })
  expect((await line.run(...ADD_CLIENT, ...updates)).complaint).toContain('needs a claims_encryption_jwk')
})

test('a native app may return to a scheme without a dot where its operator says so', async () => {
  const native = addClient('--name', 'Editor', '--redirect-uri', 'cursor://app/cb', '--public')
  expect((await line.run(...native)).complaint).toContain('must be https')
  const { client_id } = await line.runJson(...native, '--private-use-scheme', 'cursor')
  expect(await show(client_id)).toMatchObject({ private_use_schemes: ['cursor'] })
})

test.each([
  ['no JSON', 'BEGIN PUBLIC KEY', 'that it is JSON'],
  ['no keys', { keys: [1] }, 'must hold a JWK or a JWK Set'],
])('keys from a file with %s are refused with what would be right', async (_case, content, complaint) => {
  expect(await line.run(...BY_KEY, line.file('wrong.json', content))).toMatchObject(refusal(complaint))
})

test.each([
  ['email', { name: 'email', required: false, reason: '' }],
  ['email:required', { name: 'email', required: true, reason: '' }],
  ['email=To write to you.', { name: 'email', required: false, reason: 'To write to you.' }],
  ['email:required=a=b: c', { name: 'email', required: true, reason: 'a=b: c' }],
  ['email:maybe', { name: 'email:maybe', required: false, reason: '' }],
  ['', { name: '', required: false, reason: '' }],
])('clients: --scope %j is read as name, required and reason', (text, scope) => {
  expect(parseScopeOption(text)).toEqual(scope)
})
