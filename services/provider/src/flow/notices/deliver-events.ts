import { createHmac } from 'node:crypto'
import type { AuditEvent } from '@countersign/contracts'
import { OPERATORS_NETWORK, OutboundFetchError, sendMessage } from '@countersign/service/network'
import { v7 as newUuid } from 'uuid'
import { describeEvent, findEvent } from '../../ground/audit/audit.store.ts'
import {
  type DueEvent,
  deleteDelivery,
  findDueEvent,
  listDueEvents,
  noteFailure,
  takeEvent,
} from '../../ground/audit/event-delivery.store.ts'
import type { EventReceiver } from '../../ground/audit/event-settings.ts'
import {
  type EventSource,
  logBackgroundTaskFailed,
  logEventDelivered,
  logEventNotDelivered,
} from '../../ground/events.ts'
import type { WithClock, WithSql } from '../../ground/parts.ts'
import { createDelivery, type Outcome, TIMEOUT_MS } from './delivery.ts'

type EventDeliveryParts = WithSql & WithClock & Pick<EventSource, 'log'> & { readonly receiver: EventReceiver }

const MOST = { atOnce: 8, perLane: 1 }

/** Sends audit events to the operator's receiver: those of an account, or else of a client, one after another. */
export function createEventDelivery(parts: EventDeliveryParts) {
  const { sql } = parts
  const pauses = createPauses()
  return createDelivery<DueEvent>({
    most: MOST,
    laneOf: ({ queue }) => queue,
    listDue: async (question) => (pauses.isPaused() ? [] : listDueEvents(sql, question)),
    findDue: async (queue) => (pauses.isPaused() ? undefined : findDueEvent(sql, queue)),
    async deliver(due) {
      const outcome = await deliver(parts, due)
      pauses.note(outcome)
      return outcome
    },
    warn: (error) => logBackgroundTaskFailed(parts, { task: 'events', error }),
  })
}

/** Above `atOnce`: an event that the receiver refuses forever stops no others. */
const FAILURES_IN_A_ROW = 16
const PAUSE_MS = 60_000

/** A receiver that takes nothing gets a few attempts a minute from each process, however much waits. */
function createPauses() {
  let failures = 0
  let until = 0
  return {
    isPaused: () => performance.now() < until,
    note(outcome: Outcome): void {
      if (outcome === 'taken') failures = 0
      else if (outcome === 'failed') failures += 1
      if (failures >= FAILURES_IN_A_ROW) until = performance.now() + PAUSE_MS
    },
  }
}

async function deliver({ sql, now, log, receiver }: EventDeliveryParts, due: DueEvent): Promise<Outcome> {
  const taken = await takeEvent(sql, due)
  if (!taken) return 'not_ours'
  // Read now: it may have lost its person since.
  const event = await findEvent(sql, due.eventId)
  const { problem } = event
    ? await trySend(receiver, describeEvent(event), now())
    : { problem: 'has left the audit trail' }
  const isOver = problem === undefined || taken.isLast || !event
  if (isOver) await deleteDelivery(sql, due)
  else await noteFailure(sql, due, { failure: problem, nextAttemptAt: taken.nextAttemptAt })
  if (problem === undefined) logEventDelivered()
  else logEventNotDelivered({ log }, { ...due, isGivenUp: isOver, reason: problem })
  return problem === undefined ? 'taken' : 'failed'
}

type Attempt = { readonly status?: number; readonly problem?: string }

/** Sends it signed, as Standard Webhooks has it. Answers the status, any 2xx, or the problem in our words. */
async function trySend({ url, secrets }: EventReceiver, event: AuditEvent, at: Date): Promise<Attempt> {
  const { event_id: id, event: type, at: timestamp } = event
  const body = JSON.stringify({ type, timestamp, data: event })
  const sentAt = Math.floor(at.getTime() / 1000)
  const headers = {
    'webhook-id': id,
    'webhook-timestamp': String(sentAt),
    'webhook-signature': signWebhook(secrets, { id, sentAt, body }),
  }
  try {
    const message = { contentType: 'application/json', body, headers, timeoutMs: TIMEOUT_MS }
    return { status: await sendMessage(url, message, OPERATORS_NETWORK) }
  } catch (error) {
    if (error instanceof OutboundFetchError) return { problem: error.message }
    throw error
  }
}

const TEST = { event: 'test', outcome: 'countersign events test', network: undefined, times: 1 }

/** Sends what looks like an event of the type `test`. */
export async function sendTestEvent(receiver: EventReceiver, at: Date): Promise<Attempt> {
  return trySend(receiver, describeEvent({ ...TEST, eventId: newUuid(), at }), at)
}

type Signed = { readonly id: string; readonly sentAt: number; readonly body: string }

/** A signature by each secret, so that the receiver may have either while they are replaced. */
export function signWebhook(secrets: readonly Buffer[], { id, sentAt, body }: Signed): string {
  return secrets
    .map((secret) => `v1,${createHmac('sha256', secret).update(`${id}.${sentAt}.${body}`).digest('base64')}`)
    .join(' ')
}
