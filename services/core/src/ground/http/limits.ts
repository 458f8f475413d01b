import { VAULT_BODY_BYTES } from '@countersign/contracts'
import { ServiceError } from '@countersign/service/errors'
import {
  createNetworkLimiter,
  createRateLimiter,
  type NetworkLimiter,
  type RateLimiter,
} from '@countersign/service/limits'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CoreConfig } from '../config.ts'

type Hook = (request: FastifyRequest) => Promise<void>
type Limiter = Pick<RateLimiter, 'secondsToWait'>

const MINUTE_SECONDS = 60
const QUARTER_SECONDS = 15 * 60
const HOUR_SECONDS = 3_600

/** `complaint` is the start of the message, to which the wait is added. */
export function tooMany(complaint: string, seconds: number): ServiceError {
  const minutes = Math.ceil(seconds / 60)
  return tooManyRequests(`${complaint} Try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`, seconds)
}

export function tooManyRequests(message: string, seconds: number): ServiceError {
  return new ServiceError('too_many_requests', message, { headers: { 'retry-after': String(seconds) } })
}

/** Actions open to strangers, counted per network. Sign-ups apart: each tells whether a name is taken. */
type LimitedAction = 'sign_up' | 'password' | 'passkey' | 'recovery' | 'preview' | 'user_code' | 'administration'

export type NetworkLimits = ReturnType<typeof createNetworkLimits>

/** A page loads the preview and lists passkeys on each load; a user signs in once. */
const LOADS_PER_SIGN_IN = 10

/** Coarse, against floods. A login name has an exact limit of its own, in the database. */
export function createNetworkLimits({ rateLimits }: Pick<CoreConfig, 'rateLimits'>, now: () => Date) {
  const perQuarter = (limit: number) => createNetworkLimiter({ limit, windowSeconds: QUARTER_SECONDS }, now)
  const signIns = () => perQuarter(rateLimits.signIns)
  const loads = () => perQuarter(rateLimits.signIns * LOADS_PER_SIGN_IN)
  const limiters: Readonly<Record<LimitedAction, NetworkLimiter>> = {
    sign_up: createNetworkLimiter({ limit: rateLimits.signUps, windowSeconds: HOUR_SECONDS }, now),
    password: signIns(),
    recovery: signIns(),
    // 25.6 billion codes; RFC 8628 §5.1 calls for a limit on guesses.
    user_code: signIns(),
    // Wrong administration tokens.
    administration: signIns(),
    passkey: loads(),
    preview: loads(),
  }
  return {
    limiters,
    /**
     * Hooks of a route that a network may call only so often; otherwise `too_many_requests`. They refuse before the body
     * is read, and count only a body that its schema accepts. A route that starts an action also refuses when the limit of
     * the finishing one, `leadsTo`, is used up.
     */
    limit(action: LimitedAction, leadsTo = action): { readonly onRequest: Hook; readonly preHandler: Hook } {
      const limiter = limiters[action]
      return {
        onRequest: async ({ ip }) => {
          refuseNetwork(limiter, ip)
          refuseNetwork(limiters[leadsTo], ip)
        },
        // Again: many bodies may have been under way at once.
        preHandler: async ({ ip }) => {
          refuseNetwork(limiter, ip)
          limiter.count(ip)
        },
      }
    },
  }
}

function refuseNetwork(limiter: Limiter, address: string): void {
  const seconds = limiter.secondsToWait(address)
  if (seconds === undefined) return
  throw tooManyRequests('Too many attempts from your network. Try again later.', seconds)
}

type HookOnSend = (request: FastifyRequest, reply: FastifyReply) => Promise<void>
type Hooks = { readonly onRequest: Hook[]; readonly preHandler: Hook }

/**
 * Hooks of a route that writes a user's vault, or an app, behind its session guard: `too_many_requests` after too many or
 * too large writes, before the body is read.
 */
export type CommitLimits = ReturnType<typeof createCommitLimits>

const MEGABYTE = 1_000_000
/** One change of a vault may be about this many sign-ins of an app. */
const UPDATES_PER_COMMIT = 8

/** Without limits per account any account could fill the disk. */
export function createCommitLimits(
  { rateLimits }: Pick<CoreConfig, 'rateLimits'>,
  { sessionOf }: { readonly sessionOf: (request: FastifyRequest) => { readonly userId: string } },
  now: () => Date,
) {
  const perMinute = (times = 1) =>
    createRateLimiter({ limit: times * rateLimits.commits, windowSeconds: MINUTE_SECONDS }, now)
  const [commits, changes, administration] = [perMinute(), perMinute(), perMinute()]
  const [updates, statusLists] = [perMinute(UPDATES_PER_COMMIT), perMinute()]
  const bytes = createRateLimiter({ limit: rateLimits.commitMegabytes * MEGABYTE, windowSeconds: HOUR_SECONDS }, now)

  function limit(guard: Hook, counted: RateLimiter, ...bounds: readonly RateLimiter[]): Hooks {
    const refuseWhenFull: Hook = async (request) => refuseUser(sessionOf(request).userId, [counted, ...bounds])
    return {
      onRequest: [guard, refuseWhenFull],
      async preHandler(request) {
        await refuseWhenFull(request)
        counted.count(sessionOf(request).userId)
      },
    }
  }

  /** A refused request has written nothing. */
  const countBytes: HookOnSend = async (request, { statusCode }) => {
    if (statusCode !== 200) return
    // A chunked body has no length: it counts as the largest.
    bytes.count(sessionOf(request).userId, Number(request.headers['content-length'] ?? VAULT_BODY_BYTES))
  }

  return {
    limitCommits: (guard: Hook) => ({ ...limit(guard, commits, bytes), onSend: countBytes }),
    /** Apart from commits, and not by bytes: a stolen session must not use up what its owner recovers with. */
    limitMethodChanges: (guard: Hook) => limit(guard, changes),
    /** Apart from commits: each app that is kept up to date has its own. */
    limitDataUpdates: (guard: Hook) => limit(guard, updates),
    /** Core fetches them from issuers. */
    limitStatusLists: (guard: Hook) => limit(guard, statusLists),
    /** For changes of apps, whose pictures the provider fetches from any address. */
    limitAdministration: (guard: Hook) => limit(guard, administration),
    limiters: {
      commits: { tiers: [commits] },
      commit_bytes: { tiers: [bytes] },
      method_changes: { tiers: [changes] },
      data_updates: { tiers: [updates] },
      status_lists: { tiers: [statusLists] },
      administration: { tiers: [administration] },
    },
  }
}

function refuseUser(userId: string, limiters: readonly Limiter[]): void {
  const seconds = Math.max(...limiters.map((limiter) => limiter.secondsToWait(userId) ?? 0))
  if (seconds > 0) throw tooMany('Too many changes at once.', seconds)
}
