import { startBeforeAll } from '@countersign/testing'
import * as oauth from 'oauth4webapi'
import * as openid from 'openid-client'
import { Strategy } from 'passport-oauth2'
import { AuthorizationCode } from 'simple-oauth2'
import { beforeAll, describe, expect, test } from 'vitest'
import { startProviderOverHttp } from './provider-over-http.ts'
import { type AppSigningKey, createSigningKey } from './signing-key.ts'
import { REDIRECT_URI, type TestClient } from './started-provider.ts'

const METHODS = ['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none'] as const
const WAYS = METHODS.flatMap((method) =>
  [false, true].flatMap((par) => [false, true].map((dpop) => ({ method, par, dpop }))),
)

type Method = (typeof METHODS)[number]

const provider = startBeforeAll(startProviderOverHttp)
let key: AppSigningKey

beforeAll(async () => {
  key = await createSigningKey('ES256')
})

async function registerFor(method: Method, par: boolean, dpop: boolean): Promise<TestClient> {
  return provider.register({
    authenticationMethod: method,
    jwks: { keys: method === 'private_key_jwt' ? [key.publicJwk] : [] },
    requirePushedRequests: par,
    dpopBound: dpop,
  })
}

/** Both libraries name the methods alike. */
function authentication(library: typeof openid | typeof oauth, method: Method, { client_secret = '' }: TestClient) {
  switch (method) {
    case 'client_secret_basic':
      return library.ClientSecretBasic(client_secret)
    case 'client_secret_post':
      return library.ClientSecretPost(client_secret)
    case 'private_key_jwt':
      return library.PrivateKeyJwt(key.privateKey)
    case 'none':
      return library.None()
  }
}

const TOKENS = {
  access_token: expect.stringMatching(/^cs_at_/),
  refresh_token: expect.stringMatching(/^cs_rt_/),
  expires_in: 3600,
  scope: 'email',
}

describe('openid-client, unmodified', () => {
  test.each(WAYS)('completes the flow and refreshes: $method, PAR $par, DPoP $dpop', async ({ method, par, dpop }) => {
    const client = await registerFor(method, par, dpop)
    const config = await openid.discovery(
      new URL(provider.issuer),
      client.client_id,
      undefined,
      authentication(openid, method, client),
      { algorithm: 'oauth2', execute: [openid.allowInsecureRequests] },
    )
    const options = dpop ? { DPoP: openid.getDPoPHandle(config, await openid.randomDPoPKeyPair('ES256')) } : {}
    const verifier = openid.randomPKCECodeVerifier()
    const state = openid.randomState()
    const parameters = {
      redirect_uri: REDIRECT_URI,
      scope: 'email',
      state,
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      ...(options.DPoP && !par && { dpop_jkt: await options.DPoP.calculateThumbprint() }),
    }
    const url = par
      ? await openid.buildAuthorizationUrlWithPAR(config, parameters, options)
      : openid.buildAuthorizationUrl(config, parameters)
    const callback = await provider.approve(url, client.client_id)
    const checks = { pkceCodeVerifier: verifier, expectedState: state }
    const tokens = await openid.authorizationCodeGrant(config, callback, checks, undefined, options)
    const token_type = dpop ? 'dpop' : 'bearer'
    expect(tokens).toMatchObject({ ...TOKENS, token_type, data_token: expect.any(String) })
    const refreshed = await openid.refreshTokenGrant(config, String(tokens.refresh_token), undefined, options)
    expect(refreshed).toMatchObject({ ...TOKENS, token_type })
  })
})

describe('oauth4webapi, unmodified', () => {
  /** Asks again where the server wants its nonce in the proof, as the library's own examples do. */
  async function withNonce<Result>(ask: () => Promise<Result>): Promise<Result> {
    try {
      return await ask()
    } catch (error) {
      if (!oauth.isDPoPNonceError(error)) throw error
      return ask()
    }
  }

  test.each(WAYS)('completes the flow and refreshes: $method, PAR $par, DPoP $dpop', async ({ method, par, dpop }) => {
    const registered = await registerFor(method, par, dpop)
    const insecure = { [oauth.allowInsecureRequests]: true }
    const issuer = new URL(provider.issuer)
    const discovery = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure })
    const server = await oauth.processDiscoveryResponse(issuer, discovery)
    const client: oauth.Client = { client_id: registered.client_id }
    const proof = authentication(oauth, method, registered)
    const keyPair = await oauth.generateKeyPair('ES256')
    const options = { ...insecure, ...(dpop && { DPoP: oauth.DPoP(client, keyPair) }) }
    const verifier = oauth.generateRandomCodeVerifier()
    const state = oauth.generateRandomState()
    const parameters = new URLSearchParams({
      client_id: client.client_id,
      redirect_uri: REDIRECT_URI,
      response_type: 'code',
      scope: 'email',
      state,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    })
    const url = new URL(String(server.authorization_endpoint))
    url.search = par ? (await push()).toString() : parameters.toString()

    async function push(): Promise<URLSearchParams> {
      const { request_uri } = await withNonce(async () =>
        oauth.processPushedAuthorizationResponse(
          server,
          client,
          await oauth.pushedAuthorizationRequest(server, client, proof, parameters, options),
        ),
      )
      return new URLSearchParams({ client_id: client.client_id, request_uri })
    }

    const callback = await provider.approve(url, client.client_id)
    const answer = oauth.validateAuthResponse(server, client, callback, state)
    const tokens = await withNonce(async () =>
      oauth.processAuthorizationCodeResponse(
        server,
        client,
        await oauth.authorizationCodeGrantRequest(server, client, proof, answer, REDIRECT_URI, verifier, options),
      ),
    )
    const token_type = dpop ? 'dpop' : 'bearer'
    expect(tokens).toMatchObject({ ...TOKENS, token_type })
    const refreshed = await withNonce(async () =>
      oauth.processRefreshTokenResponse(
        server,
        client,
        await oauth.refreshTokenGrantRequest(server, client, proof, String(tokens.refresh_token), options),
      ),
    )
    expect(refreshed).toMatchObject({ ...TOKENS, token_type })
  })
})

describe('simple-oauth2, unmodified', () => {
  test.each(['header', 'body'])(
    'completes the flow and refreshes, with its secret in the %s',
    async (authorizationMethod) => {
      const { client_id, client_secret } = await provider.register({})
      const client = new AuthorizationCode({
        client: { id: client_id, secret: client_secret },
        auth: { tokenHost: provider.issuer, authorizePath: '/oauth/authorize', tokenPath: '/oauth/token/' },
        options: { authorizationMethod },
      })
      const verifier = openid.randomPKCECodeVerifier()
      const address = client.authorizeURL({
        redirect_uri: REDIRECT_URI,
        scope: 'email',
        state: 'the state',
        code_challenge: await openid.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      })
      const callback = await provider.approve(new URL(address), client_id)
      expect(callback.searchParams.get('state')).toBe('the state')
      const tokens = await client.getToken({
        code: callback.searchParams.get('code') ?? '',
        redirect_uri: REDIRECT_URI,
        code_verifier: verifier,
      })
      expect(tokens.token).toMatchObject({ ...TOKENS, token_type: 'Bearer' })
      expect((await tokens.refresh()).token).toMatchObject({ ...TOKENS, token_type: 'Bearer' })
    },
  )
})

describe('passport-oauth2, unmodified', () => {
  test('completes the flow with its secret, state and PKCE', async () => {
    const { client_id, client_secret } = await provider.register({})
    const strategy = new Strategy(
      {
        authorizationURL: `${provider.issuer}/oauth/authorize`,
        tokenURL: `${provider.issuer}/oauth/token/`,
        clientID: client_id,
        clientSecret: client_secret,
        callbackURL: REDIRECT_URI,
        scope: 'email',
        state: true,
        pkce: true,
      },
      (accessToken, refreshToken, parameters, _profile, done) =>
        done(null, { ...parameters, access_token: accessToken, refresh_token: refreshToken }),
    )

    /** Runs the strategy as passport does: on a copy that can say how it ended. */
    async function run(query: Readonly<Record<string, string>>, session: object): Promise<unknown> {
      return new Promise((resolve, reject) => {
        const ended = { redirect: resolve, success: resolve, fail: reject, error: reject, pass: reject }
        const copy: Strategy = Object.assign(Object.create(strategy), ended)
        copy.authenticate({ query, session })
      })
    }

    const session = {}
    const callback = await provider.approve(new URL(String(await run({}, session))), client_id)
    const user = await run(Object.fromEntries(callback.searchParams), session)
    expect(user).toMatchObject({ ...TOKENS, token_type: 'Bearer' })
  })
})
