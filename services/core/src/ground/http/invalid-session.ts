import { ServiceError } from '@countersign/service/errors'

/** The same for a token that is missing, unknown, expired or revoked, and for one whose account has just ended. */
export function invalidSession(): ServiceError {
  return new ServiceError('invalid_session', 'Your session has ended. Sign in again.', {
    headers: { 'www-authenticate': 'Bearer' },
  })
}
