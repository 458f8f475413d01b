import { createNetworkLimiter, createRateLimiter } from '@countersign/service/limits'
import { keyedDigest } from '@countersign/service/secrets'
import type { CoreConfig } from '../../ground/config.ts'
import { tooMany } from '../../ground/http/limits.ts'

type Asker = { readonly ip: string; readonly userId: string }

/** Limits on codes sent and tried, so that the service neither spams strangers nor lets a code be guessed. */
export type VerificationLimits = ReturnType<typeof createVerificationLimits>
export type WithVerificationLimits = { readonly verificationLimits: VerificationLimits }

const HOUR_SECONDS = 3_600
const DAY_SECONDS = 24 * HOUR_SECONDS
const LABEL = 'countersign/v1/verified-destination'
/** Per user and per destination. At five tries a code, a guesser has 60 in a million a day at one destination. */
const CODES_AN_HOUR = 5
const CODES_A_DAY = 12
/** Per user, over all codes. */
const WRONG_CODES_A_DAY = 20

type Config = Pick<CoreConfig, 'rateLimits' | 'loginIndexKeys'>

export function createVerificationLimits(
  { rateLimits: { verifications }, loginIndexKeys: [secret = ''] }: Config,
  now: () => Date,
) {
  const perHour = (limit: number) => ({ limit, windowSeconds: HOUR_SECONDS })
  const perDay = (limit: number) => ({ limit, windowSeconds: DAY_SECONDS })
  const codeTiers = () => [perHour(CODES_AN_HOUR), perDay(CODES_A_DAY)].map((rule) => createRateLimiter(rule, now))
  const networks = createNetworkLimiter(perHour(verifications), now)
  const people = codeTiers()
  const destinations = codeTiers()
  const wrongOfNetworks = createNetworkLimiter(perDay(2 * verifications), now)
  const wrongOfPeople = createRateLimiter(perDay(WRONG_CODES_A_DAY), now)
  return {
    /** @throws `too_many_requests` if no further code may be sent */
    count({ ip, userId, destination }: Asker & { readonly destination: string }): void {
      // Keyed, so that not even this process's memory lists addresses.
      const key = keyedDigest(mailboxOf(destination), { secret, label: LABEL }).toString('base64url')
      const ofPerson = people.map((tier) => tier.secondsToWait(userId))
      const ofDestination = destinations.map((tier) => tier.secondsToWait(key))
      requireNoWait([networks.secondsToWait(ip), ...ofPerson, ...ofDestination])
      networks.count(ip)
      for (const tier of people) tier.count(userId)
      for (const tier of destinations) tier.count(key)
    },
    /** @throws `too_many_requests` if no further code may be tried */
    checkTry({ ip, userId }: Asker): void {
      requireNoWait([wrongOfNetworks.secondsToWait(ip), wrongOfPeople.secondsToWait(userId)])
    },
    countWrong({ ip, userId }: Asker): void {
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
  if (seconds > 0) throw tooMany('Too many codes were asked for, or tried.', seconds)
}

const GMAIL = ['gmail.com', 'googlemail.com']

/** The key of a destination's limit: one for all spellings of a mailbox (capitals, `+` tags, the dots that Gmail ignores). */
function mailboxOf(destination: string): string {
  const [name = '', domain = ''] = destination.toLowerCase().split('@')
  const [mailbox = ''] = name.split('+', 1)
  if (domain === '') return destination
  return GMAIL.includes(domain) ? `${mailbox.replaceAll('.', '')}@gmail.com` : `${mailbox}@${domain}`
}
