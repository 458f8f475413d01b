import type { Sql } from '@countersign/service'

/** One step of cleaning: removes at most `limit` rows that nobody needs any more, and answers how many they were. */
export type CleaningStep = {
  readonly table: string
  readonly remove: (sql: Sql, limit: number) => Promise<number>
}

/**
 * Each step finds its rows by an index, the oldest first, and passes over those that somebody holds: processes that clean
 * at once share the work, and no request waits for them. Rows are deleted by where they lie (`ctid`, which holds while
 * they are locked), so that no plan ever reads a whole table.
 */
export const CLEANING_STEPS: readonly CleaningStep[] = [
  { table: 'sessions', remove: removeExpiredSessions },
  { table: 'sessions', remove: removeRevokedSessions },
  { table: 'logins', remove: removeLogins },
  { table: 'registrations', remove: removeRegistrations },
  { table: 'password_registrations', remove: removePasswordRegistrations },
  { table: 'passkey_challenges', remove: removePasskeyChallenges },
  { table: 'password_throttles', remove: removeThrottles },
  { table: 'account_events', remove: removeOldEvents },
  { table: 'account_events', remove: removeSurplusEvents },
  { table: 'rate_limits', remove: removeRateLimits },
]

async function removeExpiredSessions(sql: Sql, limit: number): Promise<number> {
  const removed = await sql`
    delete from core.sessions where ctid = any(array(
      select ctid from core.sessions
       where idle_expires_at < now() - interval '1 day'
       order by idle_expires_at limit ${limit} for update skip locked))
    returning 1`
  return removed.length
}

async function removeRevokedSessions(sql: Sql, limit: number): Promise<number> {
  const removed = await sql`
    delete from core.sessions where ctid = any(array(
      select ctid from core.sessions
       where revoked_at < now() - interval '1 day'
       order by revoked_at limit ${limit} for update skip locked))
    returning 1`
  return removed.length
}

async function removeLogins(sql: Sql, limit: number): Promise<number> {
  const removed = await sql`
    delete from core.logins where ctid = any(array(
      select ctid from core.logins
       where expires_at < now()
       order by expires_at limit ${limit} for update skip locked))
    returning 1`
  return removed.length
}

async function removeRegistrations(sql: Sql, limit: number): Promise<number> {
  const removed = await sql`
    delete from core.registrations where ctid = any(array(
      select ctid from core.registrations
       where expires_at < now()
       order by expires_at limit ${limit} for update skip locked))
    returning 1`
  return removed.length
}

async function removePasswordRegistrations(sql: Sql, limit: number): Promise<number> {
  const removed = await sql`
    delete from core.password_registrations where ctid = any(array(
      select ctid from core.password_registrations
       where expires_at < now()
       order by expires_at limit ${limit} for update skip locked))
    returning 1`
  return removed.length
}

async function removePasskeyChallenges(sql: Sql, limit: number): Promise<number> {
  const removed = await sql`
    delete from core.passkey_challenges where ctid = any(array(
      select ctid from core.passkey_challenges
       where expires_at < now()
       order by expires_at limit ${limit} for update skip locked))
    returning 1`
  return removed.length
}

/**
 * A day of quiet forgives what was guessed. A name that is paused stays so for a month, whether somebody has it or not:
 * a hundred guesses are few against a password, and rows that strangers make must not stay for good.
 */
async function removeThrottles(sql: Sql, limit: number): Promise<number> {
  const removed = await sql`
    delete from core.password_throttles where ctid = any(array(
      select ctid from core.password_throttles
       where last_at < now() - interval '1 day' and (failures < 100 or last_at < now() - interval '30 days')
       order by last_at limit ${limit} for update skip locked))
    returning 1`
  return removed.length
}

async function removeOldEvents(sql: Sql, limit: number): Promise<number> {
  const removed = await sql`
    delete from core.account_events where ctid = any(array(
      select ctid from core.account_events
       where at < now() - interval '400 days'
       order by at limit ${limit} for update skip locked))
    returning 1`
  return removed.length
}

/** Keeps the newest thousand of each person. Only who got new events within the hour can have more than that. */
async function removeSurplusEvents(sql: Sql, limit: number): Promise<number> {
  const removed = await sql`
    delete from core.account_events where event_id = any(array(
      select surplus.event_id
        from (select distinct user_id from core.account_events where at > now() - interval '1 hour') as busy
       cross join lateral (
         select event_id from core.account_events e where e.user_id = busy.user_id order by seq desc offset 1000
       ) as surplus
       limit ${limit}))
    returning 1`
  return removed.length
}

async function removeRateLimits(sql: Sql, limit: number): Promise<number> {
  const removed = await sql`
    delete from core.rate_limits where ctid = any(array(
      select ctid from core.rate_limits
       where ends_at < now()
       order by ends_at limit ${limit} for update skip locked))
    returning 1`
  return removed.length
}
