import { createHash, randomBytes } from 'node:crypto'

/**
 * What your app keeps about one sign-in until the browser returns: in the session of that browser, never in a URL.
 * A plain value, so any session store can hold it.
 */
export type SignInFlow = { readonly state: string; readonly codeVerifier: string }

const RANDOM_BYTES = 32

/** New for every sign-in: `state` against forged callbacks (RFC 6749 §10.12), the verifier for PKCE (RFC 7636 §4.1). */
export function newFlow(): SignInFlow {
  return {
    state: randomBytes(RANDOM_BYTES).toString('base64url'),
    codeVerifier: randomBytes(RANDOM_BYTES).toString('base64url'),
  }
}

/** The S256 challenge of a verifier (RFC 7636 §4.2). */
export function challengeOf(codeVerifier: string): string {
  return createHash('sha256').update(codeVerifier).digest('base64url')
}
