import { type AuthorizationServerMetadata, SCOPE_CATALOGUE } from '@countersign/contracts'
import type { ProviderConfig } from '../config.ts'

/** Where apps register themselves (RFC 8414 §2); said only while they may. */
export function describeRegistration({ issuer, dynamicRegistration }: ProviderConfig) {
  return dynamicRegistration === 'off' ? {} : { registration_endpoint: `${issuer}/oauth/register` }
}

/** What a client library reads to configure itself (RFC 8414 §2). Built from the configured issuer, never from a request. */
export function describeServer(issuer: string): AuthorizationServerMetadata {
  return {
    issuer,
    authorization_endpoint: `${issuer}/oauth/authorize`,
    token_endpoint: `${issuer}/oauth/token/`,
    jwks_uri: `${issuer}/.well-known/jwks.json`,
    scopes_supported: SCOPE_CATALOGUE.map(({ name }) => name),
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic', 'none'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
  }
}
