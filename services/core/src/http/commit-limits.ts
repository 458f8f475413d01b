import { VAULT_LIMITS } from '@countersign/contracts'
import { createRateLimiter, type RateLimiter, ServiceError } from '@countersign/service'
import type { FastifyRequest } from 'fastify'
import type { CoreConfig } from '../config.ts'
import type { SessionGuard } from './session-guard.ts'

type Hook = (request: FastifyRequest) => Promise<void>

export type CommitLimits = {
  /**
   * Hooks of a route that writes a person's vault, behind its session guard: `too_many_requests` to whoever has written
   * too often or too much, before the body is read.
   */
  limit(guard: Hook): { readonly onRequest: Hook[]; readonly preHandler: Hook }
  readonly limiters: Readonly<Record<'commits' | 'commit_bytes', { readonly tiers: readonly RateLimiter[] }>>
}

const MINUTE_SECONDS = 60
const HOUR_SECONDS = 3_600
const MEGABYTE = 1_000_000

/** Each account may write so often and so much: without this, any of them could fill the disk. */
export function createCommitLimits(
  { rateLimits }: Pick<CoreConfig, 'rateLimits'>,
  { sessionOf }: Pick<SessionGuard, 'sessionOf'>,
  now: () => Date,
): CommitLimits {
  const commits = createRateLimiter({ limit: rateLimits.commits, windowSeconds: MINUTE_SECONDS }, now)
  const bytes = createRateLimiter({ limit: rateLimits.commitMegabytes * MEGABYTE, windowSeconds: HOUR_SECONDS }, now)

  async function refuseWhenFull(request: FastifyRequest): Promise<void> {
    const { userId } = sessionOf(request)
    const seconds = Math.max(commits.secondsToWait(userId) ?? 0, bytes.secondsToWait(userId) ?? 0)
    if (seconds === 0) return
    throw new ServiceError('too_many_requests', `Too many changes of this vault. Try again in ${describe(seconds)}.`, {
      headers: { 'retry-after': String(seconds) },
    })
  }

  async function count(request: FastifyRequest): Promise<void> {
    await refuseWhenFull(request)
    const { userId } = sessionOf(request)
    commits.count(userId)
    // A body that came in pieces does not say its length before: it counts as the largest.
    bytes.count(userId, Number(request.headers['content-length'] ?? VAULT_LIMITS.maxBodyBytes))
  }

  return {
    limit: (guard) => ({ onRequest: [guard, refuseWhenFull], preHandler: count }),
    limiters: { commits: { tiers: [commits] }, commit_bytes: { tiers: [bytes] } },
  }
}

function describe(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  return minutes === 1 ? 'a minute' : `${minutes} minutes`
}
