import { countEvent } from '../telemetry/metrics/requests.ts'
import { isNotSupported } from './connection.ts'
import { type Sql, type SqlText, sqlText } from './sql.ts'

/** Removes at most `limit` rows, or clears their contents. */
export type CleaningStep = {
  readonly table: string
  readonly remove: (sql: Sql, limit: number) => Promise<Removed>
}

/** A bare number means more if it equals the limit. */
export type Removed = number | { readonly rows: number; readonly more: boolean }

const SKIP_LOCKED = sqlText`for update skip locked`
const NO_LOCK = sqlText``

type Rows = {
  readonly table: SqlText
  /** Column of the primary key that distributes the rows. */
  readonly key: SqlText
  readonly where: SqlText
  /** Indexed column; lowest first. */
  readonly by: SqlText
  /** Counts matching rows as this event. */
  readonly counted?: { readonly when: SqlText; readonly event: string }
}

/**
 * Removes rows by an index, oldest first, skipping locked ones, so that processes share the work and no request waits.
 * Deletes by `ctid`, which holds for locked rows. A distributed database refuses these locks: there it deletes by key. The
 * array keeps the plan on indexes.
 */
export function removeRows({ table, key, where, by, counted }: Rows): CleaningStep['remove'] {
  const isCounted = counted?.when ?? sqlText`false`
  return skipLocked(async (sql, limit, lock) => {
    const removed =
      lock === SKIP_LOCKED
        ? await sql<{ is_counted: boolean }>`
            delete from ${table} where ctid = any(array(
              select ctid from ${table} where ${where} order by ${by} limit ${limit} ${lock}))
            returning ${isCounted} as is_counted`
        : await sql<{ is_counted: boolean }>`
            delete from ${table} where ${key} = any(array(
              select ${key} from ${table} where ${where} order by ${by} limit ${limit} ${lock})) and ${where}
            returning ${isCounted} as is_counted`
    for (const { is_counted: isOne } of removed) if (isOne && counted) countEvent(counted.event)
    return removed.length
  })
}

/** A refusal of row locks is permanent; any other may be a stale plan's. */
const LOCKS = /FOR UPDATE|SKIP LOCKED/i

type Step = (sql: Sql, limit: number, lock: SqlText) => Promise<Removed>

/** A step that puts `lock` after its inner query, to skip locked rows. If the database refuses that, it runs without. */
export function skipLocked(step: Step): CleaningStep['remove'] {
  let lock = SKIP_LOCKED
  return async (sql, limit) => {
    try {
      return await step(sql, limit, lock)
    } catch (error) {
      if (!isNotSupported(error)) throw error
      if (LOCKS.test(error.message)) lock = NO_LOCK
      return step(sql, limit, NO_LOCK)
    }
  }
}
