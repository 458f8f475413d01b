import type { Sql, SqlText } from '../sql/sql.ts'
import type { Count } from './rate-limiter.ts'
import type { AddCounts } from './shared-limits.ts'

/** An ended window restarts. Sorted keys give all processes one lock order: no deadlocks. */
export function addCountsTo(sql: Sql, table: SqlText): AddCounts {
  return (counts) => sql<Count>`
    insert into ${table} as stored (key, count, ends_at, counted_at)
    select key, count, now() + make_interval(secs => seconds_left), now()
      from unnest(${counts.map(({ key }) => key)}::text[],
                  ${counts.map(({ count }) => count)}::bigint[],
                  ${counts.map(({ secondsLeft }) => secondsLeft)}::float8[]) as added (key, count, seconds_left)
     order by key
        on conflict (key) do update
       set count = excluded.count + case when stored.ends_at > excluded.counted_at then stored.count else 0 end,
           ends_at = case when stored.ends_at > excluded.counted_at then stored.ends_at else excluded.ends_at end
    returning stored.key, stored.count::float8 as count,
              extract(epoch from stored.ends_at - now())::float8 as "secondsLeft"`
}
