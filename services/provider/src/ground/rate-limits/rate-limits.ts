import { OAuthError } from '@countersign/service/errors'
import type { NetworkLimiter } from '@countersign/service/limits'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { logRateLimited } from '../events.ts'
import type { WithLimiters } from '../parts.ts'
import type { Limiters } from './limiters.ts'

type RequestLimit = 'authorize' | 'delivery' | 'push' | 'registration'

/** Refuses before parsing. Requests that fail the route's schema do not count. */
export function limitRequests(
  app: FastifyInstance,
  limit: Exclude<RequestLimit, 'push'>,
  { limiters }: WithLimiters,
): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.method !== 'OPTIONS') refuseWhenFull(request, limiters, { limit })
    done()
  })
  app.addHook('preHandler', (request, _reply, done) => {
    if (request.method !== 'OPTIONS') countRequest(request, limiters, { limit })
    done()
  })
}

type Limited = {
  readonly limit: RequestLimit
  /** As recorded, where several endpoints share the limit. Default: its name. */
  readonly endpoint?: string
  readonly clientId?: string
}

/**
 * Checks again, since concurrent requests passed the first check.
 * @throws `slow_down`
 */
export function countRequest(request: FastifyRequest, limiters: Limiters, limited: Limited): void {
  refuseWhenFull(request, limiters, limited)
  limiters[limited.limit].count(request.ip)
}

function refuseWhenFull(request: FastifyRequest, limiters: Limiters, limited: Limited): void {
  const { limit, endpoint = limit, clientId } = limited
  refuseWhenLimited(request, limiters, { limiter: limiters[limit], of: '', endpoint, clientId: () => clientId })
}

type Limit = {
  readonly limiter: NetworkLimiter
  readonly of: string
  readonly endpoint: string
  readonly clientId: () => string | undefined
}

/** @throws `slow_down` */
export function refuseWhenLimited(
  request: FastifyRequest,
  { events }: Limiters,
  { limiter, of, endpoint, clientId }: Limit,
): void {
  const full = limiter.findFull(request.ip, of)
  if (!full) return
  // Keyed by the full network: a /48 holds 65,536 smaller ones.
  const { network, seconds } = full
  const flood = `${endpoint} ${network} ${of}`
  if (events.secondsToWait(flood) === undefined) {
    events.count(flood)
    logRateLimited({ log: request.log, server: request.server, network }, { endpoint, clientId: clientId() })
  }
  throw tooMany(limiter, seconds)
}

/** RFC 6585 §4 and the IETF RateLimit header fields draft. */
function tooMany({ rule }: NetworkLimiter, seconds: number): OAuthError {
  return new OAuthError('slow_down', `Too many requests from this address. Try again in ${seconds} seconds.`, {
    headers: {
      'retry-after': String(seconds),
      'ratelimit-policy': `"default";q=${rule.limit};w=${rule.windowSeconds}`,
      ratelimit: `"default";r=0;t=${seconds}`,
    },
  })
}
