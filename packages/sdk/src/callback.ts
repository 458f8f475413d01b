import { SignInError } from './errors.ts'
import { type SignInFlow, sha256 } from './flow.ts'
import type { CheckedSettings } from './settings.ts'

const PARAMETERS = ['code', 'state', 'iss', 'error'] as const

/** What the browser's session kept, or nothing: it was begun in another browser, or too long ago. @throws SignInError */
export function checkFlow(flow: SignInFlow | undefined): SignInFlow {
  if (flow && flow.state && flow.codeVerifier) return flow
  throw new SignInError('lost_session', 'The session of this browser holds no sign-in that was begun. Begin a new one.')
}

/**
 * Takes the authorization code out of the callback, after all that can be told without asking the provider: the answer
 * belongs to this browser's sign-in, comes from our provider and is not a refusal.
 * @throws SignInError
 */
export async function readCallback(
  callbackUrl: string | URL | undefined,
  flow: SignInFlow,
  { issuer, redirectUri }: CheckedSettings,
): Promise<string> {
  if (callbackUrl === undefined || !URL.canParse(String(callbackUrl), redirectUri)) {
    throw new SignInError('invalid_callback', 'The callback is no address.')
  }
  const { searchParams } = new URL(callbackUrl, redirectUri)
  if (PARAMETERS.some((name) => searchParams.getAll(name).length > 1)) {
    throw new SignInError('invalid_callback', 'The callback names a parameter twice.')
  }
  if (!(await areEqual(searchParams.get('state') ?? '', flow.state))) {
    throw new SignInError('state_mismatch', 'The callback does not belong to the sign-in of this browser.')
  }
  // The provider always says who it is, in refusals too (RFC 9207 §2), so an answer without it is not the provider's.
  if (searchParams.get('iss') !== issuer) {
    throw new SignInError('issuer_mismatch', 'The callback does not come from this provider.')
  }
  const error = searchParams.get('error')
  if (error !== null) {
    const { refusalOf } = await import('./refusals.ts')
    throw refusalOf(error, searchParams.get('error_description'))
  }
  const code = searchParams.get('code')
  if (!code) throw new SignInError('invalid_callback', 'The callback carries no code.')
  return code
}

/** Compares without telling by time where two texts differ: it is their hashes that are compared. */
async function areEqual(given: string, expected: string): Promise<boolean> {
  const [left, right] = await Promise.all([sha256(given), sha256(expected)])
  return left.reduce((differences, byte, at) => differences | (byte ^ (right[at] ?? -1)), 0) === 0
}
