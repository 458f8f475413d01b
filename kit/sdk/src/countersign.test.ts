import { startBeforeAll } from '@countersign/testing'
import { calculateJwkThumbprint, generateKeyPair } from 'jose'
import { beforeEach, describe, expect, test } from 'vitest'
import { startTestProvider, tokenBody } from '../test/provider.ts'
import { type Countersign, createCountersign } from './countersign.ts'
import { challengeOf } from './flow.ts'

const provider = startBeforeAll(startTestProvider)
let countersign: Countersign

beforeEach(() => {
  provider.received.length = 0
  provider.answerMetadataWith({})
  provider.answerKeysWith({ body: { keys: provider.keys.publicKeys } })
  provider.answerDataToken()
  countersign = createCountersign(settings())
})

const settings = () => ({ ...provider.registered, clientSecret: 'cs_cs_1', allowPlainClaims: true })

async function finish() {
  const { flow } = await countersign.beginSignIn()
  return countersign.finishSignIn(provider.callback(flow), flow)
}

describe('sign-in start:', () => {
  test('sends the browser to the provider with PKCE, state and nonce', async () => {
    const { url, flow } = await countersign.beginSignIn({ scopes: ['openid', 'email'] })
    const { origin, pathname, searchParams } = new URL(url)
    expect(`${origin}${pathname}`).toBe(`${provider.issuer}/oauth/authorize`)
    expect(Object.fromEntries(searchParams)).toEqual({
      response_type: 'code',
      client_id: 'app-1',
      redirect_uri: provider.registered.redirectUri,
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

  test('binds the request to a key pair that the app keeps', async () => {
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
    provider.answerDataToken(verified)
    await expect(finish()).resolves.toMatchObject({ emailVerified: true, phoneNumberVerified: false })
  })

  test('sends the code, the verifier and the secret as a form', async () => {
    const { flow } = await countersign.beginSignIn()
    await countersign.finishSignIn(new URL(provider.callback(flow), 'http://localhost:8090'), flow)
    expect(provider.received[0]?.headers['content-type']).toContain('application/x-www-form-urlencoded')
    expect(provider.received[0]?.form).toEqual({
      grant_type: 'authorization_code',
      code: flow.nonce,
      redirect_uri: provider.registered.redirectUri,
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
    provider.answerTokensWith({ body: { ...tokenBody(provider.makeDataToken()), token_type: 'bearer' } })
    await expect(finish()).resolves.toHaveProperty('subject', 'person-1')
  })
})

describe('a data token', () => {
  test.each([
    ['cannot be fetched', { status: 503 }],
    ['come in another form', { body: 'not a key set' }],
  ])('is refused for now when the keys %s', async (_case, answer) => {
    provider.answerKeysWith(answer)
    await expect(finish()).rejects.toHaveProperty('code', 'unreachable')
  })

  test('is read for the user that the app names, and for no other', async () => {
    const dataToken = provider.makeDataToken()
    await expect(countersign.readClaims(dataToken, { subject: 'person-1' })).resolves.toHaveProperty('subject')
    const other = countersign.readClaims(dataToken, { subject: 'person-2' })
    await expect(other).rejects.toHaveProperty('code', 'wrong_subject')
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
})
