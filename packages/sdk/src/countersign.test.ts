import { readDataTokenKeys } from '@countersign/data-token'
import { UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeDataToken, startTestProvider, type TestProvider, tokenBody } from '../test/provider.ts'
import { type Countersign, createCountersign } from './countersign.ts'
import { challengeOf, type SignInFlow } from './flow.ts'

const REDIRECT_URI = 'http://localhost:8090/callback'

let provider: TestProvider
let countersign: Countersign

beforeAll(async () => {
  provider = await startTestProvider()
})
afterAll(() => provider.close())

beforeEach(async () => {
  provider.received.length = 0
  provider.answerKeysWith({ body: { keys: provider.keys.publicKeys } })
  provider.answerTokensWith({ body: tokenBody(await makeDataToken(provider.issuer, provider.keys)) })
  countersign = createCountersign(settings())
})

function settings() {
  return {
    issuer: provider.issuer,
    clientId: 'app-1',
    clientSecret: 'cs_cs_1',
    redirectUri: REDIRECT_URI,
    allowPlainClaims: true,
  }
}

function callback(parameters: Record<string, string>): string {
  return `/callback?${new URLSearchParams({ iss: provider.issuer, ...parameters }).toString()}`
}

async function finish(changes: Record<string, string> = {}) {
  const { flow } = await countersign.beginSignIn()
  return countersign.finishSignIn(callback({ code: codeOf(flow), state: flow.state, ...changes }), flow)
}

/** As the test provider makes it. */
function codeOf({ nonce = '' }: SignInFlow): string {
  return nonce
}

describe('beginning a sign-in', () => {
  test('sends the browser to the provider with PKCE, and a state and a nonce that the flow keeps', async () => {
    const { url, flow } = await countersign.beginSignIn({ scopes: ['openid', 'email'] })
    const { origin, pathname, searchParams } = new URL(url)
    expect(`${origin}${pathname}`).toBe(`${provider.issuer}/oauth/authorize`)
    expect(Object.fromEntries(searchParams)).toEqual({
      response_type: 'code',
      client_id: 'app-1',
      redirect_uri: REDIRECT_URI,
      scope: 'openid email',
      state: flow.state,
      nonce: flow.nonce,
      code_challenge: await challengeOf(flow.codeVerifier),
      code_challenge_method: 'S256',
    })
  })

  test.each(['login', 'consent', 'create', 'none'] as const)(
    'has the person asked as the app wishes: %s',
    async (prompt) => {
      const { url } = await countersign.beginSignIn({ prompt })
      expect(new URL(url).searchParams.get('prompt')).toBe(prompt)
    },
  )

  test('derives the challenge as RFC 7636 Appendix B does', async () => {
    await expect(challengeOf('dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk')).resolves.toBe(
      'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    )
  })

  test('makes every flow new, and one that survives a session store', async () => {
    const begun = await Promise.all(Array.from({ length: 50 }, () => countersign.beginSignIn()))
    const flows = begun.map(({ flow }) => flow)
    expect(new Set(flows.flatMap(({ state, codeVerifier, nonce }) => [state, codeVerifier, nonce])).size).toBe(150)
    expect(JSON.parse(JSON.stringify(flows[0]))).toEqual(flows[0])
  })

  test.each([
    ['an issuer over plain http', { issuer: 'http://id.example' }],
    ['an issuer with a trailing slash', { issuer: 'https://id.example/' }],
    ['an issuer that is no URL', { issuer: 'id.example' }],
    ['a relative redirect URI', { redirectUri: '/callback' }],
    ['an empty client id', { clientId: '' }],
    [
      'credentials without openid, which alone are no approval',
      { scopes: ['email'], credentialIssuers: [{ issuer: 'https://uni.example', types: ['urn:degree'] }] },
    ],
  ])('refuses %s', (_case, changes) => {
    expect(() => createCountersign({ ...settings(), ...changes })).toThrow(TypeError)
  })
})

describe('finishing a sign-in', () => {
  test('returns the verified claims, the approved scope and the tokens', async () => {
    await expect(finish()).resolves.toMatchObject({
      subject: 'person-1',
      claims: { email: 'ada@example.org', name: 'Ada Lovelace' },
      authRequestId: '7f6c1a52-8ab3-4c27-9d41-1f2f6a3f7c11',
      scope: ['openid', 'email'],
      tokens: { accessToken: 'cs_at_1', refreshToken: 'cs_rt_1', expiresInSeconds: 3600, tokenType: 'Bearer' },
    })
  })

  test('tells of claims in the open whether the provider says that they were verified', async () => {
    await expect(finish()).resolves.toMatchObject({ emailVerified: false, verifications: {} })
    const verified = { email_verified: true, claims: { email: 'ada@example.org' } }
    const dataToken = await makeDataToken(provider.issuer, provider.keys, verified)
    provider.answerTokensWith({ body: tokenBody(dataToken) })
    await expect(finish()).resolves.toMatchObject({ emailVerified: true, phoneNumberVerified: false })
  })

  test('sends the code, the verifier and the secret as a form', async () => {
    const { flow } = await countersign.beginSignIn()
    await countersign.finishSignIn(
      new URL(callback({ code: codeOf(flow), state: flow.state }), 'http://localhost:8090'),
      flow,
    )
    expect(provider.received[0]?.headers['content-type']).toContain('application/x-www-form-urlencoded')
    expect(provider.received[0]?.form).toEqual({
      grant_type: 'authorization_code',
      code: codeOf(flow),
      redirect_uri: REDIRECT_URI,
      client_id: 'app-1',
      client_secret: 'cs_cs_1',
      code_verifier: flow.codeVerifier,
    })
  })

  test('sends no secret for a public client', async () => {
    countersign = createCountersign({ ...settings(), clientSecret: undefined })
    await finish()
    expect(provider.received[0]?.form).not.toHaveProperty('client_secret')
  })

  test('accepts a token type in any case', async () => {
    const dataToken = await makeDataToken(provider.issuer, provider.keys)
    provider.answerTokensWith({ body: { ...tokenBody(dataToken), token_type: 'bearer' } })
    await expect(finish()).resolves.toHaveProperty('subject', 'person-1')
  })

  test('verifies with the shared secret where one is given', async () => {
    const dataTokenSecret = 'a shared secret of more than 32 characters'
    const shared = await readDataTokenKeys(dataTokenSecret)
    countersign = createCountersign({ ...settings(), dataTokenSecret })
    provider.answerTokensWith({ body: tokenBody(await makeDataToken(provider.issuer, shared)) })
    await expect(finish()).resolves.toHaveProperty('subject', 'person-1')
  })
})

describe('a callback is refused before anything is sent to the provider', () => {
  test.each([
    ['with another state', { state: 'forged' }, 'state_mismatch'],
    ['with an empty state', { state: '' }, 'state_mismatch'],
    ['from another issuer', { iss: 'https://other.example' }, 'issuer_mismatch'],
    ['without a code', { code: '' }, 'invalid_callback'],
    ['that says the person denied', { error: 'access_denied' }, 'access_denied'],
    ['that says nobody answered in time', { error: 'request_expired' }, 'request_expired'],
    ['that says the provider is overloaded', { error: 'temporarily_unavailable' }, 'unreachable'],
    ['that says that nobody is signed in', { error: 'login_required' }, 'person_needed'],
    ['that says that the app was not approved', { error: 'consent_required' }, 'person_needed'],
    ['that says that more is needed', { error: 'interaction_required' }, 'person_needed'],
    ['with any other error', { error: 'invalid_scope' }, 'refused'],
  ])('%s', async (_case, changes, code) => {
    await expect(finish(changes)).rejects.toMatchObject({ name: 'SignInError', code })
    expect(provider.received).toEqual([])
  })

  test.each(['state', 'iss', 'code'])('that leaves out %s', async (name) => {
    const { flow } = await countersign.beginSignIn()
    const parameters = new URLSearchParams({ iss: provider.issuer, code: 'cs_ac_1', state: flow.state })
    parameters.delete(name)
    await expect(countersign.finishSignIn(`/callback?${parameters.toString()}`, flow)).rejects.toHaveProperty(
      'name',
      'SignInError',
    )
    expect(provider.received).toEqual([])
  })

  test('that names a parameter twice', async () => {
    const { flow } = await countersign.beginSignIn()
    const twice = `${callback({ code: codeOf(flow), state: flow.state })}&code=cs_ac_2`
    await expect(countersign.finishSignIn(twice, flow)).rejects.toHaveProperty('code', 'invalid_callback')
  })

  test('for a flow whose state was lost', async () => {
    const flow = { ...(await countersign.beginSignIn()).flow, state: '' }
    await expect(countersign.finishSignIn(callback({ code: 'cs_ac_1', state: '' }), flow)).rejects.toHaveProperty(
      'code',
      'lost_session',
    )
  })

  test('without repeating what an attacker wrote', async () => {
    await expect(finish({ error: '<script>' })).rejects.toMatchObject({
      code: 'refused',
      providerError: undefined,
      message: expect.not.stringContaining('script'),
    })
  })
})

describe('an answer of the token endpoint is refused', () => {
  test.each([
    ['invalid_client', 401, 'invalid_client'],
    ['invalid_grant', 400, 'invalid_grant'],
    ['invalid_token', 400, 'invalid_token'],
    ['redirect_uri_mismatch', 400, 'refused'],
    ['server_error', 500, 'unreachable'],
    ['temporarily_unavailable', 503, 'unreachable'],
  ])('when it says %s', async (error, status, code) => {
    provider.answerTokensWith({ status, body: { error, error_description: 'because' } })
    await expect(finish()).rejects.toMatchObject({ code, providerError: error })
  })

  test.each([
    ['is not JSON', '<html>'],
    ['is no object', '[]'],
    ['has no access token', { ...tokenBody('a.b.c'), access_token: undefined }],
    ['has an empty refresh token', { ...tokenBody('a.b.c'), refresh_token: '' }],
    ['has another token type', { ...tokenBody('a.b.c'), token_type: 'MAC' }],
    ['tells the lifetime as text', { ...tokenBody('a.b.c'), expires_in: '3600' }],
    ['has no scope', { ...tokenBody('a.b.c'), scope: undefined }],
    ['has a data token that is no text', { ...tokenBody(), data_token: 1 }],
    ['has no data token', tokenBody()],
  ])('when it %s', async (_case, body) => {
    provider.answerTokensWith({ body })
    await expect(finish()).rejects.toHaveProperty('code', 'invalid_response')
  })

  test('when it is a redirect: the secret goes nowhere else', async () => {
    provider.answerTokensWith({ status: 307, headers: { location: `${provider.issuer}/elsewhere` } })
    await expect(finish()).rejects.toHaveProperty('code', 'unreachable')
  })

  test('when a proxy fails without a word', async () => {
    provider.answerTokensWith({ status: 502, body: 'Bad Gateway' })
    await expect(finish()).rejects.toHaveProperty('code', 'unreachable')
  })

  test('when nobody listens', async () => {
    const gone = await startTestProvider()
    await gone.close()
    const client = createCountersign({ ...settings(), issuer: gone.issuer })
    await expect(client.beginSignIn()).rejects.toHaveProperty('code', 'unreachable')
  })
})

describe('a data token is refused', () => {
  test.each([
    ['for another app', { aud: 'app-2' }, 'wrong_audience'],
    ['from another issuer', { iss: 'https://other.example' }, 'wrong_issuer'],
    ['that has expired', { ageSeconds: 600 }, 'token_expired'],
    ['without a subject', { sub: '' }, 'invalid_token'],
    ['without an authorization request', { auth_request_id: '' }, 'invalid_token'],
  ])('%s', async (_case, changes, code) => {
    const dataToken = await makeDataToken(provider.issuer, provider.keys, changes)
    provider.answerTokensWith({ body: tokenBody(dataToken) })
    await expect(finish()).rejects.toHaveProperty('code', code)
    await expect(countersign.readClaims(dataToken)).rejects.toHaveProperty('code', code)
  })

  test('that another key signed', async () => {
    const stranger = await readDataTokenKeys('a secret that only the forger ever knew')
    const dataToken = await makeDataToken(provider.issuer, stranger)
    await expect(countersign.readClaims(dataToken)).rejects.toHaveProperty('code', 'bad_signature')
  })

  test('that nobody signed', async () => {
    const forged = new UnsecuredJWT({ sub: 'person-1', claims: {} }).setIssuer(provider.issuer).encode()
    await expect(countersign.readClaims(forged)).rejects.toHaveProperty('code', 'bad_signature')
  })

  test.each([
    ['cannot be fetched', { status: 503 }],
    ['come in another form', { body: 'not a key set' }],
  ])('for now when the keys %s', async (_case, answer) => {
    provider.answerKeysWith(answer)
    await expect(finish()).rejects.toHaveProperty('code', 'unreachable')
  })

  test('that is about another person than the one signed in', async () => {
    const dataToken = await makeDataToken(provider.issuer, provider.keys)
    await expect(countersign.readClaims(dataToken, { subject: 'person-1' })).resolves.toHaveProperty(
      'subject',
      'person-1',
    )
    await expect(countersign.readClaims(dataToken, { subject: 'person-2' })).rejects.toHaveProperty(
      'code',
      'wrong_subject',
    )
  })
})

describe('refreshing', () => {
  test('returns the new pair', async () => {
    provider.answerTokensWith({ body: { ...tokenBody(), access_token: 'cs_at_2', refresh_token: 'cs_rt_2' } })
    await expect(countersign.refresh('cs_rt_1')).resolves.toEqual({
      tokens: { accessToken: 'cs_at_2', refreshToken: 'cs_rt_2', expiresInSeconds: 3600, tokenType: 'Bearer' },
      scope: ['openid', 'email'],
    })
    expect(provider.received[0]?.form).toEqual({
      grant_type: 'refresh_token',
      refresh_token: 'cs_rt_1',
      client_id: 'app-1',
      client_secret: 'cs_cs_1',
    })
  })

  test('says when the person has to sign in again', async () => {
    provider.answerTokensWith({ status: 400, body: { error: 'invalid_grant' } })
    await expect(countersign.refresh('cs_rt_1')).rejects.toHaveProperty('code', 'invalid_grant')
  })
})
