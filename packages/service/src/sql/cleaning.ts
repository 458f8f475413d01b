import { setTimeout as pause } from 'node:timers/promises'
import { Counter, Gauge } from 'prom-client'
import { registry } from '../telemetry/metrics/registry.ts'
import { countEvent } from '../telemetry/metrics/requests.ts'
import { type RepeatedTask, repeat } from '../telemetry/repeated-task.ts'
import { isNotSupported } from './connection.ts'
import { type Sql, type SqlText, sqlText } from './sql.ts'

/** Removes at most `limit` rows, or clears their contents. */
export type CleaningStep = {
  readonly table: string
  readonly remove: (sql: Sql, limit: number) => Promise<Removed>
}

/** A bare number means more if it equals the limit. */
type Removed = number | { readonly rows: number; readonly more: boolean }

/** Small enough for a few milliseconds of locks. */
const ROWS_PER_STEP = 500
/** At most 10,000 rows a second. */
const PAUSE_MS = 50
const MINUTE_MS = 60_000

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

const PASSING_OVER = sqlText`for update skip locked`

/**
 * Removes rows by an index, oldest first, skipping locked ones, so that processes share the work and no request waits. Deletes
 * by `ctid`, which holds for locked rows; a distributed database refuses these locks, so there it deletes by key. The array
 * keeps the plan on indexes.
 */
export function removeRows({ table, key, where, by, counted }: Rows): CleaningStep['remove'] {
  const isCounted = counted?.when ?? sqlText`false`
  return passingOver(async (sql, limit, held) => {
    const removed =
      held === PASSING_OVER
        ? await sql<{ is_counted: boolean }>`
            delete from ${table} where ctid = any(array(
              select ctid from ${table} where ${where} order by ${by} limit ${limit} ${held}))
            returning ${isCounted} as is_counted`
        : await sql<{ is_counted: boolean }>`
            delete from ${table} where ${key} = any(array(
              select ${key} from ${table} where ${where} order by ${by} limit ${limit} ${held})) and ${where}
            returning ${isCounted} as is_counted`
    for (const { is_counted: isOne } of removed) if (isOne && counted) countEvent(counted.event)
    return removed.length
  })
}

const WAITING = sqlText``
/** A refusal of row locks is permanent; any other may be a stale plan's. */
const LOCKS = /FOR UPDATE|SKIP LOCKED/i

type Step = (sql: Sql, limit: number, held: SqlText) => Promise<Removed>

/** A step that skips locked rows through `held`. If the database refuses that, it waits for them. */
export function passingOver(step: Step): CleaningStep['remove'] {
  let held = PASSING_OVER
  return async (sql, limit) => {
    try {
      return await step(sql, limit, held)
    } catch (error) {
      if (!isNotSupported(error)) throw error
      if (LOCKS.test(error.message)) held = WAITING
      return step(sql, limit, WAITING)
    }
  }
}

const finished = new Gauge({
  name: 'countersign_cleaning_last_finished_timestamp_seconds',
  help: 'When all that nobody needs any more had last been removed; before that, when the process began.',
  labelNames: ['component'],
  aggregator: 'max',
  registers: [registry],
})

const cleaned = new Counter({
  name: 'countersign_cleaned_rows_total',
  help: 'Rows that nobody needed any more and that were removed.',
  labelNames: ['component', 'table'],
  registers: [registry],
})

function noteCleaning(component: string, removed: Readonly<Record<string, number>> = {}): void {
  finished.set({ component }, Date.now() / 1000)
  for (const [table, count] of Object.entries(removed)) cleaned.inc({ component, table }, count)
}

type CleaningParts = {
  readonly component: string
  readonly sql: Sql
  readonly steps: readonly CleaningStep[]
  readonly onCleaned: (removed: Readonly<Record<string, number>>) => void
  readonly onError: (error: unknown) => void
}

/** Cleans every minute; stopping does not wait for remaining work. */
export function startCleaning({ component, sql, steps, onCleaned, onError }: CleaningParts): RepeatedTask {
  noteCleaning(component)
  const ending = new AbortController()
  const work = async (): Promise<void> => {
    const removed = await clean(sql, steps, ending.signal)
    noteCleaning(component, removed)
    if (Object.keys(removed).length > 0) onCleaned(removed)
  }
  const task = repeat({ pauseMs: MINUTE_MS, work, onError })
  return {
    stop: () => {
      ending.abort()
      return task.stop()
    },
  }
}

/**
 * Removes expired rows in small steps; returns their number by table. A failing step does not stop others.
 * @throws AggregateError
 */
export async function clean(
  sql: Sql,
  steps: readonly CleaningStep[],
  signal?: AbortSignal,
): Promise<Readonly<Record<string, number>>> {
  const removed: Record<string, number> = {}
  const failed: { readonly table: string; readonly error: unknown }[] = []
  for (const step of steps) {
    try {
      const count = await cleanTable(sql, step, signal)
      if (count > 0) removed[step.table] = (removed[step.table] ?? 0) + count
    } catch (error) {
      failed.push({ table: step.table, error })
    }
  }
  if (failed.length === 0) return removed
  const errors = failed.map(({ error }) => error)
  const tables = failed.map(({ table }) => table).join(', ')
  throw new AggregateError(errors, `Not cleaned: ${tables}.`, { cause: errors[0] })
}

async function cleanTable(sql: Sql, { remove }: CleaningStep, signal: AbortSignal | undefined): Promise<number> {
  let total = 0
  for (;;) {
    if (signal?.aborted) return total
    const removed = await remove(sql, ROWS_PER_STEP)
    const { rows, more } = typeof removed === 'number' ? { rows: removed, more: removed >= ROWS_PER_STEP } : removed
    total += rows
    if (!more) return total
    await pause(PAUSE_MS)
  }
}
