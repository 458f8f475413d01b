import {
  createNetworkLimiter,
  createRateLimiter,
  keyedDigest,
  type NetworkLimiter,
  type RateLimiter,
  ServiceError,
} from '@countersign/service'
import type { CoreConfig } from '../config.ts'
import { mailboxOf } from './check-destination.ts'

/** Who asks for a code, and where it would go. */
export type CodeRequest = { readonly ip: string; readonly userId: string; readonly destination: string }

/** How many codes are sent: so few that nobody can use us to write to others. */
export type VerificationLimits = {
  /**
   * Counts a code before it is sent.
   * @throws `too_many_requests`
   */
  count(request: CodeRequest): void
  readonly limiters: Readonly<Record<string, { readonly tiers: readonly RateLimiter[] }>>
}

const HOUR_SECONDS = 3_600
const LABEL = 'countersign/v1/verified-destination'
/** Of one person, and to one address from whomever. A code has five tries, so an hour has 25 in a million. */
const CODES_AN_HOUR = 5

type Config = Pick<CoreConfig, 'rateLimits' | 'loginIndexKeys'>

export function createVerificationLimits(
  { rateLimits, loginIndexKeys: [secret = ''] }: Config,
  now: () => Date,
): VerificationLimits {
  const perHour = (limit: number) => ({ limit, windowSeconds: HOUR_SECONDS })
  const networks: NetworkLimiter = createNetworkLimiter(perHour(rateLimits.verifications), now)
  const people = createRateLimiter(perHour(CODES_AN_HOUR), now)
  const destinations = createRateLimiter(perHour(CODES_AN_HOUR), now)
  return {
    count({ ip, userId, destination }) {
      // Keyed: not even the memory of this process lists addresses.
      const key = keyedDigest(mailboxOf(destination), { secret, label: LABEL }).toString('base64url')
      const waits = [networks.secondsToWait(ip), people.secondsToWait(userId), destinations.secondsToWait(key)]
      const seconds = Math.max(...waits.map((wait) => wait ?? 0))
      if (seconds > 0) throw tooMany(seconds)
      networks.count(ip)
      people.count(userId)
      destinations.count(key)
    },
    limiters: {
      verification_networks: networks,
      verification_people: { tiers: [people] },
      verification_destinations: { tiers: [destinations] },
    },
  }
}

function tooMany(seconds: number): ServiceError {
  const minutes = Math.ceil(seconds / 60)
  const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`
  return new ServiceError('too_many_requests', `Too many codes were asked for. Try again in ${wait}.`, {
    headers: { 'retry-after': String(seconds) },
  })
}
