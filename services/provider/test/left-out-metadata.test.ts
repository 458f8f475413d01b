import { DEVICE_CODE_GRANT } from '@countersign/contracts'
import { expect, test } from 'vitest'
import { expectRefusal } from './answers.ts'
import { METADATA, startRegistration } from './started-registration.ts'

const { provider, initialAccessToken, post, register, manage } = startRegistration()

test('RFC 7591 §3.2.1: a redirect URI that is not taken is left out, and the answer says why', async () => {
  const [taken = ''] = METADATA.redirect_uris
  const changes = {
    redirect_uris: ['cursor://anysphere.cursor/callback', taken, 'https://app.example/cb#x'],
    post_logout_redirect_uris: ['https://user@app.example/bye'],
  }
  const scheme = expect.stringContaining('redirect URI number 1 was left out: it must be https')
  const notices = [
    scheme,
    'The redirect URI number 3 was left out: it has a fragment (RFC 6749 §3.1.2 forbids it).',
    'The post-logout redirect URI number 1 was left out: it carries user information.',
  ]
  const info = await register(changes)
  expect(info).toMatchObject({ redirect_uris: [taken], post_logout_redirect_uris: [], notices })
  expect(info.notices?.[0]).toContain('an operator can allow this one with --private-use-scheme')
  const id = { client_id: info.client_id }
  await provider.admin('PATCH', `clients/${info.client_id}/`, { private_use_schemes: ['cursor'] })
  const replaced = await manage('PUT', info, { ...METADATA, ...changes, ...id })
  expect(replaced.json()).toMatchObject({ redirect_uris: changes.redirect_uris.slice(0, 2), notices: notices.slice(1) })
  expect((await manage('GET', info)).json()).not.toHaveProperty('notices')
})

test('members that are not known are named in the answer, and no text that is no name', async () => {
  const unknown = { initiate_login_uri: 'https://app.example/login', 'logo_uri#de': 'https://app.example/de.png' }
  const info = await register({ ...unknown, '<script>': 1, 'client_name#de': 'Selbstgemacht', jwks_uri: undefined })
  const names = Object.keys(unknown).toSorted().join(', ')
  expect(info.notices).toEqual([`Left out, because this service does not know them: ${names}.`])
  // RFC 7592 §2.2: an app sends back what it was answered.
  const { registration_access_token, ...again } = info
  expect((await manage('PUT', { ...again, registration_access_token }, again)).json()).not.toHaveProperty('notices')
  expect(await register()).not.toHaveProperty('notices')
})

test('an app sets its own sign-in defaults (OpenID Connect Registration §2), unknown acr left out', async () => {
  const defaults = { default_max_age: 60, require_auth_time: true }
  const info = await register({ ...defaults, default_acr_values: ['urn:gold', 'phr'] })
  expect(info).toMatchObject({ ...defaults, default_acr_values: ['phr'] })
  expect(info).not.toHaveProperty('notices')
})

test('a logo that is not taken is left out with the reason', async () => {
  const info = await register({ logo_uri: `https://${provider.host}/logo.svg` })
  expect(info.notices).toEqual([expect.stringMatching(/^The logo was left out\. .*PNG/)])
})

test('RFC 7592 §2.2: a member that is null counts as absent', async () => {
  const absent = ['client_name', 'scope', 'jwks', 'jwks_uri', 'grant_types', 'token_endpoint_auth_method', 'contacts']
  const nulls = Object.fromEntries(absent.map((name) => [name, null]))
  const info = await register({ ...nulls, 'client_name#de': null, post_logout_redirect_uris: null })
  expect(info).toMatchObject({ client_name: 'app.example', token_endpoint_auth_method: 'client_secret_basic' })
  expect(info).not.toHaveProperty('notices')
  const replaced = await manage('PUT', info, { ...METADATA, ...nulls, client_id: info.client_id })
  expect(replaced.json()).toMatchObject({ client_name: 'app.example' })
})

test('an app for devices alone is told that an operator registers it', async () => {
  const metadata = { client_name: 'TV', grant_types: [DEVICE_CODE_GRANT, 'refresh_token'] }
  const refused = await post(metadata, await initialAccessToken())
  expectRefusal(refused, 400, 'invalid_client_metadata')
  expect(refused.json().error_description).toContain('countersign clients add --grant-type')
})
