import type { ClientAuthenticationFailure, OAuthErrorCode } from '@countersign/contracts'
import { OAuthError } from '@countersign/service/errors'

/** An invalid registration; the message names the rule and a valid value (codes of RFC 7591 §3.2.2). */
export class ClientRegistrationError extends Error {
  override readonly name = 'ClientRegistrationError'
  readonly code: 'invalid_client_metadata' | 'invalid_redirect_uri'

  constructor(message: string, code: ClientRegistrationError['code'] = 'invalid_client_metadata') {
    super(message)
    this.code = code
  }
}

/** `invalid_client`, and nothing more, on the wire (RFC 6749 §5.2); the reason is for the operator's log and trail. */
export class ClientAuthenticationError extends OAuthError {
  readonly reason: ClientAuthenticationFailure

  constructor(
    reason: ClientAuthenticationFailure,
    description: string,
    headers: Readonly<Record<string, string>> = {},
  ) {
    super('invalid_client', description, { headers })
    this.reason = reason
  }
}

/** A refusal about a grant that is known; the identifier is for the operator's log. */
export class GrantError extends OAuthError {
  readonly grantId: string

  constructor(grantId: string, code: OAuthErrorCode, description: string) {
    super(code, description)
    this.grantId = grantId
  }
}

/** How a refusal is recorded: its code, and the reason where the wire does not tell it. */
export function outcomeOf(refusal: OAuthError): string {
  return refusal instanceof ClientAuthenticationError ? `${refusal.code}: ${refusal.reason}` : refusal.code
}
