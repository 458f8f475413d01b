/** Why a data token is refused. */
export type DataTokenErrorCode =
  | 'malformed'
  | 'bad_signature'
  | 'expired'
  | 'wrong_issuer'
  | 'wrong_audience'
  | 'keys_unavailable'

/** A data token that must not be believed. The message is for a developer and never quotes the token. */
export class DataTokenError extends Error {
  override readonly name = 'DataTokenError'
  readonly code: DataTokenErrorCode

  constructor(code: DataTokenErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** `DATA_TOKEN_SECRET` holds something that cannot sign or verify. The message never quotes it. */
export class DataTokenKeyError extends Error {
  override readonly name = 'DataTokenKeyError'
}
