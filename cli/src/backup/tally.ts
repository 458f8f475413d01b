import type { Moved, Tell } from './database-parts.ts'

const PAUSE_MS = 2_000

/** Counts what is moved, and says so now and then. */
export function createTally(say: (text: string) => void) {
  let moved: Moved = { rows: 0, tables: 0 }
  let saidAt: number | undefined
  const sentence = (): string => `${moved.rows.toLocaleString('en')} rows of ${moved.tables} tables`
  const tell: Tell = (now) => {
    moved = now
    saidAt ??= performance.now()
    if (performance.now() - saidAt < PAUSE_MS) return
    saidAt = performance.now()
    say(`… ${sentence()}\n`)
  }
  return { tell, sentence }
}
