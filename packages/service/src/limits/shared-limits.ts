import { createHmac, hkdfSync } from 'node:crypto'
import { type RepeatedTask, repeat } from '../telemetry/repeated-task.ts'
import type { Count, RateLimiter } from './rate-limiter.ts'

/** Adds what one process has counted to what all have, in one statement, and answers the sums. */
export type AddCounts = (counts: readonly Count[]) => Promise<readonly Count[]>

type Sharing = {
  /** What is shared, under a name that every process gives it. */
  readonly limiters: Readonly<Record<string, { readonly tiers: readonly RateLimiter[] }>>
  /** A secret that all processes hold. */
  readonly secret: string
  readonly add: AddCounts
}

const LABEL = 'countersign/v1/rate-limits'
const PAUSE_MS = 1_000
const KEYS_AT_ONCE = 5_000
const KEY_BYTES = 16

/**
 * Makes limits hold across processes: each call of the returned function tells the others what was counted here since the
 * last, and learns their sums. What is shared are keyed hashes: the table names no address and no person, and without the
 * secret nobody can find out whose a row is. If it fails, those counts stay this process's own.
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

/** Shares every second, and once more when it is stopped: what a process counted outlives it. */
export function startSharingLimits(sharing: Sharing, onError: (error: unknown) => void): RepeatedTask {
  const share = shareLimits(sharing)
  const task = repeat({ pauseMs: PAUSE_MS, work: share, onError })
  const stop = async (): Promise<void> => {
    await task.stop()
    await share().catch(onError)
  }
  return { stop }
}
