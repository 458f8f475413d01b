import { OAuthError } from '@countersign/service/errors'
import { findCredentials } from '@countersign/service/http'
import { isSecret, type SecretPrefix } from '@countersign/service/secrets'

/**
 * Reads a request's bearer token (RFC 6750 §2.1), if it has the form of its kind.
 * @throws the answer to a missing or malformed token (RFC 6750 §3.1)
 */
export function readBearer(authorization: string | undefined, prefix: SecretPrefix): string {
  const token = findCredentials(authorization, 'bearer')
  if (!token) throw refuseBearer('A bearer token is needed.', 'Bearer realm="countersign"')
  if (!isSecret(prefix, token)) throw refuseBearer()
  return token
}

/** Unknown, expired and used tokens get the same answer. */
export function refuseBearer(
  description = 'The token is unknown, has expired, or was used up.',
  challenge = 'Bearer realm="countersign", error="invalid_token"',
): OAuthError {
  return new OAuthError('invalid_token', description, { status: 401, headers: { 'www-authenticate': challenge } })
}
