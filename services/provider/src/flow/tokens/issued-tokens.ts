import type { TokenResponse } from '@countersign/contracts'
import { OAuthError } from '@countersign/service/errors'

/** What a grant type of the token endpoint ends in. */
export type IssuedTokens = {
  /** Absent, as the person is, where an app calls for itself. */
  readonly grantId?: string
  readonly userId?: string
  readonly response: TokenResponse
}

/** A refusal that must also be told to the operator: a replay ended this grant. */
export class ReplayError extends OAuthError {
  readonly grantId: string
  readonly reason: 'code_replayed' | 'refresh_token_reused'

  constructor(grantId: string, reason: ReplayError['reason'], description: string) {
    super('invalid_grant', description)
    this.grantId = grantId
    this.reason = reason
  }
}
