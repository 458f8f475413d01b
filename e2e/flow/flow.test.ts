import type { SignInFlow } from '@countersign/sdk'
import { expectStatus, type SignedUp, startBeforeAll } from '@countersign/testing'
import { beforeAll, describe, expect, test } from 'vitest'
import { APP_REDIRECT_URI } from '../support/app-page.ts'
import { relyingApp, SCOPES } from '../support/start-flow.ts'
import { signUpOn, startSystem } from '../support/system.ts'
import { type ConsentCalls, callbackWith, consentOn } from './consent-calls.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const CLAIMS = { email: 'ada@example.com', name: 'Ada Lovelace' }

describe.each([
  { engine: 'embedded', layout: 'together' },
  { engine: 'postgresql', layout: 'apart' },
] as const)('the end-to-end flow, components $layout, on the $engine database', ({ engine, layout }) => {
  const system = startBeforeAll(() => startSystem(engine, layout))
  let ada: SignedUp
  let consent: ConsentCalls
  let flow: SignInFlow
  let authRequestId: string
  let dataToken: string
  let callback: string

  const app = () => relyingApp(system)

  beforeAll(async () => {
    ada = await signUpOn(system)
    consent = consentOn(system, ada)
  })

  test('1: the app makes a verifier, a challenge and a state, and sends the browser to authorize', async () => {
    const started = await app().beginSignIn()
    flow = started.flow
    const url = new URL(started.url)
    expect(`${url.origin}${url.pathname}`).toBe(`${system.providerUrl}/oauth/authorize`)
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: system.client.clientId,
      redirect_uri: APP_REDIRECT_URI,
      response_type: 'code',
      scope: 'openid email profile',
      code_challenge: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
      code_challenge_method: 'S256',
      state: flow.state,
      nonce: flow.nonce,
    })
    const response = await fetch(url, { redirect: 'manual' })
    expect(response.status).toBe(302)
    callback = response.headers.get('location') ?? ''
  })

  test('2: the provider records a pending request and sends the browser to the consent page', async () => {
    const url = new URL(callback)
    authRequestId = url.searchParams.get('auth_request_id') ?? ''
    expect(`${url.origin}${url.pathname}`).toBe(`${system.webUrl}/consent`)
    expect(authRequestId).toMatch(UUID)
    const page = await fetch(url)
    expect(page.status).toBe(200)
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(page.headers.get('referrer-policy')).toBe('no-referrer')
    expect(await page.text()).toContain('<title>')
  })

  test('3: the consent client reads the request through core', async () => {
    const details = expectStatus(200, await consent.read(authRequestId))
    expect(details).toEqual({
      auth_request_id: authRequestId,
      asked: expect.stringMatching(/^[\w-]{43}$/),
      status: 'pending',
      expires_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      requested_scopes: SCOPES,
      scope_details: SCOPES.map((name) => expect.objectContaining({ name, description: expect.any(String) })),
      state: flow.state,
      redirect_uri: APP_REDIRECT_URI,
      client: {
        client_id: system.client.clientId,
        name: 'Demo App',
        logo: `${system.providerUrl}/oauth/clients/${system.client.clientId}/logo`,
        description: 'An app for tests.',
      },
    })
    const logo = await fetch(String((details['client'] as Record<string, unknown>)['logo']))
    expect(logo.headers.get('content-type')).toContain('image/')
  })

  test('4: core attests the claims that the person approved', async () => {
    const attested = expectStatus(200, await consent.attest(authRequestId, { claims: CLAIMS }))
    expect(Object.keys(attested)).toEqual(['data_token'])
    dataToken = String(attested['data_token'])
    const [header, payload] = dataToken
      .split('.', 2)
      .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()))
    expect(header).toEqual({ alg: 'ES256', typ: 'data-token+jwt', kid: expect.any(String) })
    expect(payload).toEqual({
      iss: system.providerUrl,
      sub: ada.userId,
      aud: system.client.clientId,
      auth_request_id: authRequestId,
      claims: CLAIMS,
      email_verified: false,
      auth_time: expect.any(Number),
      acr: expect.stringMatching(/^(?:phr|urn:countersign:acr:password)$/),
      iat: expect.any(Number),
      exp: payload.iat + 300,
      jti: expect.any(String),
    })
  })

  test('5: core completes the request with the provider, which answers the redirect parts', async () => {
    const parts = expectStatus(200, await consent.complete(authRequestId, dataToken))
    expect(parts).toEqual({
      redirect_uri: APP_REDIRECT_URI,
      authorization_code: expect.stringMatching(/^cs_ac_/),
      state: flow.state,
    })
    const code = String(parts['authorization_code'])
    callback = callbackWith({ code, state: flow.state, iss: system.providerUrl })
  })

  test('6 and 7: the app checks the state, exchanges the code, and verifies the data token by itself', async () => {
    const result = await app().finishSignIn(callback, flow)
    expect(result).toMatchObject({ subject: ada.userId, claims: CLAIMS, scope: SCOPES })
    expect(result.tokens).toMatchObject({ expiresInSeconds: 3600, refreshToken: expect.stringMatching(/^cs_rt_/) })
    const refreshed = await app().refresh(result.tokens.refreshToken ?? '')
    expect(refreshed).toMatchObject({
      tokens: { expiresInSeconds: 3600, refreshToken: expect.stringMatching(/^cs_rt_/) },
      scope: SCOPES,
    })
  })

  test('a second exchange of the code is refused, and the app is told to start again', async () => {
    await expect(app().finishSignIn(callback, flow)).rejects.toMatchObject({ code: 'invalid_grant' })
  })
})
