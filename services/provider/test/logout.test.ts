import { startBeforeAll } from '@countersign/testing'
import { base64url, decodeJwt } from 'jose'
import { beforeAll, describe, expect, test } from 'vitest'
import { createSigningKey } from './signing-key.ts'
import { ISSUER, startProvider, type TestClient, USER_ID } from './started-provider.ts'

const RETURN_URI = 'https://app.example/signed-out'
const PAGE = `${ISSUER}/logout#`

describe('logout:', () => {
  let time = Date.now()
  const provider = startBeforeAll(() => startProvider('postgresql', () => new Date(time)))
  let app: TestClient
  let idToken: string

  beforeAll(async () => {
    app = await provider.register({ postLogoutRedirectUris: [RETURN_URI, 'com.example.app:/bye', `${RETURN_URI}?a=b`] })
    idToken = await signIn(app)
  })

  async function signIn(client: TestClient): Promise<string> {
    const id = await provider.startRequest({ client_id: client.client_id })
    const data_token = await provider.attest(id, { aud: client.client_id }, new Date(time))
    const completed = await provider.complete(id, { data_token })
    return (await provider.exchange(completed.json().authorization_code, client)).json().id_token
  }

  const begin = (parameters: Readonly<Record<string, string>>) =>
    provider.app.inject(`/oauth/logout?${new URLSearchParams(parameters).toString()}`)
  const read = (address: unknown, userId?: string) =>
    provider.internal('POST', 'logout-request/', {
      logout_request: String(address).slice(PAGE.length),
      ...(userId !== undefined && { user_id: userId }),
    })
  async function ask(parameters: Readonly<Record<string, string>>, userId?: string) {
    const { headers } = await begin(parameters)
    return (await read(headers.location, userId)).json()
  }

  test('leads to the page that asks, with the sender and the return address', async () => {
    const response = await begin({ id_token_hint: idToken, post_logout_redirect_uri: RETURN_URI, state: 'a b&c' })
    expect([response.statusCode, response.headers['referrer-policy']]).toEqual([302, 'no-referrer'])
    const address = String(response.headers.location)
    expect(address.startsWith(PAGE)).toBe(true)
    expect(address).not.toContain(app.client_id)
    expect((await read(address, USER_ID)).json()).toEqual({
      client: { name: 'Example App', logo: expect.stringContaining(app.client_id) },
      return_to: `${RETURN_URI}?state=a+b%26c`,
    })
    const posted = await provider.app.inject({
      method: 'POST',
      url: '/oauth/logout',
      payload: { client_id: app.client_id, post_logout_redirect_uri: `${RETURN_URI}?a=b`, state: 'x' },
    })
    expect(posted.statusCode).toBe(303)
    expect((await read(posted.headers.location)).json().return_to).toBe(`${RETURN_URI}?a=b&state=x`)
  })

  test('without a client, names no app and leads nowhere', async () => {
    expect(await ask({ state: 'x', ui_locales: 'de' })).toEqual({})
    expect(await ask({ client_id: app.client_id })).not.toHaveProperty('return_to')
  })

  test('tells only another person’s session that it is not meant', async () => {
    const hinted = { id_token_hint: idToken }
    expect(await ask(hinted, 'somebody-else')).toMatchObject({ means_other: true })
    expect(await ask(hinted, USER_ID)).not.toHaveProperty('means_other')
    expect(await ask(hinted)).not.toHaveProperty('means_other')
  })

  test('knows people at a pairwise app by the name that it has for them', async () => {
    const pairwise = await provider.register({ subjectType: 'pairwise' })
    const id = await provider.startRequest({ client_id: pairwise.client_id })
    const details = await provider.readAs(USER_ID, id)
    const { subject } = details.json<{ subject: string }>()
    const data_token = await provider.attest(id, { aud: pairwise.client_id, sub: subject }, new Date(time))
    const code = (await provider.complete(id, { data_token })).json().authorization_code
    const { id_token: hint } = (await provider.exchange(code, pairwise)).json()
    expect(await ask({ id_token_hint: hint }, USER_ID)).not.toHaveProperty('means_other')
    expect(await ask({ id_token_hint: hint }, subject)).toMatchObject({ means_other: true })
  })

  test.each([
    'https://evil.example/signed-out',
    `${RETURN_URI}/`,
    `${RETURN_URI}?next=https://evil.example`,
    `${RETURN_URI}#x`,
    'https://app.example/signed-out/../other',
    'https://APP.example/signed-out',
    'https://app.example:443/signed-out',
    'https://app.example@evil.example/signed-out',
    'https://app.example%2eevil.example/signed-out',
    'https://app.example/callback',
    'http://app.example/signed-out',
    '//app.example/signed-out',
    '/signed-out',
    'javascript:alert(1)',
    'data:text/html,x',
    'com.example.app:/bye/more',
    `${RETURN_URI}\u0000`,
  ])('an address that is not registered, %j, is refused and never gone to', async (address) => {
    for (const who of [{ client_id: app.client_id }, { id_token_hint: idToken }]) {
      const response = await begin({ ...who, post_logout_redirect_uri: address })
      expect([response.statusCode, response.headers.location, response.json().error]).toEqual([
        400,
        undefined,
        'redirect_uri_mismatch',
      ])
    }
  })

  test('a loopback address of a public client is met on any port', async () => {
    const redirects = { postLogoutRedirectUris: ['http://localhost/bye'] }
    const post_logout_redirect_uri = 'http://localhost:51004/bye'
    const native = await provider.register({ ...redirects, authenticationMethod: 'none' })
    const { headers } = await begin({ client_id: native.client_id, post_logout_redirect_uri })
    expect((await read(headers.location)).json().return_to).toMatch(/^http:\/\/localhost:51004\/bye/)
    const { client_id } = await provider.register(redirects)
    expect((await begin({ client_id, post_logout_redirect_uri })).statusCode).toBe(400)
  })

  test('an address that is no longer registered when the page asks is not gone to', async () => {
    const leaving = await provider.register({ postLogoutRedirectUris: [RETURN_URI] })
    const { headers } = await begin({ client_id: leaving.client_id, post_logout_redirect_uri: RETURN_URI })
    await provider.database.sql`
      update provider.clients set post_logout_redirect_uris = '{}' where client_id = ${leaving.client_id}`
    time += 6_000
    expect((await read(headers.location)).json()).not.toHaveProperty('return_to')
  })

  test('a hint that has expired still says whom the app means', async () => {
    const { exp = 0 } = decodeJwt(idToken)
    time = Math.max(time, exp * 1000 + 1_000)
    expect(await ask({ id_token_hint: idToken }, 'somebody-else')).toMatchObject({ means_other: true })
  })

  test.each<[string, (hint: string) => Promise<Readonly<Record<string, string>>>]>([
    ['without a signature (RFC 8725 §2.1)', async (hint) => ({ id_token_hint: forge(hint, { alg: 'none' }, '') })],
    [
      'signed by another key, under the name of ours',
      async (hint) => {
        const key = await createSigningKey('RS256', { modulusLength: 2048 })
        return { id_token_hint: await key.sign(decodeJwt(hint), headerOf(hint)) }
      },
    ],
    ['whose claims were changed', async (hint) => ({ id_token_hint: forge(hint, headerOf(hint), hint.split('.')[2]) })],
    [
      "of another app than the client_id's",
      async (hint) => ({ id_token_hint: hint, client_id: provider.client.client_id }),
    ],
    ['that is no JWT', async () => ({ id_token_hint: 'x.y.z', client_id: app.client_id })],
    [
      'that is a data token',
      async () => ({
        id_token_hint: await provider.attest('00000000-0000-4000-8000-000000000000', { aud: app.client_id }),
        client_id: app.client_id,
      }),
    ],
  ])('a hint %s is refused', async (_case, make) => {
    const response = await begin({ ...(await make(idToken)), post_logout_redirect_uri: RETURN_URI })
    expect([response.statusCode, response.headers.location]).toEqual([400, undefined])
    expect(response.headers['referrer-policy']).toBe('no-referrer')
    expect(response.json().error_description).toContain('id_token_hint')
  })

  test('a hint of a key that is published no more counts for nothing beside a client_id', async () => {
    const old = forge(idToken, { ...headerOf(idToken), kid: 'retired' }, idToken.split('.')[2])
    expect((await begin({ id_token_hint: old })).statusCode).toBe(400)
    const beside = { id_token_hint: old, client_id: app.client_id, post_logout_redirect_uri: RETURN_URI }
    expect(await ask(beside, 'somebody-else')).toEqual({ client: expect.anything(), return_to: RETURN_URI })
  })

  test('an unknown client, an address without a client, a repeated parameter are refused', async () => {
    for (const query of [
      'client_id=nobody',
      `post_logout_redirect_uri=${encodeURIComponent(RETURN_URI)}`,
      `client_id=${app.client_id}&client_id=${app.client_id}`,
      `client_id=${app.client_id}&state=%0d%0aset-cookie`,
    ]) {
      const response = await provider.app.inject(`/oauth/logout?${query}`)
      expect([response.statusCode, response.headers.location]).toEqual([400, undefined])
    }
  })

  test('a forged or old logout request is refused', async () => {
    const { headers } = await begin({ client_id: app.client_id, post_logout_redirect_uri: RETURN_URI })
    const address = String(headers.location)
    const last = address.at(-1) === 'A' ? 'B' : 'A'
    expect((await read(`${PAGE}${base64url.encode('{"clientId":"x"}')}`)).statusCode).toBe(410)
    expect((await read(`${address.slice(0, -5)}${last}${address.slice(-4)}`)).statusCode).toBe(410)
    time += 3_601_000
    expect((await read(address)).statusCode).toBe(410)
  })

  function headerOf(token: string): { alg: string; typ: string; kid: string } {
    return JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString())
  }

  function forge(token: string, header: object, signature = ''): string {
    const claims = { ...decodeJwt(token), sub: 'somebody-else' }
    return `${[header, claims].map((part) => base64url.encode(JSON.stringify(part))).join('.')}.${signature}`
  }
})
