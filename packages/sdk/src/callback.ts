import { createHash, timingSafeEqual } from 'node:crypto'
import { refusalOf, SignInError } from './errors.ts'
import type { SignInFlow } from './flow.ts'
import type { CountersignSettings } from './settings.ts'

const PARAMETERS = ['code', 'state', 'iss', 'error'] as const

/**
 * Takes the authorization code out of the callback, after all that can be told without asking the provider: the answer
 * belongs to this browser's sign-in, comes from our provider and is not a refusal.
 * @throws SignInError
 */
export function readCallback(
  callbackUrl: string | URL,
  flow: SignInFlow,
  { issuer, redirectUri }: CountersignSettings,
): string {
  const { searchParams } = new URL(callbackUrl, redirectUri)
  if (PARAMETERS.some((name) => searchParams.getAll(name).length > 1)) {
    throw new SignInError('invalid_callback', 'The callback names a parameter twice.')
  }
  if (!equals(searchParams.get('state') ?? '', flow.state)) {
    throw new SignInError('state_mismatch', 'The callback does not belong to the sign-in of this browser.')
  }
  // The provider always says who it is, in refusals too (RFC 9207 §2), so an answer without it is not the provider's.
  if (searchParams.get('iss') !== issuer) {
    throw new SignInError('issuer_mismatch', 'The callback does not come from this provider.')
  }
  const error = searchParams.get('error')
  if (error !== null) throw refusalOf(error)
  const code = searchParams.get('code')
  if (!code) throw new SignInError('invalid_callback', 'The callback carries no code.')
  return code
}

/** Compares without telling by time where two texts differ. An empty expectation equals nothing. */
function equals(given: string, expected: string): boolean {
  const [left, right] = [given, expected].map((text) => createHash('sha256').update(text).digest())
  return expected !== '' && left !== undefined && right !== undefined && timingSafeEqual(left, right)
}
