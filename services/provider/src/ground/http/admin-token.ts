import { ServiceError } from '@countersign/service/errors'
import { findCredentials } from '@countersign/service/http'
import { type NetworkLimiter } from '@countersign/service/limits'
import { equalSecrets } from '@countersign/service/secrets'
import type { FastifyRequest } from 'fastify'

/**
 * Lets only the operator in: the bearer is the administration token, compared in constant time (RFC 6750 §2.1). An address
 * that guesses is made to wait, and its right guesses with it.
 */
export function requireAdminToken(expected: string, guesses: NetworkLimiter) {
  return async (request: FastifyRequest): Promise<void> => {
    const seconds = guesses.secondsToWait(request.ip)
    if (seconds !== undefined) {
      throw new ServiceError('too_many_requests', `Too many wrong tokens. Try again in ${seconds} seconds.`, {
        headers: { 'retry-after': String(seconds) },
      })
    }
    const given = findCredentials(request.headers.authorization, 'bearer') ?? ''
    if (equalSecrets(expected, given)) return
    guesses.count(request.ip)
    throw new ServiceError('invalid_admin_token', 'The administration token is invalid or missing.', {
      headers: { 'www-authenticate': 'Bearer realm="countersign administration"' },
    })
  }
}
