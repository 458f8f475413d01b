import { base64url } from 'jose'

/**
 * What your app keeps about one sign-in until the browser returns: in the session of that browser, never in a URL.
 * A plain value, so any session store can hold it.
 */
export type SignInFlow = {
  readonly state: string
  readonly codeVerifier: string
  /** Where there will be an id_token. */
  readonly nonce?: string | undefined
}

const RANDOM_BYTES = 32

/**
 * New for every sign-in: `state` against forged callbacks (RFC 6749 §10.12), the verifier for PKCE (RFC 7636 §4.1), and
 * `nonce`, which the id_token must carry (OpenID Connect Core §3.1.2.1).
 */
export function newFlow(scopes: readonly string[]): SignInFlow {
  return { state: newSecret(), codeVerifier: newSecret(), ...(scopes.includes('openid') && { nonce: newSecret() }) }
}

/** The S256 challenge of a verifier (RFC 7636 §4.2). */
export async function challengeOf(codeVerifier: string): Promise<string> {
  return base64url.encode(await sha256(codeVerifier))
}

export async function sha256(text: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
}

function newSecret(): string {
  return base64url.encode(crypto.getRandomValues(new Uint8Array(RANDOM_BYTES)))
}
