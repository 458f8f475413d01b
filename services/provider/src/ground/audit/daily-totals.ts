import { DatabaseUnavailable } from '@countersign/service/errors'
import { type Sql } from '@countersign/service/sql'
import { countByDay, type DayTotals } from './audit.store.ts'

const DAYS = 30
const DAY_MS = 86_400_000
const MAXIMUM_AGE_MS = 60_000

/** Events by kind and day; undefined if the database does not count them in time. */
export type DailyTotals = () => Promise<readonly DayTotals[] | undefined>

/** Counts at most once a minute: each count reads a month of events. */
export function createDailyTotals(sql: Sql, now: () => Date): DailyTotals {
  let counted: { readonly at: number; readonly totals: Promise<readonly DayTotals[] | undefined> } | undefined

  return () => {
    const at = now().getTime()
    if (!counted || at - counted.at >= MAXIMUM_AGE_MS) {
      const firstDay = new Date(at - (at % DAY_MS) - (DAYS - 1) * DAY_MS)
      counted = { at, totals: countByDay(sql, firstDay).catch(undefinedWhereUnavailable) }
    }
    return counted.totals
  }
}

function undefinedWhereUnavailable(error: unknown): undefined {
  if (!(error instanceof DatabaseUnavailable)) throw error
}
