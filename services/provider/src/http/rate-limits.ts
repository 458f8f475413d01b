import { addressKey, OAuthError, type RateLimiter, sha256, toOAuthError } from '@countersign/service'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Dependencies } from '../dependencies.ts'
import { logRateLimited } from '../events.ts'
import type { Limiters } from './limiters.ts'
import { knownClientOf, presentedClientOf } from './presented-client.ts'

/** Lets an address ask a route scope so many times, whatever comes of it. */
export function limitRequests(
  app: FastifyInstance,
  endpoint: 'authorize' | 'registration',
  { limiters }: Pick<Dependencies, 'limiters'>,
): void {
  const limiter = limiters[endpoint]
  app.addHook('onRequest', async (request) => {
    if (request.method === 'OPTIONS') return
    const key = addressKey(request.ip)
    const seconds = limiter.secondsToWait(key)
    if (seconds !== undefined) {
      tellOnce(request, limiters, { endpoint, key, clientId: undefined })
      throw tooMany(limiter, seconds)
    }
    limiter.count(key)
  })
}

/**
 * Counts the failures of a route scope, never its successes: an app's server is one address for all of its users. Failures
 * count for the client at its address, so that a stranger's cannot shut out an app, and for the address alone.
 */
export function limitFailures(app: FastifyInstance, endpoint: string, { limiters, clients }: Dependencies): void {
  const countersOf = (request: FastifyRequest) => {
    const address = addressKey(request.ip)
    // Hashed, because a stranger may send a name of any length.
    const client = sha256(presentedClientOf(request)).toString('base64url')
    return [
      { limiter: limiters.clientFailures, key: `${address} ${client}` },
      { limiter: limiters.addressFailures, key: address },
    ]
  }
  app.addHook('preHandler', async (request) => {
    for (const { limiter, key } of countersOf(request)) {
      const seconds = limiter.secondsToWait(key)
      if (seconds === undefined) continue
      tellOnce(request, limiters, { endpoint, key, clientId: knownClientOf(request, clients) })
      throw tooMany(limiter, seconds)
    }
  })
  app.addHook('onError', async (request, _reply, error) => {
    if (!isFailure(toOAuthError(error))) return
    for (const { limiter, key } of countersOf(request)) limiter.count(key)
  })
}

/** Being told the server's nonce is a step of DPoP and no failure (RFC 9449 §8); being told to wait counts as nothing more. */
function isFailure({ code, status }: OAuthError): boolean {
  return status < 500 && code !== 'use_dpop_nonce' && code !== 'slow_down'
}

type Told = { readonly endpoint: string; readonly key: string; readonly clientId: string | undefined }

function tellOnce(request: FastifyRequest, { told }: Limiters, { endpoint, key, clientId }: Told): void {
  const once = `${endpoint} ${key}`
  if (told.secondsToWait(once) !== undefined) return
  told.count(once)
  logRateLimited(request, { endpoint, clientId })
}

/** RFC 6585 §4, and the RateLimit fields of the IETF draft. */
function tooMany({ rule }: RateLimiter, seconds: number): OAuthError {
  return new OAuthError('slow_down', `Too many requests from this address. Try again in ${seconds} seconds.`, {
    headers: {
      'retry-after': String(seconds),
      'ratelimit-policy': `"default";q=${rule.limit};w=${rule.windowSeconds}`,
      ratelimit: `"default";r=0;t=${seconds}`,
    },
  })
}
