/** Why a data token is refused. The last three are about sealed claims: no matching key, damaged, or from another token. */
export type DataTokenErrorCode =
  | 'malformed'
  | 'bad_signature'
  | 'expired'
  | 'not_yet_valid'
  | 'wrong_issuer'
  | 'wrong_audience'
  | 'keys_unavailable'
  | 'unknown_claims_key'
  | 'unreadable_claims'
  | 'foreign_claims'

/** An invalid data token. The message is for developers and never quotes the token. */
export class DataTokenError extends Error {
  override readonly name = 'DataTokenError'
  readonly code: DataTokenErrorCode

  constructor(code: DataTokenErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** An unusable key for sealed claims. The message never quotes it. */
export class ClaimsKeyError extends Error {
  override readonly name = 'ClaimsKeyError'
}

/** An unusable `DATA_TOKEN_SECRET`. The message never quotes it. */
export class DataTokenKeyError extends Error {
  override readonly name = 'DataTokenKeyError'
}
