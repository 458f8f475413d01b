import type { ClaimsKey } from '@countersign/data-token'

/** One scope that an app may ask for, in the app's own terms. */
export type ClientScope = {
  readonly name: string
  /** Why the app asks, in its own words; empty when it gave none. */
  readonly reason: string
  /** The app does not work without it. */
  readonly required: boolean
  /** Asked for when a request names no scope (RFC 6749 §3.3). */
  readonly default?: boolean
}

/**
 * How a client proves itself at the token endpoint (RFC 7591 §2). A client with a secret may send it in the body or by
 * HTTP Basic, whichever its library does, so the two `client_secret` methods are accepted alike.
 */
export type ClientAuthenticationMethod = 'client_secret_post' | 'client_secret_basic' | 'private_key_jwt' | 'none'

/** A public key as JSON (RFC 7517); which of its members must be there, registration checks. */
export type PublicJwk = { readonly kty: string; readonly kid?: string; readonly [member: string]: unknown }

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
  readonly idTokenAlgorithm: 'ES256' | 'RS256'
  readonly postLogoutRedirectUris: readonly string[]
}

/** A registered app. Its secrets are known by their hashes only. */
export type Client = ClientPolicy &
  ClientIdentity & {
    readonly clientId: string
    readonly name: string
    readonly description: string
    readonly redirectUris: readonly string[]
    readonly scopes: readonly ClientScope[]
    readonly authenticationMethod: ClientAuthenticationMethod
    readonly secretHashes: readonly Buffer[]
    /** The public keys that a `private_key_jwt` client signs its assertions with; empty for every other. */
    readonly keys: readonly PublicJwk[]
    /** The app's public key for sealed claims: people's devices encrypt to it. */
    readonly claimsEncryptionKey: ClaimsKey | undefined
    /** Nobody here has looked at it: it came by dynamic registration (RFC 7591). */
    readonly registeredItself: boolean
    readonly createdAt: Date
  }

/** Whether the client authenticates with a secret. */
export function hasSecret({ authenticationMethod }: Pick<Client, 'authenticationMethod'>): boolean {
  return authenticationMethod === 'client_secret_post' || authenticationMethod === 'client_secret_basic'
}
