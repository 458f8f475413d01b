import { type Client, type ClientSecretRecord, claimsNoticeOf } from '@countersign/provider'

/** `claims_notice`, as whoever types a command reads it. */
export const PLAIN_CLAIMS = `What people share with it passes through core and the provider in the open, and they are told so.
Give it a key to have that sealed: countersign clients update <client_id> --claims-key FILE`

/** A client as the command line shows it: names as on the wire, no hash of a secret. */
export function describeClient(client: Client, secrets?: readonly ClientSecretRecord[]) {
  return {
    client_id: client.clientId,
    name: client.name,
    description: client.description,
    redirect_uris: client.redirectUris,
    scopes: client.scopes,
    token_endpoint_auth_method: client.authenticationMethod,
    grant_types: client.grantTypes,
    require_pkce: client.requirePkce,
    require_pushed_authorization_requests: client.requirePushedRequests,
    dpop_bound_access_tokens: client.dpopBound,
    subject_type: client.subjectType,
    id_token_signed_response_alg: client.idTokenAlgorithm,
    id_token_claims: client.idTokenClaims,
    jwks: { keys: client.keys },
    jwks_uri: client.keysUri ?? null,
    policy_uri: client.policyUri ?? null,
    tos_uri: client.tosUri ?? null,
    sector_identifier_uri: client.sectorIdentifierUri ?? null,
    private_use_schemes: client.privateUseSchemes,
    verified_claims_required: client.verifiedClaimsRequired,
    credentials_requested: client.credentialsRequested,
    claims_encryption_jwk: client.claimsEncryptionKey ?? null,
    ...claimsNoticeOf(client),
    post_logout_redirect_uris: client.postLogoutRedirectUris,
    backchannel_logout_uri: client.backchannelLogoutUri ?? null,
    backchannel_logout_session_required: client.backchannelLogoutSessionRequired,
    owner: client.owner ?? null,
    disabled_at: client.disabledAt?.toISOString() ?? null,
    valid_secrets: client.secretHashes.length,
    created_at: client.createdAt.toISOString(),
    ...(secrets && { secrets: secrets.map(describeSecret) }),
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
