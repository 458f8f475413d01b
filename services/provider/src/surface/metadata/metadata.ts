import { type AuthorizationServerMetadata, GRANT_TYPES, type OpenIdProviderMetadata } from '@countersign/contracts'
import { SIGNING_ALGORITHMS } from '@countersign/service/secrets'
import type { KnownScopes } from '../../catalogue/scopes/known-scopes.ts'
import { OFFLINE_ACCESS } from '../../catalogue/scopes/scopes.ts'
import { ASSERTION_ALGORITHMS } from '../../clients/client.ts'
import { openIdClaimNames } from '../../flow/identity/openid-claims.ts'
import { ACR_VALUES } from '../../flow/requests/accepted-acr.ts'
import { PROMPTS } from '../../flow/requests/identity-parameters.ts'
import type { ProviderConfig } from '../../ground/config.ts'
import { ID_TOKEN_ALGORITHMS } from '../../ground/keys/key.ts'

/** The registration endpoint (RFC 8414 §2), while it is open, and whether metadata documents are accepted. */
export function describeRegistration({ issuer, dynamicRegistration, clientMetadataHosts }: ProviderConfig) {
  return {
    ...(dynamicRegistration !== 'off' && { registration_endpoint: `${issuer}/oauth/register` }),
    ...(clientMetadataHosts && { client_id_metadata_document_supported: true }),
  }
}

/** Methods of clients that prove themselves. */
const PROVEN = ['client_secret_post', 'client_secret_basic', 'private_key_jwt'] as const

/** Server metadata (RFC 8414 §2), built from the configured issuer, never from a request. */
export function describeServer(
  { issuer, requirePushedRequests }: ProviderConfig,
  { scopes, resources }: KnownScopes,
): AuthorizationServerMetadata {
  return {
    issuer,
    authorization_endpoint: `${issuer}/oauth/authorize`,
    token_endpoint: `${issuer}/oauth/token/`,
    jwks_uri: `${issuer}/.well-known/jwks.json`,
    // Without scopes of APIs, which publish their own (RFC 9728 §2): libraries ask for every scope listed here.
    scopes_supported: [...namesOfPersons(scopes), OFFLINE_ACCESS],
    ...(resources.size > 0 && { protected_resources: [...resources.values()].map(({ resource }) => resource) }),
    response_types_supported: ['code'],
    response_modes_supported: ['query', 'form_post'],
    grant_types_supported: [...GRANT_TYPES],
    token_endpoint_auth_methods_supported: [...PROVEN, 'none'],
    token_endpoint_auth_signing_alg_values_supported: [...ASSERTION_ALGORITHMS],
    code_challenge_methods_supported: ['S256'],
    acr_values_supported: [...ACR_VALUES],
    authorization_response_iss_parameter_supported: true,
    pushed_authorization_request_endpoint: `${issuer}/oauth/par`,
    require_pushed_authorization_requests: requirePushedRequests,
    dpop_signing_alg_values_supported: [...SIGNING_ALGORITHMS],
    device_authorization_endpoint: `${issuer}/oauth/device_authorization`,
    revocation_endpoint: `${issuer}/oauth/revoke`,
    revocation_endpoint_auth_methods_supported: [...PROVEN, 'none'],
    revocation_endpoint_auth_signing_alg_values_supported: [...ASSERTION_ALGORITHMS],
    introspection_endpoint: `${issuer}/oauth/introspect`,
    introspection_endpoint_auth_methods_supported: [...PROVEN],
    introspection_endpoint_auth_signing_alg_values_supported: [...ASSERTION_ALGORITHMS],
    end_session_endpoint: `${issuer}/oauth/logout`,
    backchannel_logout_supported: true,
    backchannel_logout_session_supported: true,
  }
}

function namesOfPersons(scopes: KnownScopes['scopes']): string[] {
  return [...scopes.values()].filter(({ resource }) => resource === undefined).map(({ name }) => name)
}

/** OpenID Connect Discovery §3. False values stand here because their default is true, or libraries try. */
export function describeOpenIdProvider(
  server: AuthorizationServerMetadata,
  known: KnownScopes,
): OpenIdProviderMetadata {
  return {
    ...server,
    userinfo_endpoint: `${server.issuer}/oauth/userinfo`,
    subject_types_supported: ['public', 'pairwise'],
    id_token_signing_alg_values_supported: [...ID_TOKEN_ALGORITHMS],
    prompt_values_supported: [...PROMPTS],
    claim_types_supported: ['normal'],
    claims_supported: [...openIdClaimNames(known), 'auth_time', 'acr', 'amr'],
    claims_parameter_supported: true,
    request_parameter_supported: false,
    request_uri_parameter_supported: false,
  }
}
