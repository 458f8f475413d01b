import { DatabaseUnavailable } from '@countersign/service/errors'
import type { Sql } from '@countersign/service/sql'

const DAYS = 30

/** Counts of accounts. */
type PeopleFigures = {
  readonly total: number
  readonly active_last_day: number
  readonly active_last_30_days: number
  readonly suspended: number
  /** The last 30 days in UTC, oldest first; a day without events is left out. */
  readonly days: readonly { readonly day: string; readonly signed_up: number; readonly active: number }[] | null
}

/** `days` is null where the database does not count them in time. @throws DatabaseUnavailable */
export async function readPeopleFigures(sql: Sql): Promise<PeopleFigures> {
  const totals = await countAccounts(sql)
  const days = await countByDay(sql).catch((error: unknown) => {
    if (error instanceof DatabaseUnavailable) return null
    throw error
  })
  return { ...totals, days }
}

async function countAccounts(sql: Sql): Promise<Omit<PeopleFigures, 'days'>> {
  const [all] = await sql<Pick<PeopleFigures, 'total' | 'suspended'>>`
    select count(*)::int as total, (count(*) filter (where suspended_at is not null))::int as suspended
      from core.accounts`
  const [active] = await sql<Pick<PeopleFigures, 'active_last_day' | 'active_last_30_days'>>`
    select (count(*) filter (where at > now() - interval '1 day'))::int as active_last_day,
           count(*)::int as active_last_30_days
      from (select user_id, max(at) as at
              from (select user_id, last_seen_at as at from core.sessions where last_seen_at > now() - interval '30 days'
                     union all
                    select user_id, at from core.account_events
                     where at > now() - interval '30 days' and type in ('signed_up', 'signed_in', 'silent_sign_in')) as used
             group by user_id) as per_account`
  return { total: 0, suspended: 0, active_last_day: 0, active_last_30_days: 0, ...all, ...active }
}

/** By account first: on a cluster each machine counts its own accounts. */
async function countByDay(sql: Sql): Promise<NonNullable<PeopleFigures['days']>> {
  return sql<NonNullable<PeopleFigures['days']>[number]>`
    select day, sum(signed_up)::int as signed_up, count(*)::int as active
      from (select to_char(at at time zone 'UTC', 'YYYY-MM-DD') as day, user_id,
                   count(*) filter (where type = 'signed_up') as signed_up
              from core.account_events
             where at >= (date_trunc('day', now() at time zone 'UTC') at time zone 'UTC')
                         - make_interval(days => ${DAYS - 1}::int)
               and type in ('signed_up', 'signed_in', 'silent_sign_in')
             group by 1, 2) as per_account
     group by day order by day`
}
