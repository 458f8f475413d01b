import { type CleaningStep, passingOver, removeRows, type SqlText, sqlText } from '@countersign/service'
import type { ProviderConfig } from './config.ts'

/** What nobody needs any more. Requests and grants say themselves when they leave. */
export function cleaningSteps({ auditDays }: Pick<ProviderConfig['retention'], 'auditDays'>): readonly CleaningStep[] {
  return [
    { table: 'sealed data tokens', remove: eraseSealedDataTokens() },
    {
      table: 'authorization_requests',
      remove: removeRows({
        table: sqlText`provider.authorization_requests`,
        key: sqlText`auth_request_id`,
        where: sqlText`leaves_at < now()`,
        by: sqlText`leaves_at`,
      }),
    },
    {
      table: 'access_tokens',
      remove: removeExpired(
        sqlText`provider.access_tokens`,
        sqlText`grant_id`,
        sqlText`expires_at < now() - interval '1 minute'`,
      ),
    },
    { table: 'grants', remove: removeGrants() },
    {
      table: 'used_jwts',
      remove: removeExpired(sqlText`provider.used_jwts`, sqlText`digest`, sqlText`expires_at < now()`),
    },
    {
      table: 'client_secrets',
      remove: removeExpired(sqlText`provider.client_secrets`, sqlText`secret_hash`, A_DAY_AGO),
    },
    {
      table: 'initial_access_tokens',
      remove: removeExpired(sqlText`provider.initial_access_tokens`, sqlText`token_id`, A_DAY_AGO),
    },
    { table: 'audit_events', remove: removeAuditEvents(auditDays) },
    {
      table: 'rate_limits',
      remove: removeRows({
        table: sqlText`provider.rate_limits`,
        key: sqlText`key`,
        where: sqlText`ends_at < now()`,
        by: sqlText`ends_at`,
      }),
    },
  ]
}

const A_DAY_AGO = sqlText`expires_at < now() - interval '1 day'`

function removeExpired(table: SqlText, key: SqlText, where: SqlText): CleaningStep['remove'] {
  return removeRows({ table, key, where, by: sqlText`expires_at` })
}

/**
 * What a person approved leaves with the code that it was for, redeemed or not; of the rest, a late use is told what it is.
 * An index of the unredeemed codes would be written to at each approval and at each redemption. Instead the requests that
 * lately had a code are looked at, which leave at least a day after it expires, and at most a day and the lives of both.
 * After an outage, or in a process that has just begun, those are looked at that came meanwhile.
 */
function eraseSealedDataTokens(): CleaningStep['remove'] {
  let doneUntil = '-infinity'
  return passingOver(async (sql, limit, held) => {
    const [row] = await sql<{ erased: number; at: string }>`
      with erased as (
        update provider.authorization_requests
           set sealed_data_token = null, sealed_userinfo_claims = null, masked_userinfo_key = null
         where auth_request_id = any(array(
           select auth_request_id from provider.authorization_requests
            where leaves_at > ${doneUntil}::timestamptz + interval '1 day' - interval '5 minutes'
              and code_expires_at < now() and sealed_data_token is not null
            order by leaves_at limit ${limit} ${held}))
        returning 1
      )
      select count(*)::int as erased, now()::text as at from erased`
    const { erased = 0, at = doneUntil } = row ?? {}
    if (erased < limit) doneUntil = at
    return erased
  })
}

/**
 * A refresh token is known for longer than it lives: whoever comes back late with one that somebody else used meanwhile is
 * how that theft is found (RFC 9700 §4.14.2). A grant takes along those that were put aside.
 */
function removeGrants(): CleaningStep['remove'] {
  return passingOver(async (sql, limit, held) => {
    const removed = await sql`
      with dead as (
        delete from provider.grants where grant_id = any(array(
          select grant_id from provider.grants where leaves_at < now() order by leaves_at limit ${limit} ${held}))
        returning grant_id
      ), tokens as (
        delete from provider.refresh_tokens where grant_id = any(array(select grant_id from dead))
      )
      select 1 from dead`
    return removed.length
  })
}

/** The identifiers are in the order of time, so the oldest events are the first of the primary key. */
function removeAuditEvents(auditDays: number): CleaningStep['remove'] {
  return passingOver(async (sql, limit, held) => {
    const removed = await sql`
      with oldest as (
        select event_id, at from provider.audit_events order by event_id limit ${limit} ${held}
      )
      delete from provider.audit_events where event_id = any(array(
        select event_id from oldest where at < now() - make_interval(days => ${auditDays})))
      returning 1`
    return removed.length
  })
}
