import {
  CLAIM_LIMITS,
  type ClientScope,
  type CredentialRequest,
  DEFAULT_GRANT_TYPES,
  GRANT_TYPES,
  type GrantType,
  type PublicJwk,
  type VerifiableClaim,
} from '@countersign/contracts'
import { type ClaimsKey, readClaimsKey } from '@countersign/data-token'
import { isPublicHost } from '@countersign/service/network'
import { withoutOtherMembers } from '@countersign/service/secrets'
import type { KnownScopes } from '../catalogue/scopes/known-scopes.ts'
import { claimsOfScopes } from '../catalogue/scopes/scopes.ts'
import { checkText, checkVisible, MAXIMUM_TEXT_LENGTH } from './check-text.ts'
import type { Logo } from './client.store.ts'
import {
  assertionAlgorithms,
  type Client,
  type ClientAuthenticationMethod,
  type ClientIdentity,
  type ClientPages,
  type ClientPolicy,
  isBound,
} from './client.ts'
import { problemOfEncryptionKey, problemOfKeys } from './client-keys.ts'
import { MAXIMUM_LOGO_BYTES, readLogo } from './client-logo.ts'
import { ClientRegistrationError } from './client-registration-error.ts'
import { problemOfCredentialRequests } from './credential-requests.ts'
import { problemOfPrivateUseScheme } from './private-use-scheme.ts'
import { problemOfRedirectUri } from './redirect-uri.ts'

/** Addresses that a client may have or not; `null`, in a change, takes one away. */
type ClientAddresses = Pick<Client, 'keysUri' | 'backchannelLogoutUri'> & ClientPages

/** What an app is registered with; what is left out has a default. */
export type ClientRegistration = Partial<ClientPolicy & Omit<ClientIdentity, 'idTokenAlgorithm'>> & {
  readonly [Name in keyof ClientAddresses]?: string | null | undefined
} & {
  readonly name: string
  readonly description?: string
  /** RS256 if left out (OpenID Connect Registration §2); ES256 for a client that is bound to PAR and DPoP. */
  readonly idTokenAlgorithm?: ClientIdentity['idTokenAlgorithm'] | undefined
  readonly redirectUris: readonly string[]
  readonly privateUseSchemes?: readonly string[]
  readonly verifiedClaimsRequired?: readonly VerifiableClaim[]
  readonly credentialsRequested?: readonly CredentialRequest[]
  readonly scopes: readonly ClientScope[]
  readonly authenticationMethod?: ClientAuthenticationMethod
  readonly grantTypes?: readonly GrantType[]
  /** For `private_key_jwt`. */
  readonly keys?: readonly PublicJwk[]
  /** `null`, in a change, takes it away. */
  readonly claimsEncryptionKey?: PublicJwk | null | undefined
  readonly logo?: Buffer
}

/** A registration with nothing left out, once every rule has been kept. */
export type CheckedClient = ClientPolicy &
  ClientIdentity &
  ClientAddresses & {
    readonly name: string
    readonly description: string
    readonly redirectUris: readonly string[]
    readonly privateUseSchemes: readonly string[]
    readonly verifiedClaimsRequired: readonly VerifiableClaim[]
    readonly credentialsRequested: readonly CredentialRequest[]
    readonly scopes: readonly ClientScope[]
    readonly authenticationMethod: ClientAuthenticationMethod
    readonly grantTypes: readonly GrantType[]
    readonly keys: readonly PublicJwk[]
    readonly claimsEncryptionKey: ClaimsKey | undefined
  }

const DEFAULTS = {
  description: '',
  authenticationMethod: 'client_secret_post',
  grantTypes: DEFAULT_GRANT_TYPES,
  requirePkce: true,
  requirePushedRequests: false,
  dpopBound: false,
  subjectType: 'public',
  sectorIdentifierUri: undefined,
  idTokenClaims: false,
  postLogoutRedirectUris: [],
  backchannelLogoutSessionRequired: false,
  privateUseSchemes: [],
  verifiedClaimsRequired: [],
  credentialsRequested: [],
  keys: [],
} as const

/**
 * Fills in the defaults and checks the client as a whole: the one gate that a new and a changed registration both pass.
 * @throws ClientRegistrationError
 */
export function checkClient(registration: ClientRegistration, known: KnownScopes): CheckedClient {
  const key = registration.claimsEncryptionKey ?? undefined
  const problem = problemOfEncryptionKey(key)
  if (problem) throw new ClientRegistrationError(problem)
  // Only what the key needs is kept: that is what goes out to every device.
  const claimsEncryptionKey = key && readClaimsKey(key)
  const policy = { ...DEFAULTS, ...registration }
  const idTokenAlgorithm = registration.idTokenAlgorithm ?? (isBound(policy) ? 'ES256' : 'RS256')
  const grantTypes = GRANT_TYPES.filter((name) => policy.grantTypes.includes(name))
  const client = { ...policy, ...addressesOf(registration), grantTypes, idTokenAlgorithm, claimsEncryptionKey }
  checkText('name', client.name)
  checkText('description', client.description)
  checkRedirectUris(client)
  checkAddresses(client)
  checkBackchannelLogout(client)
  checkSigning(client)
  checkIdTokenClaims({ idTokenClaims: client.idTokenClaims, isSealed: claimsEncryptionKey !== undefined })
  checkScopes(client, known)
  checkVerifiedClaims(client, known)
  checkCredentialRequests(client)
  checkAuthentication(client)
  checkOwnCalls(client)
  checkKeys(client)
  return { ...client, keys: client.keys.map(withoutOtherMembers) }
}

/**
 * Reads a logo by its bytes.
 * @throws ClientRegistrationError
 */
export function checkLogo(bytes: Buffer): Logo {
  const logo = readLogo(bytes)
  if (logo) return logo
  throw new ClientRegistrationError(`The logo must be a PNG, JPEG or WebP of at most ${MAXIMUM_LOGO_BYTES / 1024} KiB.`)
}

function addressesOf({ keysUri, backchannelLogoutUri, policyUri, tosUri }: ClientRegistration): ClientAddresses {
  return {
    keysUri: keysUri ?? undefined,
    backchannelLogoutUri: backchannelLogoutUri ?? undefined,
    policyUri: policyUri ?? undefined,
    tosUri: tosUri ?? undefined,
  }
}

function checkAddresses({ keysUri, policyUri, tosUri, sectorIdentifierUri }: CheckedClient): void {
  const addresses = {
    jwks_uri: keysUri,
    policy_uri: policyUri,
    tos_uri: tosUri,
    sector_identifier_uri: sectorIdentifierUri,
  }
  for (const [name, address] of Object.entries(addresses)) {
    if (address === undefined) continue
    const url = URL.canParse(address) ? new URL(address) : undefined
    if (url?.protocol === 'https:' && url.username === '' && url.password === '' && url.href.length <= 2_048) continue
    throw new ClientRegistrationError(`${name} must be an https address without user information.`)
  }
  checkCalled({ jwks_uri: keysUri, sector_identifier_uri: sectorIdentifierUri })
}

/** For addresses that this server calls: never https on its own machine or network, in any deployment. */
function checkCalled(addresses: Readonly<Record<string, string | undefined>>): void {
  for (const [name, address] of Object.entries(addresses)) {
    if (address === undefined || isPublicHost(new URL(address).hostname)) continue
    throw new ClientRegistrationError(
      `The host of ${name} has no public address: this server calls no https address of its own machine or network.`,
    )
  }
}

/** OpenID Connect Back-Channel Logout §2.2. Whether it may be on the loopback interface, whoever registers it decides. */
function checkBackchannelLogout({ backchannelLogoutUri: uri, backchannelLogoutSessionRequired }: CheckedClient): void {
  const problem = uri === undefined ? undefined : problemOfRedirectUri(uri)
  if (problem) throw new ClientRegistrationError(`The backchannel_logout_uri ${problem}.`)
  if (uri !== undefined && !/^https?:/.test(uri)) {
    throw new ClientRegistrationError(
      'The backchannel_logout_uri must be https, or http on 127.0.0.1, [::1] or localhost.',
    )
  }
  if (uri?.startsWith('https:')) checkCalled({ backchannel_logout_uri: uri })
  if (uri !== undefined || !backchannelLogoutSessionRequired) return
  throw new ClientRegistrationError('backchannel_logout_session_required needs a backchannel_logout_uri.')
}

/** FAPI 2.0 Security Profile §5.4.1 leaves PKCS #1 v1.5 out. */
function checkSigning(client: CheckedClient): void {
  if (!isBound(client) || client.idTokenAlgorithm !== 'RS256') return
  throw new ClientRegistrationError(
    'A client that is bound to pushed requests and to DPoP has its id_tokens signed by ES256 (FAPI 2.0 §5.4).',
  )
}

/**
 * Whoever makes a key for an app asks this before.
 * @throws ClientRegistrationError
 */
export function checkIdTokenClaims({ idTokenClaims, isSealed }: { idTokenClaims: boolean; isSealed: boolean }): void {
  if (!idTokenClaims || !isSealed) return
  throw new ClientRegistrationError(
    'Nobody but the app can read sealed claims, so no id_token has them. Leave out id_token_claims, or the claims_encryption_jwk: on the command line, add --plain.',
  )
}

function checkRedirectUris(client: CheckedClient): void {
  const { redirectUris, postLogoutRedirectUris, privateUseSchemes, grantTypes } = client
  if (redirectUris.length === 0 && grantTypes.includes('authorization_code')) {
    throw new ClientRegistrationError('At least one redirect URI is needed.', 'invalid_redirect_uri')
  }
  for (const [index, scheme] of privateUseSchemes.entries()) {
    const problem = problemOfPrivateUseScheme(scheme)
    if (problem) throw new ClientRegistrationError(`The private-use scheme number ${index + 1} ${problem}.`)
  }
  refuseWrong('The redirect URI', redirectUris, privateUseSchemes)
  refuseWrong('The post-logout redirect URI', postLogoutRedirectUris, privateUseSchemes)
}

/** Says which one is wrong by its place: what came in is not repeated. */
function refuseWrong(what: string, uris: readonly string[], privateUseSchemes: readonly string[]): void {
  for (const [index, uri] of uris.entries()) {
    const problem = problemOfRedirectUri(uri, privateUseSchemes)
    if (problem) throw new ClientRegistrationError(`${what} number ${index + 1} ${problem}.`, 'invalid_redirect_uri')
  }
}

function checkScopes({ scopes, grantTypes }: CheckedClient, known: KnownScopes): void {
  if (scopes.length === 0 && grantTypes.length > 0) {
    throw new ClientRegistrationError('At least one scope is needed, for example email.')
  }
  for (const { name, reason } of scopes) {
    if (!known.scopes.has(name)) {
      throw new ClientRegistrationError(`A scope is unknown. There are: ${[...known.scopes.keys()].join(', ')}.`)
    }
    checkVisible(`The reason for ${name}`, reason)
    if (reason.length > MAXIMUM_TEXT_LENGTH) {
      throw new ClientRegistrationError(`The reason for ${name} must have at most ${MAXIMUM_TEXT_LENGTH} characters.`)
    }
  }
  const names = scopes.map(({ name }) => name)
  if (new Set(names).size < names.length) throw new ClientRegistrationError('Each scope is named once.')
  if (new Set(claimsOfScopes(names, known)).size > CLAIM_LIMITS.maxClaims) {
    throw new ClientRegistrationError(
      `The scopes release more than ${CLAIM_LIMITS.maxClaims} claims, which is all that one approval can carry: leave some out.`,
    )
  }
}

/** What is never asked for is never shared, so an app that wants it verified has forgotten its scope. */
function checkVerifiedClaims({ scopes, verifiedClaimsRequired }: CheckedClient, known: KnownScopes): void {
  const names = scopes.map(({ name }) => name)
  const asked = claimsOfScopes(names, known)
  if (verifiedClaimsRequired.every((claim) => asked.includes(claim))) return
  throw new ClientRegistrationError('A claim that must be verified belongs to one of its scopes: email, or phone.')
}

function checkCredentialRequests({ credentialsRequested, claimsEncryptionKey, scopes }: CheckedClient): void {
  const problem = problemOfCredentialRequests(credentialsRequested, claimsEncryptionKey !== undefined)
  if (problem) throw new ClientRegistrationError(problem)
  if (credentialsRequested.length > 0 && !scopes.some(({ name }) => name === 'openid')) {
    throw new ClientRegistrationError(
      'An app that asks for credentials has the scope openid: they go along with an approval, and are none by themselves.',
    )
  }
  for (const { vct, reason } of credentialsRequested) checkVisible(`The reason for ${vct}`, reason)
}

function checkAuthentication({ authenticationMethod, requirePkce, keys, keysUri }: CheckedClient): void {
  if (authenticationMethod === 'none' && !requirePkce) {
    throw new ClientRegistrationError(
      'A public client must use PKCE: without a secret, nothing else protects its codes.',
    )
  }
  const hasKeys = keys.length > 0 || keysUri !== undefined
  if ((authenticationMethod === 'private_key_jwt') !== hasKeys) {
    throw new ClientRegistrationError(
      'Public keys belong to private_key_jwt, which needs at least one, as jwks or at its jwks_uri.',
    )
  }
  if (keys.length > 0 && keysUri !== undefined) {
    throw new ClientRegistrationError('Name jwks or jwks_uri, not both (RFC 7591 §2).')
  }
}

/** RFC 6749 §4.4: whoever calls for itself must be able to prove who it is. */
function checkOwnCalls({ authenticationMethod, grantTypes }: CheckedClient): void {
  if (authenticationMethod !== 'none' || !grantTypes.includes('client_credentials')) return
  throw new ClientRegistrationError('client_credentials needs a client with a secret or a key.')
}

function checkKeys(client: CheckedClient): void {
  const problem = problemOfKeys(client.keys, assertionAlgorithms(client))
  if (problem) throw new ClientRegistrationError(problem)
}
