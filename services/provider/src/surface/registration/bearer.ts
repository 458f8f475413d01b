import { OAuthError } from '@countersign/service/errors'
import { findCredentials } from '@countersign/service/http'
import { isSecret, type SecretPrefix } from '@countersign/service/secrets'

/**
 * The bearer token of a request (RFC 6750 §2.1), if it has the form of its kind.
 * @throws what an absent and a wrong one are answered with (RFC 6750 §3.1)
 */
export function readBearer(authorization: string | undefined, prefix: SecretPrefix): string {
  const token = findCredentials(authorization, 'bearer')
  if (!token) throw refuseBearer('A bearer token is needed.', 'Bearer realm="countersign"')
  if (!isSecret(prefix, token)) throw refuseBearer()
  return token
}

/** The same for a token that is unknown, has expired, or was used up: which of them it is helps nobody honest. */
export function refuseBearer(
  description = 'The token is unknown, has expired, or was used up.',
  challenge = 'Bearer realm="countersign", error="invalid_token"',
): OAuthError {
  return new OAuthError('invalid_token', description, { status: 401, headers: { 'www-authenticate': challenge } })
}
