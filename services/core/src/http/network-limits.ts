import { addressKey, createRateLimiter, type RateLimit, type RateLimiter, ServiceError } from '@countersign/service'
import type { FastifyRequest } from 'fastify'
import type { CoreConfig } from '../config.ts'

/** What strangers may try, counted for each network. Sign-ups are limited apart: each tells whether a name is taken. */
export type LimitedAction = 'sign_up' | 'password' | 'passkey' | 'recovery'

export type NetworkLimits = {
  /** An `onRequest` hook that lets a network do this only so often; otherwise `too_many_requests`. */
  limit(action: LimitedAction): (request: FastifyRequest) => Promise<void>
}

const QUARTER_SECONDS = 15 * 60
const HOUR_SECONDS = 3_600
/** All networks together, so that a botnet does not get as many tries as it has addresses. */
const NETWORKS_AT_ONCE = 100
const EVERYBODY = 'everybody'

/** Counts in memory: a coarse sieve against floods. What protects a name is in the database, and holds everywhere. */
export function createNetworkLimits({ rateLimits }: Pick<CoreConfig, 'rateLimits'>, now: () => Date): NetworkLimits {
  const signIns = { limit: rateLimits.signIns, windowSeconds: QUARTER_SECONDS }
  const signUps = { limit: rateLimits.signUps, windowSeconds: HOUR_SECONDS }
  return {
    limit(action) {
      const rule = action === 'sign_up' ? signUps : signIns
      const countOne = createCounter(rule, now)
      return async (request) => countOne(addressKey(request.ip))
    },
  }
}

function createCounter(rule: RateLimit, now: () => Date): (network: string) => void {
  const one = createRateLimiter(rule, now)
  const all = createRateLimiter({ ...rule, limit: rule.limit * NETWORKS_AT_ONCE }, now)
  return (network) => {
    refuseWhenFull(one, network)
    refuseWhenFull(all, EVERYBODY)
    one.count(network)
    all.count(EVERYBODY)
  }
}

function refuseWhenFull(limiter: RateLimiter, key: string): void {
  const seconds = limiter.secondsToWait(key)
  if (seconds === undefined) return
  throw new ServiceError('too_many_requests', 'Too many attempts from your network. Try again later.', {
    headers: { 'retry-after': String(seconds) },
  })
}
