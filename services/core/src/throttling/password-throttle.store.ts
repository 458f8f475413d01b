import type { Sql, Transaction } from '@countersign/service'

/** Whose guesses are counted together: those at one name from one known device, or from everywhere else. */
export type Bucket = {
  readonly credentialIdentifier: string
  /** Empty for whoever shows no device token of this name. */
  readonly device: string
}

export type Admission = {
  readonly isAdmitted: boolean
  /** Since the last success, this one included. */
  readonly failures: number
  readonly secondsToWait: number
}

export type ThrottleRules = {
  readonly freeStarts: number
  readonly windowMinutes: number
  readonly longestWaitMinutes: number
  readonly pauseAfter: number
}

/**
 * Counts a start, and decides whether it may go on. One statement: the row lock puts starts at once in a row, in however
 * many processes, and each sees those before it. A start that is refused is not counted, so that patience pays. Nobody
 * waits until the epoch: with `now()` there, a start that began earlier and came second would be refused.
 */
export async function countStart(
  sql: Sql,
  { credentialIdentifier, device }: Bucket,
  { freeStarts, windowMinutes, longestWaitMinutes, pauseAfter }: ThrottleRules,
): Promise<Admission> {
  const [row] = await sql<{ is_admitted: boolean; failures: number; seconds: number }>`
    insert into core.password_throttles as known
           (credential_identifier, device, failures, recent, window_started_at, blocked_until, last_at, is_admitted)
    values (${credentialIdentifier}, ${device}, 1, 1, now(), 'epoch', now(), true)
    on conflict (credential_identifier, device) do update
      set (is_admitted, failures, recent, window_started_at, blocked_until, last_at) = (
        select admitted, known.failures + (admitted)::int,
               case when admitted then next_recent else known.recent end,
               case when admitted and next_recent = 1 then now() else known.window_started_at end,
               case when not admitted then known.blocked_until
                    when next_recent < ${freeStarts}::int then 'epoch'
                    else now() + interval '1 minute'
                         * least(${longestWaitMinutes}::int, power(2, least(next_recent - ${freeStarts}::int, 30))) end,
               case when admitted then now() else known.last_at end
          from (select known.failures < ${pauseAfter}::int and known.blocked_until <= now() as admitted,
                       case when known.recent < ${freeStarts}::int
                             and known.window_started_at <= now() - make_interval(mins => ${windowMinutes}::int)
                            then 1 else known.recent + 1 end as next_recent) as decision)
    returning is_admitted, failures, greatest(1, ceil(extract(epoch from blocked_until - now())))::int as seconds`
  if (!row) throw new Error('A start was counted and not returned.')
  return { isAdmitted: row.is_admitted, failures: row.failures, secondsToWait: row.seconds }
}

/** Forgets the starts of one bucket after a success. Returns how many there were, the successful one included. */
export async function forgetStarts(sql: Sql, { credentialIdentifier, device }: Bucket): Promise<number> {
  const [row] = await sql<{ failures: number }>`
    delete from core.password_throttles
     where credential_identifier = ${credentialIdentifier} and device = ${device}
    returning failures`
  return row?.failures ?? 0
}

/** Forgets every start at the name of a person, from all devices. Returns the most that one bucket had. */
export async function forgetAllStarts(sql: Transaction, userId: string): Promise<number> {
  const rows = await sql<{ failures: number }>`
    delete from core.password_throttles
     where credential_identifier in (select credential_identifier from core.passwords where user_id = ${userId})
    returning failures`
  return Math.max(0, ...rows.map(({ failures }) => failures))
}
