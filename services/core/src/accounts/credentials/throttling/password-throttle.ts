import type { Sql } from '@countersign/service/sql'
import { tooMany, tooManyRequests } from '../../../ground/http/limits.ts'
import { recordAccountEvent } from '../../records/account-event.store.ts'
import { findCredentialIdentifier } from '../passwords/password.store.ts'
import {
  clearAllAttempts,
  clearAttempts,
  countAttempt,
  type ThrottleKey,
  type ThrottleRules,
} from './password-throttle.store.ts'

/**
 * Five attempts are free in a quarter of an hour; each further one waits 1, 2, 4 … 60 minutes. A hundred without a
 * success (NIST SP 800-63B §3.2.2) pause the password until the person signs in by another method.
 */
export const THROTTLE_RULES: ThrottleRules = {
  freeAttempts: 5,
  windowMinutes: 15,
  waitsMinutes: [1, 2, 4, 8, 16, 32, 60],
  pauseAfter: 100,
}

const PAUSED_RETRY_SECONDS = 3_600
const PAUSED = 'Too many wrong passwords for this name: it is paused. Use a passkey or the recovery key.'
const UNKNOWN_ORIGIN = { userAgent: '', network: '' }

/**
 * Counts the start of a sign-in as an attempt. Not the finish: the second message of OPAQUE shows a device whether its
 * password was right, so an attacker never sends the third.
 * @throws `too_many_requests`
 */
export async function throttleAttempt(sql: Sql, throttleKey: ThrottleKey): Promise<void> {
  const { isAdmitted, failures, secondsToWait } = await countAttempt(sql, throttleKey, THROTTLE_RULES)
  if (isAdmitted) return
  if (failures >= THROTTLE_RULES.pauseAfter) throw tooManyRequests(PAUSED, PAUSED_RETRY_SECONDS)
  throw tooMany('Too many attempts with this name.', secondsToWait)
}

/** After a success with the password: deletes its failed attempts and records an event if there were any. */
export async function resetThrottle(sql: Sql, throttleKey: ThrottleKey, userId: string): Promise<void> {
  // The success was an attempt too.
  await recordFailedAttempts(sql, userId, (await clearAttempts(sql, throttleKey)) - 1)
}

/** After a success with another method: deletes all failed attempts, so that the password is no longer paused. */
export async function resetAllThrottles(sql: Sql, userId: string): Promise<void> {
  const credentialIdentifier = await findCredentialIdentifier(sql, userId)
  if (credentialIdentifier === undefined) return
  await recordFailedAttempts(sql, userId, await clearAllAttempts(sql, credentialIdentifier))
}

/** Not at the attempt itself: a write for existing names only would show by its time which names exist. */
async function recordFailedAttempts(sql: Sql, userId: string, failures: number): Promise<void> {
  const event = { userId, method: 'password', origin: UNKNOWN_ORIGIN } as const
  if (failures > 0) await recordAccountEvent(sql, { ...event, type: 'sign_in_failed' })
  if (failures >= THROTTLE_RULES.pauseAfter) await recordAccountEvent(sql, { ...event, type: 'sign_in_paused' })
}
