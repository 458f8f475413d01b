import type { ClientScope, CredentialRequest, GrantType, PublicJwk, VerifiableClaim } from '@countersign/contracts'
import type { ClaimsKey } from '@countersign/data-token'
import { SIGNING_ALGORITHMS } from '@countersign/service/secrets'
import { ASSERTION_ALGORITHMS } from '../ground/jwt/assertion-algorithms.ts'

/**
 * How a client proves itself at the token endpoint (RFC 7591 §2). A client with a secret may send it in the body or by
 * HTTP Basic, whichever its library does, so the two `client_secret` methods are accepted alike.
 */
export type ClientAuthenticationMethod = 'client_secret_post' | 'client_secret_basic' | 'private_key_jwt' | 'none'

/** What a client has bound itself to; each of these makes one more theft worthless. */
export type ClientPolicy = {
  /** Only a client with a secret or a key may go without (RFC 9700 §2.1.1). */
  readonly requirePkce: boolean
  /** Authorization requests must be pushed first (RFC 9126 §6). */
  readonly requirePushedRequests: boolean
  /** Tokens are bound to the client's key (RFC 9449 §5.2). */
  readonly dpopBound: boolean
}

/** What OpenID Connect adds to a client (OpenID Connect Registration §2). */
export type ClientIdentity = {
  readonly subjectType: 'public' | 'pairwise'
  /** Lists the redirect URIs of all apps that share their pairwise subjects (§5). */
  readonly sectorIdentifierUri: string | undefined
  readonly idTokenAlgorithm: 'ES256' | 'RS256'
  /** Whether id_tokens hold what the person approved, which OpenID Connect Core §5.4 leaves to userinfo. */
  readonly idTokenClaims: boolean
  readonly postLogoutRedirectUris: readonly string[]
  /** Whether each of its logout tokens must name a session (OpenID Connect Back-Channel Logout §2.2). */
  readonly backchannelLogoutSessionRequired: boolean
}

/** What people can read about an app before they decide; https. */
export type ClientPages = {
  readonly policyUri: string | undefined
  readonly tosUri: string | undefined
}

/** A registered app. Its secrets are known by their hashes only. */
export type Client = ClientPolicy &
  ClientIdentity &
  ClientPages & {
    readonly clientId: string
    readonly name: string
    readonly description: string
    readonly redirectUris: readonly string[]
    /** Schemes without a dot that an operator let its redirect URIs have (RFC 8252 §7.1 recommends one with a dot). */
    readonly privateUseSchemes: readonly string[]
    readonly scopes: readonly ClientScope[]
    readonly authenticationMethod: ClientAuthenticationMethod
    /** What it may come to the token endpoint with (RFC 7591 §2). */
    readonly grantTypes: readonly GrantType[]
    readonly secretHashes: readonly Buffer[]
    /** The public keys that a `private_key_jwt` client signs its assertions with; empty for every other. */
    readonly keys: readonly PublicJwk[]
    /** Where they are published instead. */
    readonly keysUri: string | undefined
    /** Where it is told that somebody's sign-in has ended: https, or http on the loopback interface. */
    readonly backchannelLogoutUri: string | undefined
    /** Claims that it takes verified, or not at all. */
    readonly verifiedClaimsRequired: readonly VerifiableClaim[]
    /** Claims of credentials that others have issued. */
    readonly credentialsRequested: readonly CredentialRequest[]
    /** The app's public key for sealed claims: people's devices encrypt to it. */
    readonly claimsEncryptionKey: ClaimsKey | undefined
    /** Somebody here has looked at it: it came neither by dynamic registration (RFC 7591) nor from a developer. */
    readonly isVouchedFor: boolean
    /** The developer whose it is; an administrator's has none. */
    readonly owner: string | undefined
    /** Since when it is refused all that it asks for. */
    readonly disabledAt: Date | undefined
    readonly createdAt: Date
  }

/** Whether the client has bound itself to what FAPI 2.0 asks for, so that the profile's stricter rules hold for it. */
export function isBound({ requirePushedRequests, dpopBound }: ClientPolicy): boolean {
  return requirePushedRequests && dpopBound
}

/** What a client may sign its assertions with. */
export function assertionAlgorithms(client: ClientPolicy): readonly string[] {
  return isBound(client) ? SIGNING_ALGORITHMS : ASSERTION_ALGORITHMS
}

/** Whether the client authenticates with a secret. */
export function hasSecret({ authenticationMethod }: Pick<Client, 'authenticationMethod'>): boolean {
  return authenticationMethod === 'client_secret_post' || authenticationMethod === 'client_secret_basic'
}
