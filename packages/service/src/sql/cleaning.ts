import { setTimeout as pause } from 'node:timers/promises'
import { Counter, Gauge } from 'prom-client'
import { registry } from '../telemetry/metrics/registry.ts'
import { type RepeatedTask, repeat } from '../telemetry/repeated-task.ts'
import type { CleaningStep } from './remove-rows.store.ts'
import type { Sql } from './sql.ts'

/** Small enough for a few milliseconds of locks. */
const ROWS_PER_STEP = 500
/** At most 10,000 rows a second. */
const PAUSE_MS = 50
const MINUTE_MS = 60_000

const finished = new Gauge({
  name: 'countersign_cleaning_last_finished_timestamp_seconds',
  help: 'When expired rows were last all removed; before that, when the process began.',
  labelNames: ['component'],
  aggregator: 'max',
  registers: [registry],
})

const cleaned = new Counter({
  name: 'countersign_cleaned_rows_total',
  help: 'Expired rows that were removed.',
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
  const stop = async (): Promise<void> => {
    ending.abort()
    await task.stop()
  }
  return { stop }
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
  const tables = failed.map(({ table }) => table).join(', ')
  throw new AggregateError(
    failed.map(({ error }) => error),
    `Not cleaned: ${tables}.`,
    { cause: failed[0]?.error },
  )
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
