/** Why a data token is refused. The last three are about sealed claims: no key for them, damaged, or put in from elsewhere. */
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

/** A data token that must not be believed. The message is for a developer and never quotes the token. */
export class DataTokenError extends Error {
  override readonly name = 'DataTokenError'
  readonly code: DataTokenErrorCode

  constructor(code: DataTokenErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** A key for sealed claims that cannot be used. The message never quotes it. */
export class ClaimsKeyError extends Error {
  override readonly name = 'ClaimsKeyError'
}

/** `DATA_TOKEN_SECRET` holds something that cannot sign or verify. The message never quotes it. */
export class DataTokenKeyError extends Error {
  override readonly name = 'DataTokenKeyError'
}
