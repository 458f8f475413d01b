import { toOAuthError } from '@countersign/service/http'
import { sha256 } from '@countersign/service/secrets'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { WithLimiters } from '../../ground/parts.ts'
import { refuseWhenLimited } from '../../ground/rate-limits/rate-limits.ts'
import type { Client } from '../client.ts'
import type { WithClients } from '../client-registry.ts'
import { DocumentUnavailable } from '../document-unavailable.ts'
import { knownClientOf, presentedClientOf } from '../presented-client.ts'

const uncounted = new WeakSet<FastifyRequest>()

/**
 * Leaves this request's failures uncounted once the client has proved itself: codes that strangers bring to its callback must
 * not lock out everyone behind the app's one address. A public client proves nothing and goes on being counted.
 */
export function skipFailureCount(request: FastifyRequest, { authenticationMethod }: Client): void {
  if (authenticationMethod !== 'none') uncounted.add(request)
}

/**
 * Counts a route scope's failures only: an app's server is one address for all its users. Per client and network, so that
 * a stranger cannot lock out an app; and per network, checked before the body is parsed.
 */
export function limitFailures(
  app: FastifyInstance,
  endpoint: string,
  { limiters, clients }: WithLimiters & WithClients,
): void {
  const { addressFailures, clientFailures } = limiters
  const clientId = (request: FastifyRequest) => () => knownClientOf(request, clients)
  // Hashed: a stranger may send a name of any length.
  const hashedClient = (request: FastifyRequest): string => sha256(presentedClientOf(request)).toString('base64url')

  app.addHook('onRequest', async (request) => {
    const limited = { limiter: addressFailures, of: '', endpoint, clientId: clientId(request) }
    refuseWhenLimited(request, limiters, limited)
  })
  app.addHook('preHandler', async (request) => {
    const limited = { limiter: clientFailures, of: hashedClient(request), endpoint, clientId: clientId(request) }
    refuseWhenLimited(request, limiters, limited)
  })
  app.addHook('onError', async (request, _reply, error) => {
    if (uncounted.has(request) || !isFailure(error)) return
    addressFailures.count(request.ip)
    clientFailures.count(request.ip, hashedClient(request))
  })
}

/** Steps of DPoP (RFC 9449 §8) and of the device grant (RFC 8628 §3.5), not failures. */
const NOT_FAILURES: readonly string[] = ['use_dpop_nonce', 'authorization_pending']

/** A poll that came too soon counts, and so does a document that we fetched in vain; our own limits do not. */
function isFailure(error: Error): boolean {
  const { code, status } = toOAuthError(error)
  if (error instanceof DocumentUnavailable) return true
  return status < 500 && status !== 429 && !NOT_FAILURES.includes(code)
}
