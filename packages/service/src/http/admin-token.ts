import type { FastifyRequest } from 'fastify'
import { ServiceError } from '../errors.ts'
import type { NetworkLimiter } from '../limits/rate-limiter.ts'
import { equalSecrets } from '../secrets/secrets.ts'
import { findCredentials } from './request-headers.ts'

/** Compares in constant time (RFC 6750 §2.1). A network that guesses is rate limited, right guesses too. */
export function requireAdminToken(expected: readonly string[], guesses: NetworkLimiter) {
  return async (request: FastifyRequest): Promise<void> => {
    // Preflights carry no token.
    if (request.method === 'OPTIONS') return
    requireRoom(guesses, request.ip, 'wrong tokens')
    const given = findCredentials(request.headers.authorization, 'bearer') ?? ''
    if (expected.some((token) => equalSecrets(token, given))) return
    guesses.count(request.ip)
    throw new ServiceError('invalid_admin_token', 'The administration token is invalid or missing.', {
      headers: { 'www-authenticate': 'Bearer realm="countersign administration"' },
    })
  }
}

/** @throws `too_many_requests`, for endpoints that are not OAuth's */
export function requireRoom(limiter: NetworkLimiter, address: string, things: string): void {
  const seconds = limiter.secondsToWait(address)
  if (seconds === undefined) return
  throw new ServiceError('too_many_requests', `Too many ${things}. Try again in ${seconds} seconds.`, {
    headers: { 'retry-after': String(seconds) },
  })
}
