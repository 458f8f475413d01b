import {
  type ClientInformation,
  type ClientMetadata,
  type ClientScope,
  DEFAULT_GRANT_TYPES,
  DEVICE_CODE_GRANT,
  GRANT_TYPES,
  type GrantType,
  type VerifiableClaim,
} from '@countersign/contracts'
import { BUILT_IN_SCOPES, type KnownScopes } from '../catalogue/scopes/known-scopes.ts'
import type { ClientRegistration } from './check-client.ts'
import { claimsNoticeOf } from './claims-notice.ts'
import type { Client, ClientAuthenticationMethod } from './client.ts'
import { logoUrl } from './client-logo.ts'
import { ClientRegistrationError } from './client-registration-error.ts'

const AUTHENTICATION_METHODS = ['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none'] as const
const MAXIMUM_NAME_LENGTH = 80

/**
 * What an app asks to be registered with (RFC 7591 §2), the RFC's default wherever it says nothing, so that it replaces
 * all that it can set (RFC 7592 §2.2). What an app cannot say of itself is not here: PKCE stays required, and the words
 * under its scopes stay what an administrator made them.
 * @throws ClientRegistrationError
 */
export function readMetadata(metadata: ClientMetadata, known: KnownScopes, current?: Client): ClientRegistration {
  const redirectUris = metadata.redirect_uris ?? []
  const authenticationMethod = readAuthenticationMethod(metadata.token_endpoint_auth_method)
  return {
    name: metadata.client_name ?? nameFrom(redirectUris),
    redirectUris,
    scopes: readScopes(metadata.scope, current?.scopes ?? [], known),
    authenticationMethod,
    grantTypes: readGrantTypes(metadata.grant_types),
    ...readKeys(metadata, authenticationMethod),
    // A seal is taken off by `null` and never by silence, as the RFC allows.
    ...(metadata.claims_encryption_jwk !== undefined && { claimsEncryptionKey: metadata.claims_encryption_jwk }),
    verifiedClaimsRequired: readVerified(metadata.verified_claims_required),
    policyUri: metadata.policy_uri ?? null,
    tosUri: metadata.tos_uri ?? null,
    subjectType: oneOf('subject_type', metadata.subject_type, ['public', 'pairwise']),
    sectorIdentifierUri: metadata.sector_identifier_uri,
    idTokenAlgorithm: readAlgorithm(metadata),
    postLogoutRedirectUris: metadata.post_logout_redirect_uris ?? [],
    backchannelLogoutUri: readBackchannelLogoutUri(metadata.backchannel_logout_uri),
    backchannelLogoutSessionRequired: metadata.backchannel_logout_session_required ?? false,
    requirePushedRequests: metadata.require_pushed_authorization_requests ?? false,
    dpopBound: metadata.dpop_bound_access_tokens ?? false,
  }
}

/**
 * What is unknown is left out, and whatever begins with a person may be refreshed: the answer tells (RFC 7591 §3.2.1). An app
 * that vouches for itself calls nothing for itself, and comes from no device: where no address is returned to, its name is all
 * that people would have to go by (RFC 8628 §5.4).
 */
function readGrantTypes(named: readonly string[] = DEFAULT_GRANT_TYPES): readonly GrantType[] {
  if (named.includes('client_credentials')) {
    throw new ClientRegistrationError('client_credentials is for whoever runs this service to allow.')
  }
  const others: readonly GrantType[] = ['refresh_token', DEVICE_CODE_GRANT]
  const understood = GRANT_TYPES.filter((name) => !others.includes(name) && named.includes(name))
  return understood.length > 0 ? [...understood, 'refresh_token'] : DEFAULT_GRANT_TYPES
}

/** Anybody may register an app: none of these says which programs of our own machine are called. */
function readBackchannelLogoutUri(uri: string | undefined): string | null {
  if (uri === undefined || uri.startsWith('https:')) return uri ?? null
  throw new ClientRegistrationError('The backchannel_logout_uri must be https.')
}

/** Keys are for `private_key_jwt`. Whoever authenticates otherwise may have them for something that is not done here. */
function readKeys({ jwks, jwks_uri: keysUri }: ClientMetadata, authenticationMethod: ClientAuthenticationMethod) {
  if (authenticationMethod !== 'private_key_jwt') return { keys: [], keysUri: null }
  return { keys: jwks?.keys ?? [], keysUri: keysUri ?? null }
}

/** Without one, the default follows from what the app binds itself to (OpenID Connect Registration §2 says RS256). */
function readAlgorithm({ id_token_signed_response_alg: algorithm }: ClientMetadata) {
  if (algorithm === undefined) return undefined
  return oneOf('id_token_signed_response_alg', algorithm, ['RS256', 'ES256'])
}

function readAuthenticationMethod(method: string | undefined): ClientAuthenticationMethod {
  return oneOf('token_endpoint_auth_method', method, AUTHENTICATION_METHODS)
}

/** One of the words that are understood; the first of them if nothing was said. */
function oneOf<Word extends string>(name: string, text: string | undefined, words: readonly [Word, ...Word[]]): Word {
  const word = text === undefined ? words[0] : words.find((each) => each === text)
  if (word === undefined) throw new ClientRegistrationError(`${name} must be one of: ${words.join(', ')}.`)
  return word
}

/**
 * All built-in scopes and those of APIs unless the app names some that there are: each still needs a person's approval, whenever
 * it is asked for. What is unknown, as `offline_access`, is left out, and the answer says what was registered (RFC 7591 §2).
 */
function readScopes(
  scope: string | undefined,
  current: readonly ClientScope[],
  { scopes }: KnownScopes,
): ClientScope[] {
  const asked = new Set(scope?.split(' '))
  const understood = [...scopes.keys()].filter((name) => asked.has(name))
  const names = understood.length > 0 ? understood : namesByDefault(scopes)
  return names.map((name) => current.find((each) => each.name === name) ?? { name, reason: '', required: false })
}

function namesByDefault(scopes: KnownScopes['scopes']): string[] {
  const others = [...scopes.values()].filter(({ resource }) => resource !== undefined).map(({ name }) => name)
  return [...BUILT_IN_SCOPES.scopes.keys(), ...others]
}

/** What is no claim that can be verified is left out, as an unknown scope is: the answer says what was registered. */
function readVerified(claims: readonly string[] = []): VerifiableClaim[] {
  return (['email', 'phone'] as const).filter((claim) => claims.includes(claim))
}

/** An app without a name is called by where people return to, which it cannot make up. */
function nameFrom([redirectUri = '']: readonly string[]): string {
  const host = URL.canParse(redirectUri) ? new URL(redirectUri).host : ''
  return (host || redirectUri).slice(0, MAXIMUM_NAME_LENGTH) || 'unnamed'
}

type Credentials = {
  readonly issuer: string
  readonly registrationAccessToken: string
  readonly clientSecret?: string | undefined
}

/** A registration as it stands (RFC 7591 §3.2.1). */
export function describeInformation(client: Client, credentials: Credentials): ClientInformation {
  const { issuer, registrationAccessToken, clientSecret } = credentials
  return {
    client_id: client.clientId,
    client_id_issued_at: Math.floor(client.createdAt.getTime() / 1000),
    ...(clientSecret !== undefined && { client_secret: clientSecret, client_secret_expires_at: 0 }),
    registration_access_token: registrationAccessToken,
    registration_client_uri: `${issuer}/oauth/register/${encodeURIComponent(client.clientId)}`,
    client_name: client.name,
    redirect_uris: [...client.redirectUris],
    token_endpoint_auth_method: client.authenticationMethod,
    grant_types: [...client.grantTypes],
    response_types: client.grantTypes.includes('authorization_code') ? ['code'] : [],
    scope: client.scopes.map(({ name }) => name).join(' '),
    ...(client.keys.length > 0 && { jwks: { keys: client.keys.map((key) => ({ ...key })) } }),
    ...(client.keysUri !== undefined && { jwks_uri: client.keysUri }),
    ...(client.verifiedClaimsRequired.length > 0 && { verified_claims_required: [...client.verifiedClaimsRequired] }),
    ...(client.policyUri !== undefined && { policy_uri: client.policyUri }),
    ...(client.tosUri !== undefined && { tos_uri: client.tosUri }),
    ...(client.sectorIdentifierUri !== undefined && { sector_identifier_uri: client.sectorIdentifierUri }),
    ...(client.claimsEncryptionKey && { claims_encryption_jwk: { ...client.claimsEncryptionKey } }),
    ...claimsNoticeOf(client),
    logo_uri: logoUrl(issuer, client.clientId),
    subject_type: client.subjectType,
    id_token_signed_response_alg: client.idTokenAlgorithm,
    post_logout_redirect_uris: [...client.postLogoutRedirectUris],
    ...(client.backchannelLogoutUri !== undefined && { backchannel_logout_uri: client.backchannelLogoutUri }),
    backchannel_logout_session_required: client.backchannelLogoutSessionRequired,
    require_pushed_authorization_requests: client.requirePushedRequests,
    dpop_bound_access_tokens: client.dpopBound,
  }
}
