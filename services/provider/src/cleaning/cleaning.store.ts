import type { Sql } from '@countersign/service'
import type { Retention } from '../config.ts'

/** One step of cleaning: removes at most `limit` rows, or what they hold, and answers how many they were. */
export type CleaningStep = {
  readonly table: string
  readonly remove: (sql: Sql, limit: number, retention: Retention) => Promise<number>
}

/**
 * Each step finds its rows by an index, the oldest first, and passes over those that somebody holds: processes that clean at
 * once share the work, and a flow never waits for them, because what they delete has long expired. The rows are deleted
 * by where they lie (`ctid`, which holds while they are locked), so that no plan ever reads a whole table.
 */
export const CLEANING_STEPS: readonly CleaningStep[] = [
  { table: 'authorization_requests', remove: removeUnopenedRequests },
  { table: 'authorization_requests', remove: removeOpenedRequests },
  { table: 'authorization_codes', remove: removeCodes },
  { table: 'sealed data tokens', remove: eraseSealedDataTokens },
  { table: 'used_jwts', remove: removeUsedJwts },
  { table: 'access_tokens', remove: removeAccessTokens },
  { table: 'refresh_tokens', remove: removeRefreshTokens },
  { table: 'grants', remove: removeRevokedGrants },
  { table: 'client_secrets', remove: removeSecrets },
  { table: 'initial_access_tokens', remove: removeInitialAccessTokens },
  { table: 'audit_events', remove: removeAuditEvents },
  { table: 'rate_limits', remove: removeRateLimits },
]

/** Nobody has seen them, so nobody comes back to hear what became of them: anyone can leave many of these. */
async function removeUnopenedRequests(sql: Sql, limit: number): Promise<number> {
  const removed = await sql`
    delete from provider.authorization_requests where ctid = any(array(
      select ctid from provider.authorization_requests
       where coalesce(opened_by, user_id) is null and expires_at < now()
       order by expires_at limit ${limit} for update skip locked))
    returning 1`
  return removed.length
}

/**
 * A day longer than they live: the consent page can still tell who comes back late what became of their request, and their
 * challenge is known for as long (RFC 9700 §2.1.1).
 */
async function removeOpenedRequests(sql: Sql, limit: number): Promise<number> {
  const removed = await sql`
    delete from provider.authorization_requests where ctid = any(array(
      select ctid from provider.authorization_requests
       where coalesce(opened_by, user_id) is not null and expires_at < now() - interval '1 day'
       order by expires_at limit ${limit} for update skip locked))
    returning 1`
  return removed.length
}

/** A day longer than they live: a replayed code still revokes what it was exchanged for (RFC 6749 §4.1.2). */
async function removeCodes(sql: Sql, limit: number): Promise<number> {
  const removed = await sql`
    delete from provider.authorization_codes where ctid = any(array(
      select ctid from provider.authorization_codes
       where expires_at < now() - interval '1 day'
       order by expires_at limit ${limit} for update skip locked))
    returning 1`
  return removed.length
}

/** What a person approved leaves with the code that it was for, redeemed or not; of the rest, a late use is told what it is. */
async function eraseSealedDataTokens(sql: Sql, limit: number): Promise<number> {
  const erased = await sql`
    update provider.authorization_codes set sealed_data_token = null, sealed_claims = null, masked_claims_key = null
     where ctid = any(array(
      select ctid from provider.authorization_codes
       where expires_at < now() and sealed_data_token is not null
       order by expires_at limit ${limit} for update skip locked))
    returning 1`
  return erased.length
}

async function removeUsedJwts(sql: Sql, limit: number): Promise<number> {
  const removed = await sql`
    delete from provider.used_jwts where ctid = any(array(
      select ctid from provider.used_jwts
       where expires_at < now()
       order by expires_at limit ${limit} for update skip locked))
    returning 1`
  return removed.length
}

async function removeAccessTokens(sql: Sql, limit: number): Promise<number> {
  const removed = await sql`
    delete from provider.access_tokens where ctid = any(array(
      select ctid from provider.access_tokens
       where expires_at < now() - interval '1 minute'
       order by expires_at limit ${limit} for update skip locked))
    returning 1`
  return removed.length
}

/**
 * A refresh token is known for longer than it lives: whoever comes back late with one that somebody else used meanwhile is
 * how that theft is found (RFC 9700 §4.14.2). A grant leaves with the newest of its tokens: nothing can revive it.
 */
async function removeRefreshTokens(sql: Sql, limit: number, { reuseDetectionDays }: Retention): Promise<number> {
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

async function removeSecrets(sql: Sql, limit: number): Promise<number> {
  const removed = await sql`
    delete from provider.client_secrets where ctid = any(array(
      select ctid from provider.client_secrets
       where expires_at < now() - interval '1 day'
       order by expires_at limit ${limit} for update skip locked))
    returning 1`
  return removed.length
}

async function removeInitialAccessTokens(sql: Sql, limit: number): Promise<number> {
  const removed = await sql`
    delete from provider.initial_access_tokens where ctid = any(array(
      select ctid from provider.initial_access_tokens
       where expires_at < now() - interval '1 day'
       order by expires_at limit ${limit} for update skip locked))
    returning 1`
  return removed.length
}

/** The identifiers are in the order of time, so the oldest events are the first of the primary key. */
async function removeAuditEvents(sql: Sql, limit: number, { auditDays }: Retention): Promise<number> {
  const removed = await sql`
    with oldest as (
      select ctid as place, at from provider.audit_events order by event_id limit ${limit} for update skip locked
    )
    delete from provider.audit_events where ctid = any(array(
      select place from oldest where at < now() - make_interval(days => ${auditDays})))
    returning 1`
  return removed.length
}

async function removeRateLimits(sql: Sql, limit: number): Promise<number> {
  const removed = await sql`
    delete from provider.rate_limits where ctid = any(array(
      select ctid from provider.rate_limits
       where ends_at < now()
       order by ends_at limit ${limit} for update skip locked))
    returning 1`
  return removed.length
}
