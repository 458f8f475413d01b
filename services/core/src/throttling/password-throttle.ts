import { ServiceError, type Sql, type Transaction } from '@countersign/service'
import { recordAccountEvent } from '../accounts/account-event.store.ts'
import {
  type Bucket,
  countStart,
  forgetAllStarts,
  forgetStarts,
  type ThrottleRules,
} from './password-throttle.store.ts'

/**
 * Five guesses are free in a quarter of an hour; each further one waits 1, 2, 4 … 60 minutes. A hundred without a success
 * (NIST SP 800-63B §3.2.2) pause the password until the person comes in another way.
 */
export const THROTTLE_RULES: ThrottleRules = {
  freeStarts: 5,
  windowMinutes: 15,
  longestWaitMinutes: 60,
  pauseAfter: 100,
}

const PAUSED_RETRY_SECONDS = 3_600
const UNKNOWN_ORIGIN = { userAgent: '', network: '' }

/**
 * Counts a start as a guess, and throws `too_many_requests` when there were too many. A start, not a finish: the second
 * message of OPAQUE tells a device whether its password was right, and a guesser never sends the third.
 */
export async function admitStart(sql: Sql, bucket: Bucket): Promise<void> {
  const { isAdmitted, failures, secondsToWait } = await countStart(sql, bucket, THROTTLE_RULES)
  if (isAdmitted) return
  if (failures >= THROTTLE_RULES.pauseAfter) throw paused()
  throw tooMany(secondsToWait)
}

/** After a success with the password: forgets the guesses, and tells the person that there were some. */
export async function settleStarts(sql: Sql, bucket: Bucket, userId: string): Promise<void> {
  // The success itself was a start too.
  await tell(sql, userId, (await forgetStarts(sql, bucket)) - 1)
}

/** After a success with anything else: forgets the guesses from everywhere, so that the password is no longer paused. */
export async function settleAllStarts(sql: Transaction, userId: string): Promise<void> {
  await tell(sql, userId, await forgetAllStarts(sql, userId))
}

/** Not at the guess itself: writing it for existing names only would tell by time which names exist. */
async function tell(sql: Sql, userId: string, failures: number): Promise<void> {
  const event = { userId, method: 'password', origin: UNKNOWN_ORIGIN } as const
  if (failures > 0) await recordAccountEvent(sql, { ...event, type: 'sign_in_failed' })
  if (failures >= THROTTLE_RULES.pauseAfter) await recordAccountEvent(sql, { ...event, type: 'sign_in_paused' })
}

function tooMany(seconds: number): ServiceError {
  const minutes = Math.ceil(seconds / 60)
  const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`
  return new ServiceError('too_many_requests', `Too many attempts with this name. Try again in ${wait}.`, {
    headers: { 'retry-after': String(seconds) },
  })
}

function paused(): ServiceError {
  const message = 'Too many wrong passwords for this name: it is paused. Use a passkey or the recovery key.'
  return new ServiceError('too_many_requests', message, { headers: { 'retry-after': String(PAUSED_RETRY_SECONDS) } })
}
