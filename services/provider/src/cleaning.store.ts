import { type CleaningStep, passingOver, removeRows, type Sql, type SqlText, sqlText } from '@countersign/service'
import type { ProviderConfig } from './config.ts'

/** What nobody needs any more. Requests and grants say themselves when they leave. */
export function cleaningSteps({ auditDays }: Pick<ProviderConfig['retention'], 'auditDays'>): readonly CleaningStep[] {
  return [
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
    { table: 'grants', remove: removeGrants() },
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
    // Last: after an outage it has a day of requests to look at.
    { table: 'sealed data tokens', remove: eraseSealedDataTokens() },
  ]
}

const A_DAY_AGO = sqlText`expires_at < now() - interval '1 day'`

function removeExpired(table: SqlText, key: SqlText, where: SqlText): CleaningStep['remove'] {
  return removeRows({ table, key, where, by: sqlText`expires_at` })
}

/**
 * What a person approved leaves with the code that it was for, redeemed or not; of the rest, a late use is told what it is.
 * An index of the unredeemed codes would be written to at each approval and at each redemption. Instead the requests that
 * lately had a code are looked at, a page at a time, which leave at least a day after it expires, and at most a day and the
 * lives of both. After an outage, or in a process that has just begun, those are looked at that came meanwhile.
 */
function eraseSealedDataTokens(): CleaningStep['remove'] {
  let start: Place = { leavesAt: '-infinity', id: BEFORE_ALL }
  let next: Place | undefined
  let nextStart = start
  return passingOver(async (sql, _limit, held) => {
    const page = await readRequests(sql, next ?? start)
    if (!next) nextStart = { leavesAt: page.recent, id: BEFORE_ALL }
    const rows = page.expired.length > 0 ? await eraseDataTokensOf(sql, page.expired, held) : 0
    next = page.last
    if (!next) start = nextStart
    return { rows, more: next !== undefined }
  })
}

/** Where in the requests, in the order in which they leave. */
type Place = { readonly leavesAt: string; readonly id: string }

const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'
const REQUESTS_PER_PAGE = 2_000

type RequestsPage = {
  /** The last one's place, if more may follow. */
  readonly last: Place | undefined
  readonly expired: readonly string[]
  /** No code of a request that leaves before it has expired in the last five minutes. */
  readonly recent: string
}

async function readRequests(sql: Sql, after: Place): Promise<RequestsPage> {
  const [row] = await sql<{ size: number; last: string; last_id: string; expired: string[]; recent: string }>`
    with page as (
      select auth_request_id, leaves_at, code_expires_at < now() and sealed_data_token is not null as expired
        from provider.authorization_requests
       where (leaves_at, auth_request_id) > (${after.leavesAt}::timestamptz, ${after.id}::uuid)
       order by leaves_at, auth_request_id limit ${REQUESTS_PER_PAGE}
    ), last as (
      select leaves_at::text as last, auth_request_id as last_id from page order by leaves_at desc, auth_request_id desc limit 1
    )
    select (select count(*)::int from page) as size, (select last from last), (select last_id from last),
           array(select auth_request_id from page where expired) as expired,
           (now() + interval '1 day' - interval '5 minutes')::text as recent`
  if (!row) throw new Error('A statement that always answers a row answered none.')
  const { size, last, last_id: id, expired, recent } = row
  return { last: size < REQUESTS_PER_PAGE ? undefined : { leavesAt: last, id }, expired, recent }
}

async function eraseDataTokensOf(sql: Sql, ids: readonly string[], held: SqlText): Promise<number> {
  const erased = await sql`
    update provider.authorization_requests
       set sealed_data_token = null, sealed_userinfo_claims = null, masked_userinfo_key = null
     where auth_request_id = any(array(
       select auth_request_id from provider.authorization_requests
        where auth_request_id = any(${ids}::uuid[]) and sealed_data_token is not null ${held}))
    returning 1`
  return erased.length
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
