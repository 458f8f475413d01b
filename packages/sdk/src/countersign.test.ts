import { readDataTokenKeys } from '@countersign/data-token'
import { newAppKey } from '@countersign/data-token/testing'
import { calculateJwkThumbprint, generateKeyPair, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeDataToken, startTestProvider, type TestProvider, tokenBody } from '../test/provider.ts'
import { type Countersign, createCountersign } from './countersign.ts'
import { challengeOf, type SignInFlow } from './flow.ts'
import type { CountersignSettings } from './settings.ts'

const REDIRECT_URI = 'http://localhost:8090/callback'

let provider: TestProvider
let countersign: Countersign

beforeAll(async () => {
  provider = await startTestProvider()
})
afterAll(() => provider.close())

beforeEach(async () => {
  provider.received.length = 0
  provider.answerMetadataWith({})
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

  test('says for which API the tokens are, and who the person says they are', async () => {
    const { url } = await createCountersign({ ...settings(), resource: 'https://api.example' }).beginSignIn({
      loginHint: 'ada',
    })
    expect(Object.fromEntries(new URL(url).searchParams)).toMatchObject({
      resource: 'https://api.example',
      login_hint: 'ada',
    })
  })

  test('binds the request to a key pair that the app keeps, and to none that this process alone has', async () => {
    const dpop = await generateKeyPair('ES256')
    const urls = await Promise.all(
      [dpop, true as const].map(async (key) => createCountersign({ ...settings(), dpop: key }).beginSignIn()),
    )
    const bound = urls.map(({ url }) => new URL(url).searchParams.get('dpop_jkt'))
    expect(bound).toEqual([await calculateJwkThumbprint(dpop.publicKey), null])
  })

  test('asks the provider once what it is, and again after a failure', async () => {
    let asked = 0
    const counting: typeof fetch = async (input, init) => {
      asked += 1
      return fetch(input, init)
    }
    const app = createCountersign({ ...settings(), fetch: counting })
    provider.answerWith('/.well-known/oauth-authorization-server', { status: 503 })
    await expect(app.beginSignIn()).rejects.toMatchObject({ code: 'unreachable', advice: 'try_later' })
    provider.answerMetadataWith({})
    await Promise.all([app.beginSignIn(), app.beginSignIn()])
    expect(asked).toBe(2)
  })
})

describe('settings', () => {
  const RSA = { kty: 'RSA', n: 'AQAB', e: 'AQAB', d: 'AQAB' }

  test.each<[string, Partial<CountersignSettings>, RegExp]>([
    ['an issuer over plain http', { issuer: 'http://id.example' }, /issuer must use https/],
    ['an issuer with a trailing slash', { issuer: 'https://id.example/' }, /without trailing slash/],
    ['an issuer that is no URL', { issuer: 'id.example' }, /issuer must be a URL/],
    ['no issuer, as an environment may have none', { issuer: process.env['NO_SUCH_SETTING'] }, /issuer is missing/],
    ['no client id', { clientId: undefined }, /clients add/],
    ['an empty client id', { clientId: '' }, /clients add/],
    ['no redirect URI', { redirectUri: undefined }, /redirectUri is missing/],
    ['a relative redirect URI', { redirectUri: '/callback' }, /absolute/],
    ['an empty secret', { clientSecret: '' }, /leave it out/],
    ['a secret and a key', { clientKey: JSON.stringify(RSA) }, /both/],
    [
      'a key that is public',
      { clientSecret: undefined, clientKey: '{"kty":"RSA"}' },
      /clientKey must be a private JWK/,
    ],
    [
      'a key for what its kind cannot do',
      { clientSecret: undefined, clientKey: '{"kty":"EC","crv":"P-256","alg":"RS256","d":"AQAB"}' },
      /clientKey must be a private JWK/,
    ],
    ['a redirect URI with a fragment', { redirectUri: 'https://app.example/callback#' }, /without fragment/],
    ['a redirect URI over plain http', { redirectUri: 'http://app.example/callback' }, /redirectUri must .* https/],
    // As JavaScript can have it.
    ['scopes in one text', JSON.parse('{"scopes":"openid email"}'), /scopes must be a list/],
    ['a key that is none', { clientSecret: undefined, clientKey: 'secret' }, /clientKey must be a private JWK/],
    ['tokens of a public client bound to a passing key', { clientSecret: undefined, dpop: true }, /dpop must be/],
    ['a shared secret that can be guessed', { dataTokenSecret: 'short' }, /dataTokenSecret must/],
    ['neither a key for claims nor claims in the open', { allowPlainClaims: false }, /keepClaimsKey/],
    [
      'an issuer of credentials over plain http',
      { credentialIssuers: [{ issuer: 'http://uni.example', types: [] }] },
      /credentialIssuers must have https/,
    ],
    [
      'credentials without openid, which alone are no approval',
      { scopes: ['email'], credentialIssuers: [{ issuer: 'https://uni.example', types: ['urn:degree'] }] },
      /scopes must have openid/,
    ],
  ])('with %s are refused at the start, with what to do', (_case, changes, words) => {
    const make = () => createCountersign({ ...settings(), ...changes })
    expect(make).toThrow(TypeError)
    expect(make).toThrow(words)
  })

  test('with a proof key of another algorithm, or none, are refused before anybody is sent off', async () => {
    // As JavaScript can have it.
    const none = JSON.parse('{"privateKey":{},"publicKey":{}}')
    for (const dpop of [await generateKeyPair('Ed25519'), await generateKeyPair('ES384'), none]) {
      const app = createCountersign({ ...settings(), dpop })
      await expect(app.beginSignIn()).rejects.toThrow(/^dpop must be a key pair for ES256/)
    }
  })

  test('with a key for claims whose halves do not belong together are refused before anybody is sent off', async () => {
    const [one, other] = [await newAppKey(), await newAppKey()]
    const claimsDecryptionKey = JSON.stringify({ ...one.publicJwk, d: other.privateJwk.d })
    const app = createCountersign({ ...settings(), claimsDecryptionKey })
    await expect(app.beginSignIn()).rejects.toThrow(/^claimsDecryptionKey holds a private key that is damaged/)
  })
})

describe('signing out', () => {
  test('leads to the provider, which knows who and where to come back', async () => {
    const url = new URL(
      await countersign.signOutUrl({ idToken: 'a.b.c', returnTo: 'https://app.example/', state: '1' }),
    )
    expect(`${url.origin}${url.pathname}`).toBe(`${provider.issuer}/oauth/logout`)
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: 'app-1',
      id_token_hint: 'a.b.c',
      post_logout_redirect_uri: 'https://app.example/',
      state: '1',
    })
  })

  test.each([
    ['sign people out', 'end_session_endpoint', () => countersign.signOutUrl()],
    ['take tokens back', 'revocation_endpoint', () => countersign.revoke('cs_rt_1')],
  ])('is told where a provider does not %s', async (_case, endpoint, ask) => {
    provider.answerMetadataWith({ [endpoint]: undefined })
    await expect(ask()).rejects.toHaveProperty('code', 'unsupported')
  })
})

describe('an access token', () => {
  test('is given back, as this app', async () => {
    provider.answerWith('/oauth/revoke', {})
    await countersign.revoke('cs_at_1')
    expect(provider.received.at(-1)?.form).toEqual({
      token: 'cs_at_1',
      client_id: 'app-1',
      client_secret: 'cs_cs_1',
    })
    provider.answerWith('/oauth/revoke', { status: 401, body: { error: 'invalid_client' } })
    await expect(countersign.revoke('cs_at_1')).rejects.toHaveProperty('code', 'invalid_client')
  })

  test('is sent by https alone', async () => {
    const request = countersign.fetch('http://api.example/', { accessToken: 'cs_at_1' })
    await expect(request).rejects.toHaveProperty('code', 'refused')
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

  test.each([
    ['fails without a word', 502, 'Bad Gateway'],
    ['has enough of us', 429, { error: 'slow_down' }],
  ])('when a proxy %s', async (_case, status, body) => {
    provider.answerTokensWith({ status, body })
    await expect(finish()).rejects.toMatchObject({ code: 'unreachable', advice: 'try_later' })
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
