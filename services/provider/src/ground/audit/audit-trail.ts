import { DatabaseUnavailable } from '@countersign/service/errors'
import type { Sql } from '@countersign/service/sql'
import { v7 as newUuid } from 'uuid'
import { type AuditedDecision, insertEvents, type StoredDecision } from './audit.store.ts'
import { createRepeatedDecisions } from './repeated-decisions.ts'

/** The trail of what was decided, kept in memory for a moment and written many events at a time. */
export type AuditTrail = {
  /** Notes a decision, and the network that it was asked from. Costs no statement. */
  record(decision: AuditedDecision, network?: string): void
  /** Writes what was noted so far. */
  flush(): Promise<void>
}

const FLUSH_AT = 500
const WRITTEN_AT_ONCE = 2_000
// While the database is away, decisions wait; beyond this the oldest are given up, and the log says how many.
const MAXIMUM_WAITING = 50_000
const SEQUENCE_END = 2 ** 31

type TrailParts = {
  readonly sql: Sql
  readonly now: () => Date
  readonly onError: (error: unknown) => void
  readonly onLost: (events: number) => void
}

/**
 * Collects decisions and writes them in one statement: every second (see `startBackgroundTasks`), at 500 of them, and when
 * the process is asked to stop. The steps of a flow never wait for it. A process that is killed takes at most the last
 * second with it from the table; its log has those lines, but for the last moments.
 */
export function createAuditTrail({ sql, now, onError, onLost }: TrailParts): AuditTrail {
  let waiting = new Set<StoredDecision>()
  const counted = createRepeatedDecisions()
  let lastWrite: Promise<void> = Promise.resolve()
  // Events of one millisecond keep their order by this (RFC 9562 §6.2); with a time given, the library would make it up.
  let sequence = 0

  function record(decision: AuditedDecision, network?: string): void {
    const at = now()
    sequence = (sequence + 1) % SEQUENCE_END
    const eventId = newUuid({ msecs: at.getTime(), seq: sequence })
    const sizeBefore = waiting.size
    waiting.add(counted({ ...decision, eventId, at, network, times: 1 }))
    if (waiting.size > sizeBefore && waiting.size % FLUSH_AT === 0) flush().catch(onError)
  }

  /** One write at a time: whoever comes while one is under way waits for it, then writes the rest. */
  function flush(): Promise<void> {
    const next = lastWrite.then(write)
    lastWrite = next.catch(() => undefined)
    return next
  }

  /** After an outage many wait: in steps, each short enough for a statement. */
  async function write(): Promise<void> {
    while (waiting.size > 0) {
      const batch = [...waiting].slice(0, WRITTEN_AT_ONCE)
      for (const decision of batch) waiting.delete(decision)
      await writeBatch(batch)
    }
  }

  async function writeBatch(batch: readonly StoredDecision[]): Promise<void> {
    try {
      await insertEvents(sql, batch)
    } catch (error) {
      keepForLater(error instanceof DatabaseUnavailable ? batch : [])
      // What the database refuses it would refuse again, and everything behind it would wait for ever.
      if (!(error instanceof DatabaseUnavailable)) onLost(batch.length)
      throw error
    }
  }

  function keepForLater(batch: readonly StoredDecision[]): void {
    const all = [...new Set([...batch, ...waiting])]
    const surplus = Math.max(0, all.length - MAXIMUM_WAITING)
    waiting = new Set(all.slice(surplus))
    if (surplus > 0) onLost(surplus)
  }

  return { record, flush }
}
