import { addressTiers } from '../network/client-address.ts'
import { createRateLimiter, type RateLimit, type RateLimiter } from './rate-limiter.ts'

/** Limits of a /64, a /56 and a /48, as multiples of the rule. There is no limit across networks. */
const TIER_FACTORS = [1, 4, 16] as const

/** Limits each network of an address separately. */
export type NetworkLimiter = {
  readonly rule: RateLimit
  /** Seconds until every network of the address may proceed; undefined if all may. Counts nothing. */
  secondsToWait(address: string, of?: string): number | undefined
  /** The widest network of the address that has to wait, and until every network of it may go on; nothing as before. */
  findFull(address: string, of?: string): { readonly network: string; readonly seconds: number } | undefined
  /** Counts one for each network of the address; with `of`, apart for each thing that it is counted of. */
  count(address: string, of?: string): void
  /** Counters, narrowest tier first: one per tier, so that many /64s cannot evict a /48. */
  readonly tiers: readonly RateLimiter[]
}

/** A customer with a /56 has 256 /64s, one with a /48 has 65,536. */
export function createNetworkLimiter(rule: RateLimit, now: () => Date): NetworkLimiter {
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
    secondsToWait: (address, of) => findFull(address, of)?.seconds,
    count: (address, of = '') => void eachTier(address, of, (limiter, key) => limiter.count(key)),
  }
}
