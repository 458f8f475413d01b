import { ServiceError } from '@countersign/service/errors'
import { createNetworkLimiter, type NetworkLimiter } from '@countersign/service/limits'
import type { FastifyRequest } from 'fastify'
import type { CoreConfig } from '../config.ts'

/** What strangers may try, counted for each network. Sign-ups are limited apart: each tells whether a name is taken. */
export type LimitedAction = 'sign_up' | 'password' | 'passkey' | 'recovery' | 'preview' | 'user_code'

type Hook = (request: FastifyRequest) => Promise<void>

export type NetworkLimits = {
  /**
   * Hooks of a route that a network may call only so often; otherwise `too_many_requests`. Who has none left is refused
   * before the body is read, and only a body that its schema accepts is counted. Where the route begins what `leadsTo`
   * ends, whoever has none left of that is refused here already: before anything was made or written down.
   */
  limit(action: LimitedAction, leadsTo?: LimitedAction): { readonly onRequest: Hook; readonly preHandler: Hook }
  readonly limiters: Readonly<Record<LimitedAction, NetworkLimiter>>
}

const QUARTER_SECONDS = 15 * 60
const HOUR_SECONDS = 3_600
/** A page loads the preview and lists passkeys on each load; a user signs in once. */
const LOADS_PER_SIGN_IN = 10

/** A coarse sieve against floods. What protects a name is in the database, and exact. */
export function createNetworkLimits({ rateLimits }: Pick<CoreConfig, 'rateLimits'>, now: () => Date): NetworkLimits {
  const perQuarter = (limit: number) => createNetworkLimiter({ limit, windowSeconds: QUARTER_SECONDS }, now)
  const signIns = () => perQuarter(rateLimits.signIns)
  const loads = () => perQuarter(rateLimits.signIns * LOADS_PER_SIGN_IN)
  const limiters = {
    sign_up: createNetworkLimiter({ limit: rateLimits.signUps, windowSeconds: HOUR_SECONDS }, now),
    password: signIns(),
    recovery: signIns(),
    // Of 25.6 billion codes, those that wait can be guessed: RFC 8628 §5.1.
    user_code: signIns(),
    passkey: loads(),
    preview: loads(),
  }
  return {
    limiters,
    limit(action, leadsTo = action) {
      const limiter = limiters[action]
      return {
        onRequest: async ({ ip }) => {
          refuseWhenFull(limiter, ip)
          refuseWhenFull(limiters[leadsTo], ip)
        },
        // Asked again: many bodies may have been under way at once.
        preHandler: async ({ ip }) => {
          refuseWhenFull(limiter, ip)
          limiter.count(ip)
        },
      }
    },
  }
}

function refuseWhenFull(limiter: NetworkLimiter, address: string): void {
  const seconds = limiter.secondsToWait(address)
  if (seconds === undefined) return
  throw new ServiceError('too_many_requests', 'Too many attempts from your network. Try again later.', {
    headers: { 'retry-after': String(seconds) },
  })
}
