/** How often something may happen: `limit` times in each window. */
export type RateLimit = { readonly limit: number; readonly windowSeconds: number }

export type RateLimiter = {
  readonly rule: RateLimit
  /** Seconds to wait if the key has used up its window; nothing if it may go on. Counts nothing. */
  secondsToWait(key: string): number | undefined
  /** Counts one. */
  count(key: string): void
}

type Window = { count: number; readonly endsAt: number }

// Strangers choose the keys, so their number is bounded: 100,000 windows are about 20 MB.
const MAXIMUM_KEYS = 100_000

/**
 * Counts in this process's memory, in fixed windows that start with a key's first event. Behind several processes each
 * counts for itself, so the sum is at most their number times the limit: enough against guessing, free on the hot path.
 */
export function createRateLimiter(rule: RateLimit, now: () => Date): RateLimiter {
  const windows = new Map<string, Window>()

  function find(key: string): Window | undefined {
    const window = windows.get(key)
    if (window && window.endsAt > now().getTime()) return window
    windows.delete(key)
    return undefined
  }

  function secondsToWait(key: string): number | undefined {
    const window = find(key)
    if (!window || window.count < rule.limit) return undefined
    return Math.max(1, Math.ceil((window.endsAt - now().getTime()) / 1000))
  }

  function count(key: string): void {
    const window = find(key)
    if (window) window.count += 1
    else {
      if (windows.size >= MAXIMUM_KEYS) forgetOldest(windows)
      windows.set(key, { count: 1, endsAt: now().getTime() + rule.windowSeconds * 1000 })
    }
  }

  return { rule, secondsToWait, count }
}

/** A map keeps the order in which windows began, and all last equally long: the first one is the next to end. */
function forgetOldest(windows: Map<string, Window>): void {
  const [oldest] = windows.keys()
  if (oldest !== undefined) windows.delete(oldest)
}
