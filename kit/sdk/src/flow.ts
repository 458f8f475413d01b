import { base64url } from 'jose'
import type { CheckedSettings } from './checked-settings.ts'
import { SignInError } from './errors.ts'

/** Keep it in the session of that browser, never in a URL, until the browser returns. A plain JSON value. */
export type SignInFlow = {
  readonly state: string
  readonly codeVerifier: string
  /** Only with `openid`. */
  readonly nonce?: string | undefined
  /** Only where a certain sign-in is asked for. */
  readonly asked?: AskedSignIn | undefined
}

export type AskedSignIn = {
  readonly acrValues?: readonly string[] | undefined
  /** Unix seconds. */
  readonly signedInSince?: number | undefined
}

const RANDOM_BYTES = 32
const CALLBACK_PARAMETERS = ['code', 'state', 'iss', 'error'] as const

/** `state` (RFC 6749 §10.12), PKCE verifier (RFC 7636 §4.1), and `nonce` (OpenID Connect Core §3.1.2.1). */
export function newFlow(scopes: readonly string[], { acrValues, maxAgeSeconds }: Wishes): SignInFlow {
  const signedInSince = maxAgeSeconds === undefined ? undefined : Math.floor(Date.now() / 1000) - maxAgeSeconds
  return {
    state: newSecret(),
    codeVerifier: newSecret(),
    ...(scopes.includes('openid') && { nonce: newSecret() }),
    ...((acrValues?.length || signedInSince) && { asked: { acrValues, signedInSince } }),
  }
}

type Wishes = { readonly acrValues?: readonly string[] | undefined; readonly maxAgeSeconds?: number | undefined }

/** @throws SignInError if the session holds no sign-in: another browser began it, or it has expired */
export async function checkFlow<Flow extends SignInFlow>(flow: Flow | undefined): Promise<Flow> {
  if (flow && flow.state && flow.codeVerifier) return flow
  throw (await import('./refusals.ts')).lostSession()
}

/** Checks the callback's state, issuer and error, and returns its authorization code. @throws SignInError */
export async function readCallback(
  callbackUrl: string | URL | undefined,
  flow: SignInFlow,
  { issuer, redirectUri }: CheckedSettings,
): Promise<string> {
  if (callbackUrl === undefined || !URL.canParse(String(callbackUrl), redirectUri)) {
    throw new SignInError('invalid_callback', 'The callback is no address.')
  }
  const { searchParams } = new URL(callbackUrl, redirectUri)
  if (CALLBACK_PARAMETERS.some((name) => searchParams.getAll(name).length > 1)) {
    throw new SignInError('invalid_callback', 'The callback names a parameter twice.')
  }
  if (!(await areEqual(searchParams.get('state') ?? '', flow.state))) {
    throw new SignInError('state_mismatch', 'The callback does not belong to the sign-in of this browser.')
  }
  // The provider sends `iss` in refusals too (RFC 9207 §2).
  if (searchParams.get('iss') !== issuer) {
    throw (await import('./refusals.ts')).mixUpOf(searchParams.get('iss'), issuer)
  }
  const error = searchParams.get('error')
  if (error !== null) {
    const { refusalOf } = await import('./refusals.ts')
    throw refusalOf(error, searchParams.get('error_description'), { uri: searchParams.get('error_uri') })
  }
  const code = searchParams.get('code')
  if (!code) throw new SignInError('invalid_callback', 'The callback carries no code.')
  return code
}

/** Constant time: compares hashes. */
export async function areEqual(given: string, expected: string): Promise<boolean> {
  const [left, right] = await Promise.all([sha256(given), sha256(expected)])
  return left.reduce((differences, byte, at) => differences | (byte ^ (right[at] ?? -1)), 0) === 0
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
