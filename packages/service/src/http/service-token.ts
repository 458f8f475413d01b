import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { ServiceError } from '../errors.ts'
import { equalSecrets } from '../secrets/secrets.ts'

/** Lets only core in (specification §5): refuses a request without an accepted X-Service-Token. */
export function requireServiceToken(accepted: readonly string[]) {
  return async (request: FastifyRequest): Promise<void> => {
    if (!isServiceToken(request.headers, accepted))
      throw new ServiceError('invalid_service_token', 'The service token is invalid or missing.')
  }
}

/** Compares every accepted token in constant time, so that timing reveals nothing. */
export function isServiceToken(headers: IncomingHttpHeaders, accepted: readonly string[]): boolean {
  const given = headers['x-service-token']
  const token = typeof given === 'string' ? given : ''
  return accepted.map((each) => equalSecrets(each, token)).includes(true)
}
