import { DEVICE_CODE_GRANT } from '@countersign/contracts'
import { startBeforeAll } from '@countersign/testing'
import { decodeProtectedHeader } from 'jose'
import { expect, test } from 'vitest'
import { ISSUER, startProvider } from './started-provider.ts'

const provider = startBeforeAll(() => startProvider('postgresql'))

const ALGORITHMS = ['ES256', 'PS256', 'EdDSA', 'Ed25519']
const CACHED = { 'access-control-allow-origin': '*', 'cache-control': 'public, max-age=300' }

test('CVE-2026-67336, GHSA-9h47, RFC 9700 §2.1.2, §2.5: metadata is complete and has no weak method', async () => {
  const response = await provider.app.inject('/.well-known/oauth-authorization-server')
  expect(response.headers).toMatchObject(CACHED)
  expect(response.json()).toEqual({
    issuer: ISSUER,
    authorization_endpoint: `${ISSUER}/oauth/authorize`,
    token_endpoint: `${ISSUER}/oauth/token/`,
    jwks_uri: `${ISSUER}/.well-known/jwks.json`,
    scopes_supported: ['openid', 'email', 'profile', 'phone', 'address', 'offline_access'],
    response_types_supported: ['code'],
    response_modes_supported: ['query', 'form_post'],
    grant_types_supported: ['authorization_code', 'refresh_token', 'client_credentials', DEVICE_CODE_GRANT],
    device_authorization_endpoint: `${ISSUER}/oauth/device_authorization`,
    token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic', 'private_key_jwt', 'none'],
    token_endpoint_auth_signing_alg_values_supported: [...ALGORITHMS, 'RS256'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    pushed_authorization_request_endpoint: `${ISSUER}/oauth/par`,
    require_pushed_authorization_requests: false,
    acr_values_supported: ['phr', 'urn:countersign:acr:password'],
    dpop_signing_alg_values_supported: ALGORITHMS,
    revocation_endpoint: `${ISSUER}/oauth/revoke`,
    revocation_endpoint_auth_methods_supported: [
      'client_secret_post',
      'client_secret_basic',
      'private_key_jwt',
      'none',
    ],
    revocation_endpoint_auth_signing_alg_values_supported: [...ALGORITHMS, 'RS256'],
    introspection_endpoint: `${ISSUER}/oauth/introspect`,
    introspection_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic', 'private_key_jwt'],
    introspection_endpoint_auth_signing_alg_values_supported: [...ALGORITHMS, 'RS256'],
    end_session_endpoint: `${ISSUER}/oauth/logout`,
    backchannel_logout_supported: true,
    backchannel_logout_session_supported: true,
  })
})

test('the discovery document has every field that a library needs (OpenID Connect Discovery §3)', async () => {
  const response = await provider.app.inject('/.well-known/openid-configuration')
  expect(response.headers).toMatchObject(CACHED)
  const oauth = (await provider.app.inject('/.well-known/oauth-authorization-server')).json()
  expect(response.json()).toEqual({
    ...oauth,
    userinfo_endpoint: `${ISSUER}/oauth/userinfo`,
    subject_types_supported: ['public', 'pairwise'],
    id_token_signing_alg_values_supported: ['ES256', 'RS256'],
    prompt_values_supported: ['none', 'login', 'consent', 'select_account', 'create'],
    claim_types_supported: ['normal'],
    claims_supported: expect.arrayContaining(['sub', 'email', 'name', 'phone_number', 'address', 'acr']),
    claims_parameter_supported: true,
    request_parameter_supported: false,
    request_uri_parameter_supported: false,
  })
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

test('the published keys are public halves, each says what it signs, and no key signs both kinds of token', async () => {
  const { keys } = (await provider.app.inject('/.well-known/jwks.json')).json()
  const ec = { kty: 'EC', crv: 'P-256', x: expect.any(String), y: expect.any(String), alg: 'ES256' }
  const rsa = { kty: 'RSA', n: expect.any(String), e: 'AQAB', alg: 'RS256' }
  const common = { kid: expect.any(String), use: 'sig' }
  expect(keys).toEqual([
    { ...ec, ...common, purpose: 'id_token' },
    { ...rsa, ...common, purpose: 'id_token' },
    { ...ec, ...common, purpose: 'data_token' },
  ])
  const { id_token = '', data_token } = await provider.obtainTokens()
  const purposeOf = (token: string) =>
    keys.find(({ kid }: { kid: string }) => kid === decodeProtectedHeader(token).kid).purpose
  expect([purposeOf(id_token), purposeOf(data_token)]).toEqual(['id_token', 'data_token'])
})
