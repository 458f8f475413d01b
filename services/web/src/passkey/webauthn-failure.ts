import { ClientError, type FailureCode } from '@countersign/device'

/** What a browser says (WebAuthn Level 3 §5.1.3 and §5.1.4), in our words. */
const CODES: Readonly<Record<string, FailureCode>> = {
  // Declined, timed out, or no passkey here: on purpose the browser does not say which.
  NotAllowedError: 'passkey_cancelled',
  AbortError: 'passkey_cancelled',
  InvalidStateError: 'passkey_exists',
  ConstraintError: 'passkey_unsupported',
  NotSupportedError: 'passkey_unsupported',
  SecurityError: 'passkey_unsupported',
}

export function toPasskeyFailure(error: unknown): ClientError {
  if (error instanceof ClientError) return error
  const name = error instanceof Error ? error.name : ''
  return new ClientError({ code: Object.hasOwn(CODES, name) ? (CODES[name] ?? 'bug') : 'bug' })
}
