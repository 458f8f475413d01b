import { addressTiers } from '../network/client-address.ts'

type RateLimit = { readonly limit: number; readonly windowSeconds: number }

export type Count = { readonly key: string; readonly count: number; readonly secondsLeft: number }

export type RateLimiter = ReturnType<typeof createRateLimiter>

type Window = { count: number; news: number; endsAt: number }

// Attackers choose the keys, so their number is bounded: 100,000 windows are about 20 MB.
const MAXIMUM_KEYS = 100_000

/** Counts in memory, in fixed windows that start with a key's first event. */
export function createRateLimiter(rule: RateLimit, now: () => Date) {
  const windows = new Map<string, Window>()
  const withNews = new Set<string>()

  function find(key: string): Window | undefined {
    const window = windows.get(key)
    if (!window || window.endsAt > now().getTime()) return window
    forget(key)
    return undefined
  }

  function forget(key: string): void {
    windows.delete(key)
    withNews.delete(key)
  }

  function open(key: string): Window {
    // A map keeps insertion order and all windows last equally long: the first ends first.
    const [oldest] = windows.size >= MAXIMUM_KEYS ? windows.keys() : []
    if (oldest !== undefined) forget(oldest)
    const window = { count: 0, news: 0, endsAt: now().getTime() + rule.windowSeconds * 1000 }
    windows.set(key, window)
    return window
  }

  /** Undefined if the key may proceed. Counts nothing. */
  function secondsToWait(key: string): number | undefined {
    const window = find(key)
    if (!window || window.count < rule.limit) return undefined
    return Math.max(1, Math.ceil((window.endsAt - now().getTime()) / 1000))
  }

  function count(key: string, amount = 1): void {
    const window = find(key) ?? open(key)
    window.count += amount
    window.news += amount
    withNews.add(key)
  }

  /** Counts since the last call, of at most `keys` keys. */
  function takeNews(keys: number): readonly Count[] {
    return [...withNews].slice(0, keys).flatMap((key) => {
      const window = find(key)
      withNews.delete(key)
      if (!window) return []
      const { news } = window
      window.news = 0
      return [{ key, count: news, secondsLeft: (window.endsAt - now().getTime()) / 1000 }]
    })
  }

  /** Sets the sum of all processes, this one included. */
  function learn({ key, count: total, secondsLeft }: Count): void {
    const window = find(key)
    if (!window) return
    window.count = Math.max(window.count, total + window.news)
    window.endsAt = now().getTime() + secondsLeft * 1000
  }

  return { rule, secondsToWait, count, takeNews, learn }
}

/** Multiples of the rule for a /64, a /56 and a /48: a /56 has 256 /64s, a /48 65,536. There is no limit across networks. */
const TIER_FACTORS = [1, 4, 16] as const

export type NetworkLimiter = ReturnType<typeof createNetworkLimiter>

/** Counts one for each network of an address, separately for each `of`. */
export function createNetworkLimiter(rule: RateLimit, now: () => Date) {
  // Narrowest first; separate, so that many /64s cannot evict a /48.
  const tiers = TIER_FACTORS.map((factor) => createRateLimiter({ ...rule, limit: rule.limit * factor }, now))

  function eachTier<Result>(
    address: string,
    of: string,
    use: (limiter: RateLimiter, key: string, network: string) => Result,
  ): readonly Result[] {
    return addressTiers(address).flatMap((network, tier) => {
      const limiter = tiers[tier]
      return limiter ? [use(limiter, `${network} ${of}`, network)] : []
    })
  }

  /** The widest network that must wait, and the seconds until all may proceed. */
  function findFull(address: string, of = '') {
    const full = eachTier(address, of, (limiter, key, network) => ({
      network,
      seconds: limiter.secondsToWait(key) ?? 0,
    })).filter(({ seconds }) => seconds > 0)
    const widest = full.at(-1)
    return widest && { network: widest.network, seconds: Math.max(...full.map(({ seconds }) => seconds)) }
  }

  return {
    rule,
    tiers,
    findFull,
    secondsToWait: (address: string, of?: string) => findFull(address, of)?.seconds,
    count: (address: string, of = '') => void eachTier(address, of, (limiter, key) => limiter.count(key)),
  }
}
