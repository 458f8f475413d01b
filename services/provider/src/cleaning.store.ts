import { type CleaningStep, removeRows, type Sql, type SqlText, sqlText } from '@countersign/service'
import type { ProviderConfig } from './config.ts'

/** What nobody needs any more, and for how long each is still of use. */
export function cleaningSteps({ auditDays, reuseDetectionDays }: ProviderConfig['retention']): readonly CleaningStep[] {
  return [
    // Nobody has signed in for them, and anyone can leave many of these: somebody may still sit before the sign-in page,
    // which says what became of them, but not for long. Of those that were only pushed nobody knows.
    {
      table: 'authorization_requests',
      remove: removeExpired(
        sqlText`provider.authorization_requests`,
        sqlText`coalesce(opened_by, user_id) is null and expires_at < now()
                and (status = 'pushed' or expires_at < now() - interval '1 hour')`,
      ),
    },
    // A day longer than they live: the consent page can still tell who comes back late what became of their request, and
    // their challenge is known for as long (RFC 9700 §2.1.1).
    {
      table: 'authorization_requests',
      remove: removeExpired(
        sqlText`provider.authorization_requests`,
        sqlText`coalesce(opened_by, user_id) is not null and expires_at < now() - interval '1 day'`,
      ),
    },
    // A day longer than they live: a replayed code still revokes what it was exchanged for (RFC 6749 §4.1.2).
    { table: 'authorization_codes', remove: removeExpired(sqlText`provider.authorization_codes`, A_DAY_AGO) },
    { table: 'sealed data tokens', remove: eraseSealedDataTokens },
    { table: 'used_jwts', remove: removeExpired(sqlText`provider.used_jwts`, sqlText`expires_at < now()`) },
    {
      table: 'access_tokens',
      remove: removeExpired(sqlText`provider.access_tokens`, sqlText`expires_at < now() - interval '1 minute'`),
    },
    { table: 'refresh_tokens', remove: removeRefreshTokens(reuseDetectionDays) },
    { table: 'grants', remove: removeRevokedGrants },
    { table: 'client_secrets', remove: removeExpired(sqlText`provider.client_secrets`, A_DAY_AGO) },
    { table: 'initial_access_tokens', remove: removeExpired(sqlText`provider.initial_access_tokens`, A_DAY_AGO) },
    { table: 'audit_events', remove: removeAuditEvents(auditDays) },
    {
      table: 'rate_limits',
      remove: removeRows({
        table: sqlText`provider.rate_limits`,
        where: sqlText`ends_at < now()`,
        by: sqlText`ends_at`,
      }),
    },
  ]
}

const A_DAY_AGO = sqlText`expires_at < now() - interval '1 day'`

function removeExpired(table: SqlText, where: SqlText): CleaningStep['remove'] {
  return removeRows({ table, where, by: sqlText`expires_at` })
}

/** What a person approved leaves with the code that it was for, redeemed or not; of the rest, a late use is told what it is. */
async function eraseSealedDataTokens(sql: Sql, limit: number): Promise<number> {
  const erased = await sql`
    update provider.authorization_codes
       set sealed_data_token = null, sealed_userinfo_claims = null, masked_userinfo_key = null
     where ctid = any(array(
      select ctid from provider.authorization_codes
       where expires_at < now() and sealed_data_token is not null
       order by expires_at limit ${limit} for update skip locked))
    returning 1`
  return erased.length
}

/**
 * A refresh token is known for longer than it lives: whoever comes back late with one that somebody else used meanwhile is
 * how that theft is found (RFC 9700 §4.14.2). A grant leaves with the newest of its tokens: nothing can revive it.
 */
function removeRefreshTokens(reuseDetectionDays: number): CleaningStep['remove'] {
  return async (sql, limit) => {
    const removed = await sql`
      with expired as (
        delete from provider.refresh_tokens where ctid = any(array(
          select ctid from provider.refresh_tokens
           where expires_at < now() - make_interval(days => ${reuseDetectionDays})
           order by expires_at limit ${limit} for update skip locked))
        returning token_hash, grant_id
      ), dead as (
        delete from provider.grants
         where grant_id = any(array(select grant_id from expired))
           and refresh_token_hash = any(array(select token_hash from expired))
      )
      select 1 from expired`
    return removed.length
  }
}

/** A day after the revocation every access token of the grant has expired, so its absence revives none. */
async function removeRevokedGrants(sql: Sql, limit: number): Promise<number> {
  const removed = await sql`
    with dead as (
      delete from provider.grants where ctid = any(array(
        select ctid from provider.grants
         where revoked_at < now() - interval '1 day'
         order by revoked_at limit ${limit} for update skip locked))
      returning grant_id
    ), tokens as (
      delete from provider.refresh_tokens where grant_id = any(array(select grant_id from dead))
    )
    select 1 from dead`
  return removed.length
}

/** The identifiers are in the order of time, so the oldest events are the first of the primary key. */
function removeAuditEvents(auditDays: number): CleaningStep['remove'] {
  return async (sql, limit) => {
    const removed = await sql`
      with oldest as (
        select ctid as tid, at from provider.audit_events order by event_id limit ${limit} for update skip locked
      )
      delete from provider.audit_events where ctid = any(array(
        select tid from oldest where at < now() - make_interval(days => ${auditDays})))
      returning 1`
    return removed.length
  }
}
