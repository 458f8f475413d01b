import type { Sql } from '@countersign/service/sql'

/** Attempts are counted by login name and known device, or for all unknown devices together. */
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
  /** Before each attempt that is not free, in their order; all further ones wait as long as the last. */
  readonly waitsMinutes: readonly number[]
  readonly pauseAfter: number
}

/**
 * Counts an attempt and decides whether it is allowed. One statement: the row lock puts concurrent attempts in a
 * sequence, across processes, and each sees those before it. A refused attempt is not counted, so waiting helps. While
 * attempts are free no times are compared: one that began earlier and came second would be refused.
 */
export async function countAttempt(sql: Sql, throttleKey: ThrottleKey, rules: ThrottleRules): Promise<AttemptDecision> {
  const { credentialIdentifier, device } = throttleKey
  const { freeAttempts, windowMinutes, waitsMinutes, pauseAfter } = rules
  const [row] = await sql<{ failures: number }>`
    insert into core.password_throttles as throttle
           (credential_identifier, device, failures, recent, window_started_at, last_at)
    values (${credentialIdentifier}, ${device}, 1, 1, now(), now())
    on conflict (credential_identifier, device) do update
      set failures = throttle.failures + 1,
          recent = case when throttle.recent < ${freeAttempts}::int
                         and excluded.last_at - throttle.window_started_at >= make_interval(mins => ${windowMinutes}::int)
                        then 1 else throttle.recent + 1 end,
          window_started_at = case when throttle.recent < ${freeAttempts}::int
                         and excluded.last_at - throttle.window_started_at >= make_interval(mins => ${windowMinutes}::int)
                        then excluded.last_at else throttle.window_started_at end,
          last_at = excluded.last_at
    where throttle.failures < ${pauseAfter}::int
      and (throttle.recent < ${freeAttempts}::int
           or excluded.last_at - throttle.last_at >= make_interval(mins => (${waitsMinutes}::int[])[
                least(throttle.recent - ${freeAttempts}::int + 1, ${waitsMinutes.length}::int)]))
    returning failures`
  if (row) return { isAdmitted: true, failures: row.failures, secondsToWait: 0 }
  return { isAdmitted: false, ...(await readWait(sql, throttleKey, rules)) }
}

/** Remaining wait of a refused attempt. */
async function readWait(
  sql: Sql,
  { credentialIdentifier, device }: ThrottleKey,
  { freeAttempts, waitsMinutes }: ThrottleRules,
): Promise<Omit<AttemptDecision, 'isAdmitted'>> {
  const [row] = await sql<{ failures: number; recent: number; seconds_ago: number }>`
    select failures, recent, extract(epoch from now() - last_at)::float8 as seconds_ago
      from core.password_throttles where credential_identifier = ${credentialIdentifier} and device = ${device}`
  // A success has just cleared it.
  if (!row) return { failures: 0, secondsToWait: 1 }
  const minutes = waitsMinutes[Math.min(row.recent - freeAttempts, waitsMinutes.length - 1)] ?? 0
  return { failures: row.failures, secondsToWait: Math.max(1, Math.ceil(minutes * 60 - row.seconds_ago)) }
}

/** Deletes the attempts under one key after a success. Returns how many there were, including the successful one. */
export async function clearAttempts(sql: Sql, { credentialIdentifier, device }: ThrottleKey): Promise<number> {
  const [row] = await sql<{ failures: number }>`
    delete from core.password_throttles
     where credential_identifier = ${credentialIdentifier} and device = ${device}
    returning failures`
  return row?.failures ?? 0
}

/** Deletes all attempts at a login name, from all devices. Returns the highest count of one key. */
export async function clearAllAttempts(sql: Sql, credentialIdentifier: string): Promise<number> {
  const rows = await sql<{ failures: number }>`
    delete from core.password_throttles where credential_identifier = ${credentialIdentifier} returning failures`
  return Math.max(0, ...rows.map(({ failures }) => failures))
}
