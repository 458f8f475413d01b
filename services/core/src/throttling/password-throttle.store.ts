import type { Sql, Transaction } from '@countersign/service'

/** What attempts are counted under: a login name and one known device, or all unknown devices together. */
export type ThrottleKey = {
  readonly credentialIdentifier: string
  /** Empty without a device token of this login name. */
  readonly device: string
}

export type AttemptDecision = {
  readonly isAdmitted: boolean
  /** Since the last success, this one included. */
  readonly failures: number
  readonly secondsToWait: number
}

export type ThrottleRules = {
  readonly freeAttempts: number
  readonly windowMinutes: number
  readonly longestWaitMinutes: number
  readonly pauseAfter: number
}

/**
 * Counts an attempt and decides whether it is allowed. One statement: the row lock puts concurrent attempts in a
 * sequence, across processes, and each sees those before it. A refused attempt is not counted, so waiting helps.
 * Without a wait, `blocked_until` is the epoch: with `now()`, an attempt that began earlier and came second would be
 * refused.
 */
export async function countAttempt(
  sql: Sql,
  { credentialIdentifier, device }: ThrottleKey,
  { freeAttempts, windowMinutes, longestWaitMinutes, pauseAfter }: ThrottleRules,
): Promise<AttemptDecision> {
  const [row] = await sql<{ is_admitted: boolean; failures: number; seconds: number }>`
    insert into core.password_throttles as throttle
           (credential_identifier, device, failures, recent, window_started_at, blocked_until, last_at, is_admitted)
    values (${credentialIdentifier}, ${device}, 1, 1, now(), 'epoch', now(), true)
    on conflict (credential_identifier, device) do update
      set (is_admitted, failures, recent, window_started_at, blocked_until, last_at) = (
        select admitted, throttle.failures + (admitted)::int,
               case when admitted then next_recent else throttle.recent end,
               case when admitted and next_recent = 1 then now() else throttle.window_started_at end,
               case when not admitted then throttle.blocked_until
                    when next_recent < ${freeAttempts}::int then 'epoch'
                    else now() + interval '1 minute'
                         * least(${longestWaitMinutes}::int, power(2, least(next_recent - ${freeAttempts}::int, 30))) end,
               case when admitted then now() else throttle.last_at end
          from (select throttle.failures < ${pauseAfter}::int and throttle.blocked_until <= now() as admitted,
                       case when throttle.recent < ${freeAttempts}::int
                             and throttle.window_started_at <= now() - make_interval(mins => ${windowMinutes}::int)
                            then 1 else throttle.recent + 1 end as next_recent) as decision)
    returning is_admitted, failures, greatest(1, ceil(extract(epoch from blocked_until - now())))::int as seconds`
  if (!row) throw new Error('An attempt was counted and not returned.')
  return { isAdmitted: row.is_admitted, failures: row.failures, secondsToWait: row.seconds }
}

/** Deletes the attempts under one key after a success. Returns how many there were, including the successful one. */
export async function clearAttempts(sql: Sql, { credentialIdentifier, device }: ThrottleKey): Promise<number> {
  const [row] = await sql<{ failures: number }>`
    delete from core.password_throttles
     where credential_identifier = ${credentialIdentifier} and device = ${device}
    returning failures`
  return row?.failures ?? 0
}

/** Deletes all attempts at the login name of a person, from all devices. Returns the highest count of one key. */
export async function clearAllAttempts(sql: Transaction, userId: string): Promise<number> {
  const rows = await sql<{ failures: number }>`
    delete from core.password_throttles
     where credential_identifier in (select credential_identifier from core.passwords where user_id = ${userId})
    returning failures`
  return Math.max(0, ...rows.map(({ failures }) => failures))
}
