import { startBeforeAll } from '@countersign/testing'
import { decodeProtectedHeader } from 'jose'
import { expect, test } from 'vitest'
import { ISSUER, startProvider } from './started-provider.ts'

const provider = startBeforeAll(() => startProvider('postgresql'))

test('the metadata tells a client library all that it needs', async () => {
  const response = await provider.app.inject('/.well-known/oauth-authorization-server')
  expect(response.headers).toMatchObject({
    'access-control-allow-origin': '*',
    'cache-control': 'public, max-age=300',
  })
  expect(response.json()).toEqual({
    issuer: ISSUER,
    authorization_endpoint: `${ISSUER}/oauth/authorize`,
    token_endpoint: `${ISSUER}/oauth/token/`,
    jwks_uri: `${ISSUER}/.well-known/jwks.json`,
    scopes_supported: ['openid', 'email', 'profile', 'phone', 'address', 'offline_access'],
    response_types_supported: ['code'],
    response_modes_supported: ['query', 'form_post'],
    grant_types_supported: [
      'authorization_code',
      'refresh_token',
      'client_credentials',
      'urn:ietf:params:oauth:grant-type:device_code',
    ],
    device_authorization_endpoint: `${ISSUER}/oauth/device_authorization`,
    token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic', 'private_key_jwt', 'none'],
    token_endpoint_auth_signing_alg_values_supported: ['ES256', 'PS256', 'EdDSA', 'Ed25519', 'RS256'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    pushed_authorization_request_endpoint: `${ISSUER}/oauth/par`,
    require_pushed_authorization_requests: false,
    dpop_signing_alg_values_supported: ['ES256', 'PS256', 'EdDSA', 'Ed25519'],
    revocation_endpoint: `${ISSUER}/oauth/revoke`,
    revocation_endpoint_auth_methods_supported: [
      'client_secret_post',
      'client_secret_basic',
      'private_key_jwt',
      'none',
    ],
    revocation_endpoint_auth_signing_alg_values_supported: ['ES256', 'PS256', 'EdDSA', 'Ed25519', 'RS256'],
    introspection_endpoint: `${ISSUER}/oauth/introspect`,
    introspection_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic', 'private_key_jwt'],
    introspection_endpoint_auth_signing_alg_values_supported: ['ES256', 'PS256', 'EdDSA', 'Ed25519', 'RS256'],
    end_session_endpoint: `${ISSUER}/oauth/logout`,
    backchannel_logout_supported: true,
    backchannel_logout_session_supported: true,
  })
})

test('the discovery document has every field that a library needs (OpenID Connect Discovery §3)', async () => {
  const response = await provider.app.inject('/.well-known/openid-configuration')
  expect(response.headers).toMatchObject({
    'access-control-allow-origin': '*',
    'cache-control': 'public, max-age=300',
  })
  const oauth = (await provider.app.inject('/.well-known/oauth-authorization-server')).json()
  expect(response.json()).toEqual({
    ...oauth,
    userinfo_endpoint: `${ISSUER}/oauth/userinfo`,
    subject_types_supported: ['public', 'pairwise'],
    id_token_signing_alg_values_supported: ['ES256', 'RS256'],
    acr_values_supported: ['phr', 'urn:countersign:acr:password'],
    prompt_values_supported: ['none', 'login', 'consent', 'select_account', 'create'],
    claim_types_supported: ['normal'],
    claims_supported: expect.arrayContaining(['sub', 'email', 'name', 'phone_number', 'address']),
    claims_parameter_supported: false,
    request_parameter_supported: false,
    request_uri_parameter_supported: false,
  })
  expect(response.json()).toMatchObject({ issuer: ISSUER, response_types_supported: ['code'] })
})

test('every endpoint that the metadata names is served at the issuer', async () => {
  const metadata = (await provider.app.inject('/.well-known/openid-configuration')).json()
  const names = Object.keys(metadata).filter((name) => name.endsWith('_endpoint') || name === 'jwks_uri')
  expect(names).toEqual(expect.arrayContaining(['userinfo_endpoint', 'revocation_endpoint', 'introspection_endpoint']))
  for (const name of names) {
    const { origin, pathname } = new URL(metadata[name])
    expect(origin).toBe(ISSUER)
    expect((await provider.app.inject(pathname)).statusCode).not.toBe(404)
  }
})

test('the published keys are public halves only', async () => {
  const { keys } = (await provider.app.inject('/.well-known/jwks.json')).json()
  const ours = {
    ES256: { kty: 'EC', crv: 'P-256', x: expect.any(String), y: expect.any(String) },
    RS256: { kty: 'RSA', n: expect.any(String), e: 'AQAB' },
  }
  expect(keys).toEqual([
    { ...ours.ES256, kid: expect.any(String), alg: 'ES256', use: 'sig', purpose: 'id_token' },
    { ...ours.RS256, kid: expect.any(String), alg: 'RS256', use: 'sig', purpose: 'id_token' },
    { ...ours.ES256, kid: expect.any(String), alg: 'ES256', use: 'sig', purpose: 'data_token' },
  ])
})

test('every published key says what it signs, and no key signs both kinds of token', async () => {
  const { keys } = (await provider.app.inject('/.well-known/jwks.json')).json()
  expect(keys.map(({ alg, use, purpose }: Record<string, string>) => [purpose, alg, use])).toEqual(
    expect.arrayContaining([
      ['id_token', 'RS256', 'sig'],
      ['id_token', 'ES256', 'sig'],
      ['data_token', 'ES256', 'sig'],
    ]),
  )
  const { id_token = '', data_token } = await provider.obtainTokens()
  const purposeOf = (token: string) =>
    keys.find(({ kid }: { kid: string }) => kid === decodeProtectedHeader(token).kid).purpose
  expect([purposeOf(id_token), purposeOf(data_token)]).toEqual(['id_token', 'data_token'])
})

test('keys and metadata may be cached, and an error in their place may not', async () => {
  const away = await startProvider('postgresql')
  const cacheControl = async (path: string) => {
    const { statusCode, headers } = await away.app.inject(`/.well-known/${path}`)
    return [statusCode, headers['cache-control']]
  }
  expect(await cacheControl('openid-configuration')).toEqual([200, 'public, max-age=300'])
  await away.database.close()
  expect(await cacheControl('jwks.json')).toEqual([503, 'no-store'])
  await away.app.close()
})
