import { type CleaningStep, removeRows, type Sql, type SqlText, skipLocked, sqlText } from '@countersign/service/sql'

const SESSIONS = { table: sqlText`core.sessions`, key: sqlText`user_id` }
const ACCOUNT_EVENTS = { table: sqlText`core.account_events`, key: sqlText`user_id` }
const RATE_LIMITS = { table: sqlText`core.rate_limits`, key: sqlText`key` }

const removeStagedItems = skipLocked(async (sql, limit, lock) => {
  const removed = await sql`
    delete from core.staged_items where (user_id, kind, item_id) in (
      select i.user_id, i.kind, i.item_id
        from core.stagings s join core.staged_items i on i.user_id = s.user_id and i.kind = s.kind
       where s.expires_at < now() limit ${limit} ${lock})
    returning 1`
  return removed.length
})

/** Rows that are no longer needed, and how long each is kept. */
export const CLEANING_STEPS: readonly CleaningStep[] = [
  {
    table: 'sessions',
    remove: removeRows({
      ...SESSIONS,
      where: sqlText`idle_expires_at < now() - interval '1 day'`,
      by: sqlText`idle_expires_at`,
    }),
  },
  {
    table: 'sessions',
    remove: removeRows({ ...SESSIONS, where: sqlText`revoked_at < now() - interval '1 day'`, by: sqlText`revoked_at` }),
  },
  { table: 'session_keys', remove: removeExpired(sqlText`core.session_keys`, sqlText`jkt`) },
  { table: 'logins', remove: removeExpired(sqlText`core.logins`, sqlText`bucket`) },
  { table: 'registrations', remove: removeExpired(sqlText`core.registrations`, sqlText`registration_id`) },
  { table: 'password_registrations', remove: removeExpired(sqlText`core.password_registrations`, sqlText`user_id`) },
  { table: 'passkey_challenges', remove: removeExpired(sqlText`core.passkey_challenges`, sqlText`challenge_id`) },
  {
    // Used-up ones too: a time of their last use would lead to an account.
    table: 'invitations',
    remove: removeRows({
      table: sqlText`core.invitations`,
      key: sqlText`invitation_id`,
      where: sqlText`expires_at < now() - interval '30 days'`,
      by: sqlText`expires_at`,
    }),
  },
  { table: 'claim_verifications', remove: removeExpired(sqlText`core.claim_verifications`, sqlText`user_id`) },
  { table: 'staged_items', remove: removeStagedItems },
  {
    // After its items, of which there may be thousands: too many for one step.
    table: 'stagings',
    remove: removeRows({
      table: sqlText`core.stagings`,
      key: sqlText`user_id`,
      where: sqlText`expires_at < now() and not exists (
        select from core.staged_items i where i.user_id = stagings.user_id and i.kind = stagings.kind)`,
      by: sqlText`expires_at`,
    }),
  },
  {
    // Deleted after a day without an attempt. A paused name, with or without an account, stays for a month: a hundred
    // guesses are few, and rows that attackers create must not stay for ever.
    table: 'password_throttles',
    remove: removeRows({
      table: sqlText`core.password_throttles`,
      key: sqlText`credential_identifier`,
      where: sqlText`last_at < now() - interval '1 day' and (failures < 100 or last_at < now() - interval '30 days')`,
      by: sqlText`last_at`,
    }),
  },
  {
    table: 'account_events',
    remove: removeRows({ ...ACCOUNT_EVENTS, where: sqlText`at < now() - interval '400 days'`, by: sqlText`at` }),
  },
  { table: 'account_events', remove: removeSurplusEvents },
  {
    table: 'rate_limits',
    remove: removeRows({ ...RATE_LIMITS, where: sqlText`ends_at < now()`, by: sqlText`ends_at` }),
  },
]

function removeExpired(table: SqlText, key: SqlText): CleaningStep['remove'] {
  return removeRows({ table, key, where: sqlText`expires_at < now()`, by: sqlText`expires_at` })
}

/** Keeps each user's newest thousand. Only users with events within the last hour can have more. */
async function removeSurplusEvents(sql: Sql, limit: number): Promise<number> {
  const removed = await sql`
    delete from core.account_events where (user_id, at, event_id) in (
      select user_id, at, event_id
        from (select user_id, at, event_id, row_number() over (partition by user_id order by at desc, event_id desc)
                from core.account_events
               where user_id in (select user_id from core.account_events where at > now() - interval '1 hour')) numbered
       where row_number > 1000
       limit ${limit})
    returning 1`
  return removed.length
}
