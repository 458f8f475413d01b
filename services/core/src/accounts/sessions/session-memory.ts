import { hash } from 'node:crypto'
import type { Transaction } from '@countersign/service/sql'
import type { AccountDependencies } from '../dependencies.ts'
import type { ActiveSession } from './session.store.ts'

/** What the database said of sessions a moment ago, by their tokens. Of whom something changes here, nothing is kept. */
export type SessionMemory = {
  /** What was read of a token within the last second, if nothing of its person or device has changed here since. */
  readonly find: (token: string) => ActiveSession | undefined
  /** To be called before a session is read; what is returned remembers what was found. */
  readonly beginReading: () => (token: string, session: ActiveSession) => void
  /**
   * Does what may end or change sessions of these: people by their `user_id`, devices by the thumbprint of their key. When it
   * is over, however it ended, nothing that was read before is remembered of them.
   */
  readonly whileChanging: <Result>(of: readonly (string | undefined)[], work: () => Promise<Result>) => Promise<Result>
}

/** For as long at most goes on here what was ended in another process. */
const MAXIMUM_AGE_MS = 1_000
/** Of each kind; with more, the oldest are read again. */
const MAXIMUM_REMEMBERED = 10_000

type Reading = { readonly session: ActiveSession; readonly readAt: number; readonly begunAfter: number }

/**
 * Remembers sessions for at most a second, in the memory of this process: other processes are not told of a change, so a
 * second is the bound for them all. Changes are counted, and what was read before the last one of its person or device does
 * not count, also where the reading was still under way.
 */
export function createSessionMemory(now: () => Date): SessionMemory {
  const readings = new Map<string, Reading>()
  const changes = new Map<string, number>()
  let lastChange = 0
  /** Of changes up to here it is no longer known whose they were: they count as everybody's. */
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
    find(token) {
      const reading = readings.get(digestOf(token))
      return reading && isCurrent(reading) ? reading.session : undefined
    },
    beginReading() {
      const [readAt, begunAfter] = [now().getTime(), lastChange]
      return (token, session) => {
        const [oldest] = readings.size >= MAXIMUM_REMEMBERED ? readings.keys() : []
        if (oldest !== undefined) readings.delete(oldest)
        const digest = digestOf(token)
        readings.delete(digest)
        readings.set(digest, { session, readAt, begunAfter })
      }
    },
    async whileChanging(of, work) {
      try {
        return await work()
      } finally {
        lastChange += 1
        for (const each of of) if (each !== undefined) noteChange(each)
      }
    },
  }
}

/** No token is kept, here as little as in the database. */
function digestOf(token: string): string {
  return hash('sha256', token, 'base64url')
}

/**
 * A transaction that may end or change sessions of these: people by their `user_id`, devices by the thumbprint of their key.
 * Afterwards no session of theirs is remembered in this process, however it ended.
 */
export function changeSessions<Result>(
  { sql, sessionMemory }: Pick<AccountDependencies, 'sql' | 'sessionMemory'>,
  of: readonly (string | undefined)[],
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  return sessionMemory.whileChanging(of, () => sql.transaction(work))
}
