import { startBeforeAll } from '@countersign/testing'
import { expect, test } from 'vitest'
import { expectServiceRefusal, redirectedTo } from './answers.ts'
import { ISSUER, REDIRECT_URI, startProvider, USER_ID } from './started-provider.ts'

/** Mistakes that other servers published, and rules of RFC 9700. Those not here stand beside the rule they break. */
const provider = startBeforeAll(() => startProvider('postgresql', undefined, { dynamicRegistration: 'open' }))

// Also CVE-2019-14857, CVE-2026-44681, CVE-2026-54072.
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
  'CVE-2022-3782, CVE-2023-6291, CVE-2024-1132, CVE-2026-3872, CVE-2022-23527: %j is no way out',
  async (redirect_uri) => {
    const response = await provider.authorize({ redirect_uri })
    expect(response.statusCode).toBe(400)
    expect(response.headers.location).toBeUndefined()
  },
)

test('CVE-2026-45337, CVE-2022-39222: a request is read and answered only by the person who opened it', async () => {
  const id = await provider.startRequest()
  expect((await provider.readAs(USER_ID, id)).statusCode).toBe(200)
  const user_id = 'a-stranger'
  for (const refused of [
    await provider.readAs(user_id, id),
    await provider.complete(id, { user_id }),
    await provider.deny(id, user_id),
  ]) {
    expectServiceRefusal(refused, 404, 'not_found')
  }
  expect((await provider.complete(id)).statusCode).toBe(200)
})

test('of two people who read a request at once, one can answer it', async () => {
  const id = await provider.startRequest()
  const people = ['first-person', 'second-person']
  await Promise.all(people.map((user_id) => provider.readAs(user_id, id)))
  const answers = await Promise.all(people.map((user_id) => provider.complete(id, { user_id })))
  expect(answers.map(({ statusCode }) => statusCode).toSorted((left, right) => left - right)).toEqual([200, 404])
})

test('CVE-2026-29067, CVE-2026-33495: issuer and addresses come from the configuration alone', async () => {
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

test('RFC 9700 §4.12: a form post is answered with 303, never with 307', async () => {
  const response = await provider.send('/oauth/authorize', provider.authorizeQuery().toString())
  expect(response.statusCode).toBe(303)
  expect(response.headers.location).toContain('/consent?auth_request_id=')
})

test.each([
  ['/oauth/token/', 'POST'],
  ['/oauth/par', 'POST'],
  ['/oauth/revoke', 'POST'],
  ['/oauth/register', 'POST'],
  ['/oauth/register/some-client', 'GET, HEAD, PUT, DELETE'],
  ['/oauth/userinfo', 'GET, HEAD, POST'],
])('RFC 9700 §2.6: a page of any origin may call %s by %s', async (url, methods) => {
  const preflight = await provider.app.inject({ method: 'OPTIONS', url, headers: { origin: REDIRECT_URI } })
  expect(preflight.statusCode).toBe(204)
  expect(preflight.headers).toMatchObject({
    'access-control-allow-origin': '*',
    'access-control-allow-methods': methods,
    'access-control-allow-headers': expect.stringContaining('authorization'),
  })
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
