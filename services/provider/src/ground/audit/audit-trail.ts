import { DatabaseUnavailable } from '@countersign/service/errors'
import { secureRandom } from '@countersign/service/secrets'
import type { SqlPool } from '@countersign/service/sql'
import { v7 as newUuid } from 'uuid'
import { type AuditedDecision, insertEvents, type SentEvents, type StoredDecision } from './audit.store.ts'
import { createRepeatedDecisions } from './repeated-decisions.ts'

export type AuditTrail = ReturnType<typeof createAuditTrail>

const FLUSH_AT = 500
const WRITTEN_AT_ONCE = 2_000
// While the database is away decisions wait; beyond this the oldest are dropped and the log says how many.
const MAXIMUM_WAITING = 50_000
const SEQUENCE_END = 2 ** 31
const UUID_RANDOM_BYTES = 16

type TrailParts = {
  readonly sql: SqlPool
  readonly now: () => Date
  readonly onError: (error: unknown) => void
  readonly onLost: (events: number) => void
  readonly sent?: SentEvents | undefined
}

/** Writes every second (`startBackgroundTasks`), at 500 decisions and at shutdown; a killed process loses a second. */
export function createAuditTrail({ sql, now, onError, onLost, sent }: TrailParts) {
  let waiting = new Set<StoredDecision>()
  const counted = createRepeatedDecisions()
  let lastWrite: Promise<void> = Promise.resolve()
  // Orders events of one millisecond (RFC 9562 §6.2); given a time, the library would use a random value.
  let sequence = 0

  /** Notes a decision and the caller's network, without a statement. */
  function record(decision: AuditedDecision, network?: string): void {
    const at = now()
    sequence = (sequence + 1) % SEQUENCE_END
    const eventId = newUuid({ msecs: at.getTime(), seq: sequence, random: secureRandom(UUID_RANDOM_BYTES) })
    const sizeBefore = waiting.size
    waiting.add(counted({ ...decision, eventId, at, network, times: 1 }))
    if (waiting.size > sizeBefore && waiting.size % FLUSH_AT === 0) flush().catch(onError)
  }

  /** One write at a time: concurrent calls wait, then write the rest. */
  function flush(): Promise<void> {
    const next = lastWrite.then(write)
    lastWrite = next.catch(() => undefined)
    return next
  }

  /** In batches: after an outage many are waiting. */
  async function write(): Promise<void> {
    while (waiting.size > 0) {
      const batch = [...waiting].slice(0, WRITTEN_AT_ONCE)
      for (const decision of batch) waiting.delete(decision)
      await writeBatch(batch)
    }
  }

  async function writeBatch(batch: readonly StoredDecision[]): Promise<void> {
    try {
      await insertEvents(sql, batch, sent)
    } catch (error) {
      keepForLater(error instanceof DatabaseUnavailable ? batch : [])
      // A batch that the database refuses would block all behind it forever.
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
