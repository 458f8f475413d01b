import type { Transaction } from '@countersign/service/sql'
import type { WithSql } from '../../ground/parts.ts'
import type { ActiveSession } from './session.store.ts'

export type SessionMemory = ReturnType<typeof createSessionMemory>
export type WithSessionMemory = { readonly sessionMemory: SessionMemory }

/** The longest that a session ended by another process still works here. */
const MAXIMUM_AGE_MS = 1_000
/** Of each kind; with more, the oldest are read again. */
const MAXIMUM_REMEMBERED = 10_000

type Reading = { readonly session: ActiveSession; readonly readAt: number; readonly begunAfter: number }

/**
 * Caches sessions in this process for at most a second: other processes' changes are not seen, so that is the bound for
 * all. Changes are counted, so that a read which began before a change is never cached.
 */
export function createSessionMemory(now: () => Date) {
  const readings = new Map<string, Reading>()
  const changes = new Map<string, number>()
  let lastChange = 0
  /** The owners of changes up to here are forgotten, so they count for every user. */
  let lastOfEverybody = 0

  function isCurrent({ session: { userId, jkt = '' }, readAt, begunAfter }: Reading): boolean {
    const age = now().getTime() - readAt
    const changedAt = Math.max(lastOfEverybody, changes.get(userId) ?? 0, changes.get(jkt) ?? 0)
    return age >= 0 && age < MAXIMUM_AGE_MS && changedAt <= begunAfter
  }

  function noteChange(of: string): void {
    const [oldest] = changes.size >= MAXIMUM_REMEMBERED ? changes : []
    if (oldest) lastOfEverybody = oldest[1]
    if (oldest) changes.delete(oldest[0])
    // At the end of the map, so that the first is the oldest.
    changes.delete(of)
    changes.set(of, lastChange)
  }

  return {
    /** The session if it was read within the last second and nothing of its user or device has changed here since. */
    find: (tokenHash: Buffer): ActiveSession | undefined => {
      const reading = readings.get(keyOf(tokenHash))
      return reading && isCurrent(reading) ? reading.session : undefined
    },
    /** Call before reading a session; the returned function caches the result. */
    beginReading: () => {
      const [readAt, begunAfter] = [now().getTime(), lastChange]
      return (tokenHash: Buffer, session: ActiveSession): void => {
        const [oldest] = readings.size >= MAXIMUM_REMEMBERED ? readings.keys() : []
        if (oldest !== undefined) readings.delete(oldest)
        const key = keyOf(tokenHash)
        readings.delete(key)
        readings.set(key, { session, readAt, begunAfter })
      }
    },
    /**
     * Runs work that may end or change sessions of these users (`user_id`) or devices (key thumbprint), then drops their
     * cached sessions, also if the work fails.
     */
    whileChanging: async <Result>(
      of: readonly (string | undefined)[],
      work: () => Promise<Result>,
    ): Promise<Result> => {
      try {
        return await work()
      } finally {
        lastChange += 1
        for (const each of of) if (each !== undefined) noteChange(each)
      }
    },
  }
}

/** Tokens are not kept in memory either. */
function keyOf(tokenHash: Buffer): string {
  return tokenHash.toString('latin1')
}

/** A transaction within `whileChanging`. */
export function changeSessions<Result>(
  { sql, sessionMemory }: WithSql & WithSessionMemory,
  of: readonly (string | undefined)[],
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  return sessionMemory.whileChanging(of, () => sql.transaction(work))
}
