/** One scope that an app may ask for, in the app's own terms. */
export type ClientScope = {
  readonly name: string
  /** Why the app asks, in its own words; empty when it gave none. */
  readonly reason: string
  /** The app does not work without it. */
  readonly required: boolean
}

/**
 * How a client proves itself at the token endpoint (RFC 7591 §2). A client with a secret may send it in the body or by
 * HTTP Basic, whichever its library does.
 */
export type ClientAuthenticationMethod = 'client_secret_post' | 'none'

/** A registered app. Its secrets are known by their hashes only. */
export type Client = {
  readonly clientId: string
  readonly name: string
  readonly description: string
  readonly redirectUris: readonly string[]
  readonly scopes: readonly ClientScope[]
  readonly authenticationMethod: ClientAuthenticationMethod
  readonly requirePkce: boolean
  readonly secretHashes: readonly Buffer[]
  readonly createdAt: Date
}
