import { type CleaningStep, removeRows, type Sql, type SqlText, skipLocked, sqlText } from '@countersign/service/sql'
import type { ProviderConfig } from '../ground/config.ts'

const LEAVING = { where: sqlText`leaves_at < now()`, by: sqlText`leaves_at` }
const EXPIRED = sqlText`expires_at < now()`
const A_MINUTE_AGO = sqlText`expires_at < now() - interval '1 minute'`
const A_DAY_AGO = sqlText`expires_at < now() - interval '1 day'`

const FLOW_STEPS: readonly CleaningStep[] = [
  {
    table: 'authorization_requests',
    remove: removeRows({
      table: sqlText`provider.authorization_requests`,
      key: sqlText`auth_request_id`,
      ...LEAVING,
      counted: { when: sqlText`status = 'pending'`, event: 'authorization_request_expired' },
    }),
  },
  expiring('client_access_tokens', sqlText`provider.client_access_tokens`, sqlText`token_id`, A_MINUTE_AGO),
  leaving('device_requests', sqlText`provider.device_requests`, sqlText`auth_request_id`),
  leaving('user_codes', sqlText`provider.user_codes`, sqlText`user_code_digest`),
  leaving('client_documents', sqlText`provider.client_documents`, sqlText`client_id`),
  expiring('used_jwts', sqlText`provider.used_jwts`, sqlText`digest`, EXPIRED),
  expiring('pending_logouts', sqlText`provider.pending_logouts`, sqlText`client_id`, EXPIRED),
  {
    table: 'event_deliveries',
    remove: removeRows({
      table: sqlText`provider.event_deliveries`,
      key: sqlText`event_id`,
      where: EXPIRED,
      by: sqlText`expires_at`,
      counted: { when: sqlText`true`, event: 'event_delivery_given_up' },
    }),
  },
  expiring('client_secrets', sqlText`provider.client_secrets`, sqlText`secret_hash`, A_DAY_AGO),
  expiring('initial_access_tokens', sqlText`provider.initial_access_tokens`, sqlText`token_id`, A_DAY_AGO),
]

/** Requests know when to leave; the rest depends on retention. */
export function cleaningSteps({ auditDays, reuseDetectionDays }: ProviderConfig['retention']): readonly CleaningStep[] {
  return [
    ...FLOW_STEPS,
    ...grantSteps(reuseDetectionDays),
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
    // Last: after an outage it has days of rows to scan.
    { table: 'sealed data tokens', remove: eraseSealedDataTokens() },
  ]
}

function expiring(name: string, table: SqlText, key: SqlText, where: SqlText): CleaningStep {
  return { table: name, remove: removeRows({ table, key, where, by: sqlText`expires_at` }) }
}

function leaving(name: string, table: SqlText, key: SqlText): CleaningStep {
  return { table: name, remove: removeRows({ table, key, ...LEAVING }) }
}

const END = sqlText`least(refresh_token_expires_at, ends_at)`

/**
 * A rotation leaves `leaves_at` as it is, so that it touches no index: at that time a grant in use gets the next one. An
 * expired grant loses its claims and stays, because a late use of a stolen refresh token reveals the theft (RFC 9700
 * §4.14.2). Ended and long expired ones go.
 */
function grantSteps(reuseDetectionDays: number): readonly CleaningStep[] {
  const visit = skipLocked(async (sql, limit, lock) => {
    const inUse = await sql`
      update provider.grants set leaves_at = ${END}
       where grant_id = any(array(
         select grant_id from provider.grants
          where leaves_at < now() and revoked_at is null and ${END} > now() order by leaves_at limit ${limit} ${lock}))
      returning 1`
    return { rows: 0, more: inUse.length >= limit }
  })
  const erase = skipLocked(async (sql, limit, lock) => {
    const expired = await sql`
      update provider.grants
         set leaves_at = now() + make_interval(days => ${reuseDetectionDays}), sealed_userinfo_claims = null,
             masked_userinfo_key = null
       where grant_id = any(array(
         select grant_id from provider.grants
          where leaves_at < now() and revoked_at is null and ${END} <= now()
            and ${END} > now() - make_interval(days => ${reuseDetectionDays}) order by leaves_at limit ${limit} ${lock}))
      returning 1`
    return expired.length
  })
  const remove = skipLocked(async (sql, limit, lock) => {
    const removed = await sql`
      delete from provider.grants
       where grant_id = any(array(
         select grant_id from provider.grants
          where leaves_at < now()
            and (revoked_at is not null or ${END} <= now() - make_interval(days => ${reuseDetectionDays}))
          order by leaves_at limit ${limit} ${lock}))
      returning 1`
    return removed.length
  })
  return [
    { table: 'grants', remove: visit },
    { table: 'expired grants', remove: erase },
    { table: 'grants', remove },
  ]
}

/** Event ids are in time order, so the oldest are first in the primary key. */
function removeAuditEvents(auditDays: number): CleaningStep['remove'] {
  return skipLocked(async (sql, limit, lock) => {
    const removed = await sql`
      with oldest as (
        select event_id, at from provider.audit_events order by event_id limit ${limit} ${lock}
      )
      delete from provider.audit_events where event_id = any(array(
        select event_id from oldest where at < now() - make_interval(days => ${auditDays})))
      returning 1`
    return removed.length
  })
}

/** A request stays a day after its code expired; its own and its code's lifetimes are as good as unbounded. */
const STAYS = { least: sqlText`interval '1 day'`, most: sqlText`interval '365 days'` }
const EXPIRED_CODE = sqlText`code_expires_at < now() and sealed_data_token is not null`

/**
 * Erases data tokens of spent and expired codes; the rows stay to explain a late use. Each approval would write an index of
 * sealed rows. This scans, in order of leaving, those that may have expired lately; after an outage or a start, those since then.
 */
export function eraseSealedDataTokens(): CleaningStep['remove'] {
  let start: Place = { leavesAt: '-infinity', id: BEFORE_ALL }
  let next: Place | undefined
  let nextStart = start
  return skipLocked(async (sql, _limit, lock) => {
    const page = await readPage(sql, next ?? start)
    if (!next) nextStart = { leavesAt: page.recent, id: BEFORE_ALL }
    const rows = page.expired.length > 0 ? await eraseRows(sql, { ids: page.expired, lock }) : 0
    next = page.last
    if (!next) start = nextStart
    return { rows, more: next !== undefined }
  })
}

type Place = { readonly leavesAt: string; readonly id: string }

const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'
const ROWS_PER_PAGE = 2_000

type Page = {
  /** The last row's place, if more may follow. */
  readonly last: Place | undefined
  readonly expired: readonly string[]
  /** Rows that leave earlier did not expire in the last five minutes. */
  readonly recent: string
}

async function readPage(sql: Sql, after: Place): Promise<Page> {
  const [row] = await sql<{ size: number; last: string; last_id: string; expired: string[]; recent: string }>`
    with page as (
      select auth_request_id as id, leaves_at, ${EXPIRED_CODE} as expired
        from provider.authorization_requests
       where (leaves_at, auth_request_id) > (${after.leavesAt}::timestamptz, ${after.id}::uuid)
         and leaves_at < now() + ${STAYS.most}
       order by leaves_at, auth_request_id limit ${ROWS_PER_PAGE}
    ), last as (
      select leaves_at::text as last, id as last_id from page order by leaves_at desc, id desc limit 1
    )
    select (select count(*)::int from page) as size, (select last from last), (select last_id from last),
           array(select id from page where expired) as expired,
           (now() + ${STAYS.least} - interval '5 minutes')::text as recent`
  if (!row) throw new Error('A statement that always answers a row answered none.')
  const { size, last, last_id: id, expired: ids, recent } = row
  return { last: size < ROWS_PER_PAGE ? undefined : { leavesAt: last, id }, expired: ids, recent }
}

type Found = { readonly ids: readonly string[]; readonly lock: SqlText }

async function eraseRows(sql: Sql, { ids, lock }: Found): Promise<number> {
  const erased = await sql`
    update provider.authorization_requests
       set sealed_data_token = null, sealed_userinfo_claims = null, masked_userinfo_key = null
     where auth_request_id = any(array(
       select auth_request_id from provider.authorization_requests
        where auth_request_id = any(${ids}::uuid[]) and ${EXPIRED_CODE} ${lock}))
    returning 1`
  return erased.length
}
