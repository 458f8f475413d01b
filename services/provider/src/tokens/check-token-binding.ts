import type { Dependencies } from '../dependencies.ts'
import { bearerError, type PresentedToken } from '../http/bearer-token.ts'
import type { ActiveAccessToken } from './access-token.store.ts'

/** How an access token was used: what a DPoP proof must be about (RFC 9449 §4.3). */
export type TokenUse = {
  readonly presented: PresentedToken
  /** What the `DPoP` header held. */
  readonly proof: string | readonly string[] | undefined
  readonly method: string
  /** The endpoint's path below the issuer. */
  readonly path: string
}

/**
 * Checks that whoever uses an access token holds the key that it is bound to (RFC 9449 §7.1). No token is bound yet, so a
 * bearer token passes, and one that is presented as bound is refused. This is the one place that userinfo asks.
 */
export async function checkTokenBinding(
  _dependencies: Dependencies,
  _token: ActiveAccessToken,
  { presented }: TokenUse,
): Promise<void> {
  if (presented.scheme === 'Bearer') return
  throw bearerError('invalid_token', 'The access token is not bound to a key. Send it as a Bearer token.')
}
