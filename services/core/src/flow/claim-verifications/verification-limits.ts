import { ServiceError } from '@countersign/service/errors'
import { createNetworkLimiter, createRateLimiter, type RateLimiter } from '@countersign/service/limits'
import { keyedDigest } from '@countersign/service/secrets'
import type { CoreConfig } from '../../ground/config.ts'
import { mailboxOf } from './check-destination.ts'

type Asker = { readonly ip: string; readonly userId: string }

/** Who asks for a code, and where it would go. */
export type CodeRequest = Asker & { readonly destination: string }

/** How many codes are sent, and tried: so few that nobody can use us to write to others, nor find a code by guessing. */
export type VerificationLimits = {
  /**
   * Counts a code before it is sent.
   * @throws `too_many_requests`
   */
  count(request: CodeRequest): void
  /**
   * Whether another code may be tried.
   * @throws `too_many_requests`
   */
  checkTry(asker: Asker): void
  countWrong(asker: Asker): void
  readonly limiters: Readonly<Record<string, { readonly tiers: readonly RateLimiter[] }>>
}

const HOUR_SECONDS = 3_600
const DAY_SECONDS = 24 * HOUR_SECONDS
const LABEL = 'countersign/v1/verified-destination'
/** Of one person, and to one address from whomever. A code has five tries: a day of an address has 60 in a million. */
const CODES_AN_HOUR = 5
const CODES_A_DAY = 12
/** Of one person, over all of their codes. */
const WRONG_CODES_A_DAY = 20

type Config = Pick<CoreConfig, 'rateLimits' | 'loginIndexKeys'>

export function createVerificationLimits(
  { rateLimits: { verifications }, loginIndexKeys: [secret = ''] }: Config,
  now: () => Date,
): VerificationLimits {
  const perHour = (limit: number) => ({ limit, windowSeconds: HOUR_SECONDS })
  const perDay = (limit: number) => ({ limit, windowSeconds: DAY_SECONDS })
  const codeTiers = () => [perHour(CODES_AN_HOUR), perDay(CODES_A_DAY)].map((rule) => createRateLimiter(rule, now))
  const networks = createNetworkLimiter(perHour(verifications), now)
  const people = codeTiers()
  const destinations = codeTiers()
  const wrongOfNetworks = createNetworkLimiter(perDay(2 * verifications), now)
  const wrongOfPeople = createRateLimiter(perDay(WRONG_CODES_A_DAY), now)
  return {
    count({ ip, userId, destination }) {
      // Keyed: not even the memory of this process lists addresses.
      const key = keyedDigest(mailboxOf(destination), { secret, label: LABEL }).toString('base64url')
      const ofPerson = people.map((tier) => tier.secondsToWait(userId))
      const ofDestination = destinations.map((tier) => tier.secondsToWait(key))
      requireNoWait([networks.secondsToWait(ip), ...ofPerson, ...ofDestination])
      networks.count(ip)
      for (const tier of people) tier.count(userId)
      for (const tier of destinations) tier.count(key)
    },
    checkTry({ ip, userId }) {
      requireNoWait([wrongOfNetworks.secondsToWait(ip), wrongOfPeople.secondsToWait(userId)])
    },
    countWrong({ ip, userId }) {
      wrongOfNetworks.count(ip)
      wrongOfPeople.count(userId)
    },
    limiters: {
      verification_networks: networks,
      verification_people: { tiers: people },
      verification_destinations: { tiers: destinations },
      wrong_code_networks: wrongOfNetworks,
      wrong_code_people: { tiers: [wrongOfPeople] },
    },
  }
}

function requireNoWait(waits: readonly (number | undefined)[]): void {
  const seconds = Math.max(...waits.map((wait) => wait ?? 0))
  if (seconds === 0) return
  const minutes = Math.ceil(seconds / 60)
  const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`
  throw new ServiceError('too_many_requests', `Too many codes were asked for, or tried. Try again in ${wait}.`, {
    headers: { 'retry-after': String(seconds) },
  })
}
