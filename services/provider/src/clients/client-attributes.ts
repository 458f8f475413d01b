import type { ClientCreation, ClientResource, ClientUpdate } from '@countersign/contracts'
import type { ClientRegistration } from './check-client.ts'
import { claimsNoticeOf } from './claims-notice.ts'
import type { Client } from './client.ts'
import { logoUrl } from './client-logo.ts'
import type { ClientSecretRecord } from './client-secret.store.ts'
import type { ClientChanges } from './update-client.ts'

/** A client as administrators see it: names as on the wire, secrets by their times only. */
export function toClientResource(
  client: Client,
  secrets: readonly ClientSecretRecord[],
  issuer: string,
): ClientResource {
  return {
    client_id: client.clientId,
    name: client.name,
    description: client.description,
    logo: logoUrl(issuer, client.clientId),
    redirect_uris: [...client.redirectUris],
    scopes: client.scopes.map((scope) => ({ ...scope })),
    token_endpoint_auth_method: client.authenticationMethod,
    grant_types: [...client.grantTypes],
    require_pkce: client.requirePkce,
    require_pushed_authorization_requests: client.requirePushedRequests,
    dpop_bound_access_tokens: client.dpopBound,
    jwks: { keys: client.keys.map((key) => ({ ...key })) },
    jwks_uri: client.keysUri ?? null,
    policy_uri: client.policyUri ?? null,
    tos_uri: client.tosUri ?? null,
    sector_identifier_uri: client.sectorIdentifierUri ?? null,
    subject_type: client.subjectType,
    id_token_signed_response_alg: client.idTokenAlgorithm,
    id_token_claims: client.idTokenClaims,
    private_use_schemes: [...client.privateUseSchemes],
    verified_claims_required: [...client.verifiedClaimsRequired],
    credentials_requested: client.credentialsRequested.map((each) => ({ ...each })),
    claims_encryption_jwk: client.claimsEncryptionKey ? { ...client.claimsEncryptionKey } : null,
    ...claimsNoticeOf(client),
    post_logout_redirect_uris: [...client.postLogoutRedirectUris],
    backchannel_logout_uri: client.backchannelLogoutUri ?? null,
    backchannel_logout_session_required: client.backchannelLogoutSessionRequired,
    owner: client.owner ?? null,
    disabled_at: client.disabledAt?.toISOString() ?? null,
    created_at: client.createdAt.toISOString(),
    secrets: secrets.map(describeSecret),
  }
}

function describeSecret({ secretId, createdAt, expiresAt, lastUsedAt }: ClientSecretRecord) {
  return {
    secret_id: secretId,
    created_at: createdAt.toISOString(),
    expires_at: expiresAt?.toISOString() ?? null,
    last_used_at: lastUsedAt?.toISOString() ?? null,
  }
}

/** What a new client was described with. */
export function readCreation(body: ClientCreation): ClientRegistration {
  const { name, redirect_uris: redirectUris = [], scopes } = body
  return { ...readUpdate(body), name, redirectUris, scopes }
}

/** What a client is to be changed in; what is not named stays out. */
export function readUpdate(body: ClientUpdate): ClientChanges {
  return withoutUndefined({
    name: body.name,
    description: body.description,
    redirectUris: body.redirect_uris,
    scopes: body.scopes,
    authenticationMethod: body.token_endpoint_auth_method,
    grantTypes: body.grant_types,
    requirePkce: body.require_pkce,
    requirePushedRequests: body.require_pushed_authorization_requests,
    dpopBound: body.dpop_bound_access_tokens,
    keys: body.jwks?.keys,
    subjectType: body.subject_type,
    idTokenAlgorithm: body.id_token_signed_response_alg,
    idTokenClaims: body.id_token_claims,
    privateUseSchemes: body.private_use_schemes,
    verifiedClaimsRequired: body.verified_claims_required,
    credentialsRequested: body.credentials_requested,
    postLogoutRedirectUris: body.post_logout_redirect_uris,
    backchannelLogoutUri: body.backchannel_logout_uri,
    backchannelLogoutSessionRequired: body.backchannel_logout_session_required,
    claimsEncryptionKey: body.claims_encryption_jwk,
    keysUri: body.jwks_uri,
    policyUri: body.policy_uri,
    tosUri: body.tos_uri,
  })
}

type Defined<Values> = { [Name in keyof Values]?: Exclude<Values[Name], undefined> }

function withoutUndefined<Values extends object>(values: Values): Defined<Values> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Defined<Values>
}
