import { CODE_LIFETIME_SECONDS } from '../../ground/lifetimes.ts'

const HOUR = 3_600
const DAY = 86_400

/**
 * So long after it expires a request that nobody has signed in for is kept. Anyone can leave many of these: somebody may still
 * sit before the sign-in page, which says what became of them, but not for long.
 */
export const UNOPENED_STAYS_SECONDS = HOUR

/**
 * The others stay a day longer than they and their code live: the consent page can still tell who comes back late what became
 * of their request, its challenge is known for as long (RFC 9700 §2.1.1), and a replayed code still revokes what it was
 * exchanged for (RFC 6749 §4.1.2).
 */
export const OPENED_STAYS_SECONDS = DAY + CODE_LIFETIME_SECONDS
