import { VAULT_BODY_BYTES } from '@countersign/contracts'
import { ServiceError } from '@countersign/service/errors'
import { createRateLimiter, type RateLimiter } from '@countersign/service/limits'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CoreConfig } from '../config.ts'

type Hook = (request: FastifyRequest) => Promise<void>
type HookOnSend = (request: FastifyRequest, reply: FastifyReply) => Promise<void>
type Hooks = { readonly onRequest: Hook[]; readonly preHandler: Hook }

/**
 * Hooks of a route that writes a person's vault, or an app, behind its session guard: `too_many_requests` after too many or too
 * large writes, before the body is read.
 */
export type CommitLimits = {
  limitCommits(guard: Hook): Hooks & { readonly onSend: HookOnSend }
  /** Apart from commits, and without a bound of bytes: a stolen session must not use up what its owner recovers by. */
  limitMethodChanges(guard: Hook): Hooks
  /** For changes of apps: a picture of theirs is fetched from wherever its developer says. */
  limitAdministration(guard: Hook): Hooks
  readonly limiters: Readonly<
    Record<'commits' | 'commit_bytes' | 'method_changes' | 'administration', { readonly tiers: readonly RateLimiter[] }>
  >
}

const MINUTE_SECONDS = 60
const HOUR_SECONDS = 3_600
const MEGABYTE = 1_000_000

/** Each account may write so often and so much: without this, any of them could fill the disk. */
export function createCommitLimits(
  { rateLimits }: Pick<CoreConfig, 'rateLimits'>,
  { sessionOf }: { readonly sessionOf: (request: FastifyRequest) => { readonly userId: string } },
  now: () => Date,
): CommitLimits {
  const commits = createRateLimiter({ limit: rateLimits.commits, windowSeconds: MINUTE_SECONDS }, now)
  const bytes = createRateLimiter({ limit: rateLimits.commitMegabytes * MEGABYTE, windowSeconds: HOUR_SECONDS }, now)
  const changes = createRateLimiter({ limit: rateLimits.commits, windowSeconds: MINUTE_SECONDS }, now)
  const administration = createRateLimiter({ limit: rateLimits.commits, windowSeconds: MINUTE_SECONDS }, now)

  function limit(guard: Hook, counted: RateLimiter, ...bounds: readonly RateLimiter[]): Hooks {
    const refuseWhenFull: Hook = async (request) => refuseFull(sessionOf(request).userId, [counted, ...bounds])
    return {
      onRequest: [guard, refuseWhenFull],
      async preHandler(request) {
        await refuseWhenFull(request)
        counted.count(sessionOf(request).userId)
      },
    }
  }

  /** What was refused has written nothing. */
  const countBytes: HookOnSend = async (request, { statusCode }) => {
    if (statusCode !== 200) return
    // A body that came in pieces does not say its length: it counts as the largest.
    bytes.count(sessionOf(request).userId, Number(request.headers['content-length'] ?? VAULT_BODY_BYTES))
  }

  return {
    limitCommits: (guard) => ({ ...limit(guard, commits, bytes), onSend: countBytes }),
    limitMethodChanges: (guard) => limit(guard, changes),
    limitAdministration: (guard) => limit(guard, administration),
    limiters: {
      commits: { tiers: [commits] },
      commit_bytes: { tiers: [bytes] },
      method_changes: { tiers: [changes] },
      administration: { tiers: [administration] },
    },
  }
}

function refuseFull(userId: string, limiters: readonly RateLimiter[]): void {
  const seconds = Math.max(...limiters.map((limiter) => limiter.secondsToWait(userId) ?? 0))
  if (seconds === 0) return
  throw new ServiceError('too_many_requests', `Too many changes at once. Try again in ${describe(seconds)}.`, {
    headers: { 'retry-after': String(seconds) },
  })
}

function describe(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  return minutes === 1 ? 'a minute' : `${minutes} minutes`
}
