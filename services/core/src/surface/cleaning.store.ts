import { type CleaningStep, passingOver, removeRows, type Sql, type SqlText, sqlText } from '@countersign/service/sql'

/** Rows that are no longer needed, and how long each is kept. */
export const CLEANING_STEPS: readonly CleaningStep[] = [
  {
    table: 'sessions',
    remove: removeRows({
      table: sqlText`core.sessions`,
      key: sqlText`user_id`,
      where: sqlText`idle_expires_at < now() - interval '1 day'`,
      by: sqlText`idle_expires_at`,
    }),
  },
  {
    table: 'sessions',
    remove: removeRows({
      table: sqlText`core.sessions`,
      key: sqlText`user_id`,
      where: sqlText`revoked_at < now() - interval '1 day'`,
      by: sqlText`revoked_at`,
    }),
  },
  { table: 'session_keys', remove: removeExpired(sqlText`core.session_keys`, sqlText`jkt`) },
  { table: 'logins', remove: removeExpired(sqlText`core.logins`, sqlText`bucket`) },
  { table: 'registrations', remove: removeExpired(sqlText`core.registrations`, sqlText`registration_id`) },
  { table: 'password_registrations', remove: removeExpired(sqlText`core.password_registrations`, sqlText`user_id`) },
  { table: 'passkey_challenges', remove: removeExpired(sqlText`core.passkey_challenges`, sqlText`challenge_id`) },
  { table: 'claim_verifications', remove: removeExpired(sqlText`core.claim_verifications`, sqlText`user_id`) },
  { table: 'staged_items', remove: removeStagedItems() },
  {
    // Once its items are gone: with thousands of them a step would take too long.
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
    // Attempts are forgotten after a day without one. A paused name stays paused for a month, with or without an account:
    // a hundred attempts are few against a password, and rows that attackers create must not stay for ever.
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
    remove: removeRows({
      table: sqlText`core.account_events`,
      key: sqlText`user_id`,
      where: sqlText`at < now() - interval '400 days'`,
      by: sqlText`at`,
    }),
  },
  { table: 'account_events', remove: removeSurplusEvents },
  {
    table: 'rate_limits',
    remove: removeRows({
      table: sqlText`core.rate_limits`,
      key: sqlText`key`,
      where: sqlText`ends_at < now()`,
      by: sqlText`ends_at`,
    }),
  },
]

function removeExpired(table: SqlText, key: SqlText): CleaningStep['remove'] {
  return removeRows({ table, key, where: sqlText`expires_at < now()`, by: sqlText`expires_at` })
}

/** The items of stagings that are over. */
function removeStagedItems(): CleaningStep['remove'] {
  return passingOver(async (sql, limit, held) => {
    const removed = await sql`
      delete from core.staged_items where (user_id, kind, item_id) in (
        select i.user_id, i.kind, i.item_id
          from core.stagings s join core.staged_items i on i.user_id = s.user_id and i.kind = s.kind
         where s.expires_at < now() limit ${limit} ${held})
      returning 1`
    return removed.length
  })
}

/** Keeps the newest thousand of each person. Only who got new events within the hour can have more than that. */
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
