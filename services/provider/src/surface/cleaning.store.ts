import { type CleaningStep, removeRows, type Sql, type SqlText, skipLocked, sqlText } from '@countersign/service/sql'
import { LEAVING_MARGIN_SECONDS } from '../flow/tokens/token.store.ts'
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
  expiring('access_tokens', sqlText`provider.access_tokens`, sqlText`grant_id`, A_MINUTE_AGO),
  expiring('client_access_tokens', sqlText`provider.client_access_tokens`, sqlText`token_id`, A_MINUTE_AGO),
  { table: 'grants', remove: removeGrants() },
  leaving('device_requests', sqlText`provider.device_requests`, sqlText`auth_request_id`),
  leaving('user_codes', sqlText`provider.user_codes`, sqlText`user_code_digest`),
  leaving('client_documents', sqlText`provider.client_documents`, sqlText`client_id`),
  expiring('used_jwts', sqlText`provider.used_jwts`, sqlText`digest`, EXPIRED),
  expiring('pending_logouts', sqlText`provider.pending_logouts`, sqlText`client_id`, EXPIRED),
  expiring('client_secrets', sqlText`provider.client_secrets`, sqlText`secret_hash`, A_DAY_AGO),
  expiring('initial_access_tokens', sqlText`provider.initial_access_tokens`, sqlText`token_id`, A_DAY_AGO),
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

function expiring(name: string, table: SqlText, key: SqlText, where: SqlText): CleaningStep {
  return { table: name, remove: removeRows({ table, key, where, by: sqlText`expires_at` }) }
}

function leaving(name: string, table: SqlText, key: SqlText): CleaningStep {
  return { table: name, remove: removeRows({ table, key, ...LEAVING }) }
}

/** A late use of a stolen refresh token reveals the theft (RFC 9700 §4.14.2). A grant takes its former tokens along. */
function removeGrants(): CleaningStep['remove'] {
  return skipLocked(async (sql, limit, lock) => {
    const removed = await sql`
      with dead as (
        delete from provider.grants where grant_id = any(array(
          select grant_id from provider.grants where leaves_at < now() order by leaves_at limit ${limit} ${lock}))
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

const A_DAY_SECONDS = 86_400

type Sealed = {
  readonly table: SqlText
  readonly key: SqlText
  readonly expired: SqlText
  readonly erase: SqlText
  /** How long the row stays afterwards: at least and at most. */
  readonly staysSeconds: readonly [number, number]
}

/** Erases data tokens of spent and expired codes; the rows stay to explain a late use. */
export function eraseSealedDataTokens(): CleaningStep['remove'] {
  return eraseSealed({
    table: sqlText`provider.authorization_requests`,
    key: sqlText`auth_request_id`,
    expired: sqlText`code_expires_at < now() and sealed_data_token is not null`,
    erase: sqlText`sealed_data_token = null, sealed_userinfo_claims = null, masked_userinfo_key = null`,
    // At most a request's and its code's lifetimes more: as good as unbounded.
    staysSeconds: [A_DAY_SECONDS, 365 * A_DAY_SECONDS],
  })
}

/** Erases userinfo claims of ended and expired grants; the rows stay to detect reuse. */
export function eraseSealedUserinfoClaims(reuseDetectionDays: number): CleaningStep['remove'] {
  const stays = reuseDetectionDays * A_DAY_SECONDS
  return eraseSealed({
    table: sqlText`provider.grants`,
    key: sqlText`grant_id`,
    expired: sqlText`least(refresh_token_expires_at, ends_at) < now() and sealed_userinfo_claims is not null`,
    erase: sqlText`sealed_userinfo_claims = null, masked_userinfo_key = null, previous_masked_userinfo_key = null`,
    staysSeconds: [stays, stays + LEAVING_MARGIN_SECONDS],
  })
}

/**
 * Each approval would write an index of sealed rows. This scans, in order of leaving, those that may have expired
 * lately; after an outage or a start, those since then.
 */
function eraseSealed(sealed: Sealed): CleaningStep['remove'] {
  let start: Place = { leavesAt: '-infinity', id: BEFORE_ALL }
  let next: Place | undefined
  let nextStart = start
  return skipLocked(async (sql, _limit, lock) => {
    const page = await readPage(sql, sealed, next ?? start)
    if (!next) nextStart = { leavesAt: page.recent, id: BEFORE_ALL }
    const rows = page.expired.length > 0 ? await eraseRows(sql, sealed, { ids: page.expired, lock }) : 0
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

async function readPage(sql: Sql, { table, key, expired, staysSeconds }: Sealed, after: Place): Promise<Page> {
  const [least, most] = staysSeconds
  const [row] = await sql<{ size: number; last: string; last_id: string; expired: string[]; recent: string }>`
    with page as (
      select ${key} as id, leaves_at, ${expired} as expired
        from ${table}
       where (leaves_at, ${key}) > (${after.leavesAt}::timestamptz, ${after.id}::uuid)
         and leaves_at < now() + make_interval(secs => ${most})
       order by leaves_at, ${key} limit ${ROWS_PER_PAGE}
    ), last as (
      select leaves_at::text as last, id as last_id from page order by leaves_at desc, id desc limit 1
    )
    select (select count(*)::int from page) as size, (select last from last), (select last_id from last),
           array(select id from page where expired) as expired,
           (now() + make_interval(secs => ${least}) - interval '5 minutes')::text as recent`
  if (!row) throw new Error('A statement that always answers a row answered none.')
  const { size, last, last_id: id, expired: ids, recent } = row
  return { last: size < ROWS_PER_PAGE ? undefined : { leavesAt: last, id }, expired: ids, recent }
}

type Found = { readonly ids: readonly string[]; readonly lock: SqlText }

async function eraseRows(sql: Sql, { table, key, expired, erase }: Sealed, { ids, lock }: Found): Promise<number> {
  const erased = await sql`
    update ${table} set ${erase}
     where ${key} = any(array(select ${key} from ${table} where ${key} = any(${ids}::uuid[]) and ${expired} ${lock}))
    returning 1`
  return erased.length
}
