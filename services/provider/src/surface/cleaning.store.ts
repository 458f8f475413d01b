import { type CleaningStep, passingOver, removeRows, type SqlText, sqlText } from '@countersign/service/sql'
import type { ProviderConfig } from '../ground/config.ts'
import { eraseSealedDataTokens, eraseSealedUserinfoClaims } from './erase-sealed.store.ts'

const A_DAY_AGO = sqlText`expires_at < now() - interval '1 day'`

/** Rows with a time to leave of their own. */
const FLOW_STEPS: readonly CleaningStep[] = [
  {
    table: 'authorization_requests',
    remove: removeRows({
      table: sqlText`provider.authorization_requests`,
      key: sqlText`auth_request_id`,
      where: sqlText`leaves_at < now()`,
      by: sqlText`leaves_at`,
      counted: { when: sqlText`status = 'pending'`, event: 'authorization_request_expired' },
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
  {
    table: 'client_access_tokens',
    remove: removeExpired(
      sqlText`provider.client_access_tokens`,
      sqlText`token_id`,
      sqlText`expires_at < now() - interval '1 minute'`,
    ),
  },
  { table: 'grants', remove: removeGrants() },
  {
    table: 'device_requests',
    remove: removeLeaving(sqlText`provider.device_requests`, sqlText`auth_request_id`),
  },
  { table: 'user_codes', remove: removeLeaving(sqlText`provider.user_codes`, sqlText`user_code_digest`) },
  {
    table: 'client_documents',
    remove: removeLeaving(sqlText`provider.client_documents`, sqlText`client_id`),
  },
  {
    table: 'used_jwts',
    remove: removeExpired(sqlText`provider.used_jwts`, sqlText`digest`, sqlText`expires_at < now()`),
  },
  {
    table: 'pending_logouts',
    remove: removeExpired(sqlText`provider.pending_logouts`, sqlText`client_id`, sqlText`expires_at < now()`),
  },
  {
    table: 'client_secrets',
    remove: removeExpired(sqlText`provider.client_secrets`, sqlText`secret_hash`, A_DAY_AGO),
  },
  {
    table: 'initial_access_tokens',
    remove: removeExpired(sqlText`provider.initial_access_tokens`, sqlText`token_id`, A_DAY_AGO),
  },
]

/** Requests and grants know when to leave; the rest depends on retention. */
export function cleaningSteps({ auditDays, reuseDetectionDays }: ProviderConfig['retention']): readonly CleaningStep[] {
  return [
    ...FLOW_STEPS,
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
    // Last: after an outage these have days of rows to scan.
    { table: 'sealed data tokens', remove: eraseSealedDataTokens() },
    { table: 'sealed userinfo claims', remove: eraseSealedUserinfoClaims(reuseDetectionDays) },
  ]
}

function removeExpired(table: SqlText, key: SqlText, where: SqlText): CleaningStep['remove'] {
  return removeRows({ table, key, where, by: sqlText`expires_at` })
}

function removeLeaving(table: SqlText, key: SqlText): CleaningStep['remove'] {
  return removeRows({ table, key, where: sqlText`leaves_at < now()`, by: sqlText`leaves_at` })
}

/**
 * Expired refresh tokens stay known: a late use of a stolen one reveals the theft (RFC 9700 §4.14.2). A grant takes its
 * former tokens along.
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

/** Event ids are in time order, so the oldest are first in the primary key. */
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
