import { createHmac, hkdfSync } from 'node:crypto'
import { type RepeatedTask, repeat } from '../telemetry/repeated-task.ts'
import type { Count, RateLimiter } from './rate-limiter.ts'

/** Adds counts to the shared ones and returns the sums. */
export type AddCounts = (counts: readonly Count[]) => Promise<readonly Count[]>

type Sharing = {
  /** By names that are equal in every process. */
  readonly limiters: Readonly<Record<string, { readonly tiers: readonly RateLimiter[] }>>
  /** Held by all processes. */
  readonly secret: string
  readonly add: AddCounts
}

const LABEL = 'countersign/v1/rate-limits'
const PAUSE_MS = 1_000
const KEYS_AT_ONCE = 5_000
const KEY_BYTES = 16

/**
 * Makes limits hold across processes: each call adds new counts and learns the sums. Keys are keyed hashes, which reveal no
 * address or user. If a call fails, its counts stay local.
 */
export function shareLimits({ limiters, secret, add }: Sharing): () => Promise<void> {
  const macKey = Buffer.from(hkdfSync('sha256', secret, '', LABEL, 32))
  const named = Object.entries(limiters).flatMap(([name, { tiers }]) =>
    tiers.map((limiter, tier) => ({ limiter, name: `${name}/${tier}` })),
  )
  const hashOf = (text: string): string =>
    createHmac('sha256', macKey).update(text).digest().subarray(0, KEY_BYTES).toString('base64url')

  return async () => {
    const owners = new Map<string, { readonly limiter: RateLimiter; readonly key: string }>()
    const counts: Count[] = []
    for (const { limiter, name } of named) {
      for (const { key, count, secondsLeft } of limiter.takeNews(KEYS_AT_ONCE - counts.length)) {
        const hash = hashOf(`${name} ${key}`)
        owners.set(hash, { limiter, key })
        counts.push({ key: hash, count, secondsLeft })
      }
    }
    if (counts.length === 0) return
    for (const { key, count, secondsLeft } of await add(counts)) {
      const owner = owners.get(key)
      owner?.limiter.learn({ key: owner.key, count, secondsLeft })
    }
  }
}

/** Shares every second, and on stop, so that counts outlive the process. */
export function startSharingLimits(sharing: Sharing, onError: (error: unknown) => void): RepeatedTask {
  const share = shareLimits(sharing)
  const task = repeat({ pauseMs: PAUSE_MS, work: share, onError })
  return { stop: async () => task.stop().then(share).catch(onError) }
}
