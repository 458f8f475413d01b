import type { Count } from './rate-limiter.ts'
import type { AddCounts } from './shared-limits.ts'
import type { Sql, SqlText } from './sql.ts'

/**
 * Adds to the windows of all processes in a table of `key`, `count` and `ends_at`, and answers their sums. A window that has
 * ended begins anew: it goes first, since a database of many machines lets no clock be read while two counts are added. The
 * order of the keys is the order of the locks, so that two processes never wait for each other.
 */
export function addCountsTo(sql: Sql, table: SqlText): AddCounts {
  return async (counts) => {
    const keys = counts.map(({ key }) => key)
    await sql`delete from ${table} where key = any(${keys}::text[]) and ends_at <= now()`
    return sql<Count>`
      insert into ${table} as stored (key, count, ends_at)
      select key, count, now() + make_interval(secs => seconds_left)
        from unnest(${keys}::text[],
                    ${counts.map(({ count }) => count)}::bigint[],
                    ${counts.map(({ secondsLeft }) => secondsLeft)}::float8[]) as added (key, count, seconds_left)
       order by key
          on conflict (key) do update set count = stored.count + excluded.count
      returning stored.key, stored.count::float8 as count,
                extract(epoch from stored.ends_at - now())::float8 as "secondsLeft"`
  }
}
