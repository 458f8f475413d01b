import { setTimeout as pause } from 'node:timers/promises'
import { type RepeatedTask, repeat, type Sql } from '@countersign/service'
import type { Retention } from '../config.ts'
import { CLEANING_STEPS, type CleaningStep } from './cleaning.store.ts'

/** Small enough that a step takes a few milliseconds and holds its locks no longer. */
const ROWS_PER_STEP = 500
/** Between two steps that found enough to do: a process cleans at most 10,000 rows a second, and serves the rest of the time. */
const PAUSE_MS = 50
const MINUTE_MS = 60_000

type CleaningParts = {
  readonly sql: Sql
  readonly retention: Retention
  readonly onCleaned: (removed: Readonly<Record<string, number>>) => void
  readonly onError: (error: unknown) => void
}

/** Cleans every minute until it is stopped; a stop does not wait for the rest of the work. */
export function startCleaning({ sql, retention, onCleaned, onError }: CleaningParts): RepeatedTask {
  const ending = new AbortController()
  const work = async (): Promise<void> => {
    const removed = await clean(sql, retention, ending.signal)
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

/** Removes all that nobody needs any more, in small steps with pauses. Answers how many rows of which table. */
export async function clean(
  sql: Sql,
  retention: Retention,
  signal?: AbortSignal,
): Promise<Readonly<Record<string, number>>> {
  const removed: Record<string, number> = {}
  for (const step of CLEANING_STEPS) {
    const count = await cleanTable(step, { sql, retention, signal })
    if (count > 0) removed[step.table] = (removed[step.table] ?? 0) + count
  }
  return removed
}

type TableParts = { readonly sql: Sql; readonly retention: Retention; readonly signal: AbortSignal | undefined }

/** Steps until there is less than a full one to do, or the work is to end. */
async function cleanTable({ remove }: CleaningStep, parts: TableParts): Promise<number> {
  const { sql, retention, signal } = parts
  let total = 0
  for (;;) {
    if (signal?.aborted) return total
    const count = await remove(sql, ROWS_PER_STEP, retention)
    total += count
    if (count < ROWS_PER_STEP) return total
    await pause(PAUSE_MS)
  }
}
