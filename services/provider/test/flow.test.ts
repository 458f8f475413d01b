import { verifyDataToken } from '@countersign/data-token'
import { startBeforeAll } from '@countersign/testing'
import { describe, expect, test } from 'vitest'
import { ISSUER, REDIRECT_URI, startProvider, USER_ID } from './started-provider.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const MINUTE_MS = 60_000

describe('flow:', () => {
  const provider = startBeforeAll(() => startProvider('postgresql'))

  test('authorize creates a pending request and sends the browser to the consent page', async () => {
    const response = await provider.authorize()
    expect(response.statusCode).toBe(302)
    expect(response.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    const location = new URL(String(response.headers.location))
    expect(`${location.origin}${location.pathname}`).toBe(`${ISSUER}/consent`)
    expect(location.searchParams.get('auth_request_id')).toMatch(UUID)
    expect([...location.searchParams.keys()]).toEqual(['auth_request_id'])
  })

  test('the details hold every field of the specification, and live ten minutes', async () => {
    const id = await provider.startRequest()
    const { expires_at, ...rest } = await provider.details(id)
    expect(rest).toEqual({
      auth_request_id: id,
      asked: expect.stringMatching(/^[\w-]{43}$/),
      status: 'pending',
      requested_scopes: ['openid', 'email'],
      scope_details: [
        expect.objectContaining({ name: 'openid', title: 'Sign you in', required: true, claims: [] }),
        {
          name: 'email',
          title: 'Email address',
          description: 'Your email address.',
          reason: 'To send you receipts.',
          required: false,
          claims: ['email'],
        },
      ],
      state: 'the state',
      redirect_uri: REDIRECT_URI,
      client: {
        client_id: provider.client.client_id,
        name: 'Example App',
        logo: `${ISSUER}/oauth/clients/${provider.client.client_id}/logo`,
        description: 'An app for tests.',
      },
    })
    expect(expires_at).toMatch(/Z$/)
    const lifetime = new Date(expires_at).getTime() - Date.now()
    expect(lifetime).toBeGreaterThan(9 * MINUTE_MS)
    expect(lifetime).toBeLessThanOrEqual(10 * MINUTE_MS + 1000)
  })

  test('completing approves the request and answers the redirect parts, the bare URI among them', async () => {
    const id = await provider.startRequest()
    const response = await provider.complete(id)
    expect(response.statusCode).toBe(200)
    expect(response.json()).toEqual({
      redirect_uri: REDIRECT_URI,
      authorization_code: expect.stringMatching(/^cs_ac_[A-Za-z0-9_-]{64}$/),
      state: 'the state',
    })
    expect((await provider.details(id)).status).toBe('approved')
  })

  test('the exchange answers the whole token response, with approved scopes and a valid data token', async () => {
    const response = await provider.exchange(await provider.obtainCode({ scope: 'openid email profile' }))
    expect(response.statusCode).toBe(200)
    expect(response.headers).toMatchObject({
      'cache-control': 'no-store',
      pragma: 'no-cache',
      'content-type': expect.stringContaining('application/json'),
      'access-control-allow-origin': '*',
    })
    const body = response.json<Record<string, string>>()
    expect(body).toEqual({
      access_token: expect.stringMatching(/^cs_at_[A-Za-z0-9_-]{100,140}$/),
      token_type: 'Bearer',
      expires_in: 3600,
      refresh_token: expect.stringMatching(/^cs_rt_[A-Za-z0-9_-]{91}$/),
      scope: 'openid email',
      data_token: expect.any(String),
      id_token: expect.any(String),
    })
    const dataToken = await verifyDataToken(String(body['data_token']), provider.dataTokenKeys, {
      issuer: ISSUER,
      audience: provider.client.client_id,
    })
    expect(dataToken).toMatchObject({ sub: USER_ID, claims: { email: 'ada@example.com' } })
    expect(dataToken.exp - dataToken.iat).toBe(300)
  })

  test('the token endpoint takes JSON too, and its path without the trailing slash', async () => {
    const code = await provider.obtainCode()
    const grant = { grant_type: 'authorization_code', code, redirect_uri: REDIRECT_URI, ...provider.client }
    const payload = { ...grant, code_verifier: provider.verifierOf(code) }
    const { statusCode } = await provider.app.inject({ method: 'POST', url: '/oauth/token', payload })
    expect(statusCode).toBe(200)
  })

  test('a public client exchanges its code with the verifier alone', async () => {
    const { client_id } = await provider.register({ authenticationMethod: 'none' })
    const code = await provider.obtainCodeOf({ client_id })
    expect((await provider.exchange(code, { client_id, client_secret: undefined })).statusCode).toBe(200)
  })

  test.each([
    ['that is denied', (id: string) => provider.deny(id)],
    ['of which no scope is approved', (id: string) => provider.complete(id, { approved_scopes: [] })],
  ])('a request %s goes back with access_denied, and cannot be approved any more', async (_case, deny) => {
    const id = await provider.startRequest()
    const denied = await deny(id)
    expect(denied.statusCode).toBe(200)
    expect(denied.json()).toEqual({ redirect_uri: REDIRECT_URI, error: 'access_denied', state: 'the state' })
    expect((await provider.details(id)).status).toBe('denied')
    expect((await provider.complete(id)).statusCode).toBe(409)
  })

  test('without a state, the details and the redirect parts hold an empty one', async () => {
    const id = await provider.startRequest({ state: undefined })
    expect((await provider.details(id)).state).toBe('')
    expect((await provider.complete(id)).json()).toMatchObject({ state: '' })
  })
})
