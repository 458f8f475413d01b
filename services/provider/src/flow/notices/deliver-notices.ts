import { OutboundFetchError, sendMessage } from '@countersign/service/network'
import type { Client } from '../../clients/client.ts'
import type { WithClients } from '../../clients/client-registry.ts'
import { OURSELVES } from '../../clients/documents/client-documents.ts'
import {
  type EventSource,
  logBackgroundTaskFailed,
  logNoticeGivenUp,
  logNoticeTaken,
  logRetriedFailure,
} from '../../ground/events.ts'
import type { WithOutbound, WithSigning, WithSql } from '../../ground/parts.ts'
import { writeDataChanged } from '../grants/data-changed.ts'
import { writeLogout } from '../logout/logout-notice.ts'
import {
  type DueNotice,
  deleteNotice,
  findDueNotice,
  listDueNotices,
  type TakenNotice,
  takeNotice,
} from './pending-notice.store.ts'
import type { Notice } from './security-event.ts'

export type NoticeDelivery = ReturnType<typeof createNoticeDelivery>

export type WithNotices = { readonly notices: Pick<NoticeDelivery, 'deliverSoon'> }

type DeliveryParts = WithSql & WithSigning & WithClients & WithOutbound & EventSource

/** The answer is empty: an app that needs longer is retried. */
const TIMEOUT_MS = 5_000
/** Concurrent deliveries of this process, and per app. */
const UNDER_WAY = 32
const UNDER_WAY_PER_CLIENT = 2
/** After a failure this slow, the process rests the app for a minute, so that it does not occupy others' places. */
const SLOW_MS = 500
const REST_MS = 60_000

function createPlaces() {
  const underWay = new Map<Promise<void>, string>()
  const resting = new Set<string>()
  const isBusy = (clientId: string): boolean =>
    resting.has(clientId) || [...underWay.values()].filter((each) => each === clientId).length >= UNDER_WAY_PER_CLIENT
  return {
    isBusy,
    listBusy: () => [...resting, ...underWay.values()].filter(isBusy),
    countFree: () => UNDER_WAY - underWay.size,
    take(clientId: string, delivery: Promise<void>): void {
      const task = delivery.finally(() => underWay.delete(task))
      underWay.set(task, clientId)
    },
    rest(clientId: string): void {
      resting.add(clientId)
      setTimeout(() => resting.delete(clientId), REST_MS).unref()
    },
    waitForAll: () => Promise.all(underWay.keys()),
  }
}

export function createNoticeDelivery(parts: DeliveryParts) {
  const places = createPlaces()
  let beginning = Promise.resolve()
  let stopped = false

  const begin = (due: DueNotice): void => places.take(due.clientId, attempt(due).catch(warn))

  async function attempt(due: DueNotice): Promise<void> {
    const since = performance.now()
    const outcome = await deliver(parts, due)
    if (outcome === 'failed' && performance.now() - since > SLOW_MS) places.rest(due.clientId)
    // After this delivery has left the count.
    if (outcome !== 'not_ours') setImmediate(() => void inTurn(() => beginNextOf(due.clientId)).catch(warn))
  }

  /** With free places only this app's rest can be due; otherwise the longest due of any app is next. */
  async function beginNextOf(clientId: string): Promise<void> {
    const isOwn = places.countFree() > 1 && !stopped && !places.isBusy(clientId)
    const next = isOwn ? await findDueNotice(parts.sql, clientId) : undefined
    if (next) begin(next)
    else await beginDue()
  }

  /** An app that fills the list gets its share, and the next list skips it as busy. */
  async function beginDue(): Promise<void> {
    for (;;) {
      const limit = places.countFree()
      if (limit <= 0 || stopped) return
      const listed = await listDueNotices(parts.sql, { limit, busy: places.listBusy() })
      for (const due of listed) if (!places.isBusy(due.clientId)) begin(due)
      if (listed.length < limit) return
    }
  }

  /** Serializes, so that each round sees the deliveries that the last one started. */
  function inTurn(work: () => Promise<void>): Promise<void> {
    const begun = beginning.then(work)
    beginning = begun.catch(() => undefined)
    return begun
  }

  function warn(error: unknown): void {
    logBackgroundTaskFailed(parts, { task: 'notices', error })
  }

  return {
    deliverDue: () => inTurn(beginDue),
    /** Schedules `deliverDue`. */
    deliverSoon: () => void inTurn(beginDue).catch(warn),
    /** Starts nothing more and waits for deliveries under way. */
    async stop() {
      stopped = true
      await beginning
      await places.waitForAll()
    },
  }
}

const EVENTS = {
  logout: { taken: 'logout_token_taken', givenUp: 'logout_token_given_up', failed: 'logout_token_failed' },
  change: { taken: 'data_changed_taken', givenUp: 'data_changed_given_up', failed: 'data_changed_failed' },
} as const

type Outcome = 'taken' | 'failed' | 'not_ours'

/** Sends one notice, unless another process took it or the app is to get it no more. */
async function deliver(parts: DeliveryParts, due: DueNotice): Promise<Outcome> {
  const { sql, clients } = parts
  const taken = await takeNotice(sql, due)
  if (!taken) return 'not_ours'
  const { clientId } = due
  const client = await clients.find(clientId, OURSELVES)
  const isUnavailable = !client && clients.isUnavailable(clientId)
  const notice = client && (await writeNotice(parts, client, taken))
  if (!notice && !isUnavailable) {
    await deleteNotice(sql, due, taken)
    return 'not_ours'
  }
  const problem = notice ? await send(parts, notice) : 'its document cannot be had'
  if (problem === undefined || taken.isLast) await deleteNotice(sql, due, taken)
  const events = taken.changedGrantId === undefined ? EVENTS.logout : EVENTS.change
  if (problem === undefined) logNoticeTaken(parts, { event: events.taken, clientId })
  else if (taken.isLast) logNoticeGivenUp(parts, { event: events.givenUp, clientId, reason: problem })
  else logRetriedFailure(parts, events.failed, { clientId, reason: problem })
  return problem === undefined ? 'taken' : 'failed'
}

async function writeNotice(parts: DeliveryParts, client: Client, taken: TakenNotice): Promise<Notice | undefined> {
  const { changedGrantId: grantId } = taken
  return grantId === undefined
    ? writeLogout(parts, client, taken)
    : writeDataChanged(parts, client, { ...taken, grantId })
}

/** Answers the problem in our words, if the app did not take it. */
async function send({ outbound }: DeliveryParts, notice: Notice): Promise<string | undefined> {
  if ('problem' in notice) return notice.problem
  try {
    // Only operators can register loopback addresses.
    await sendMessage(notice.to, { ...notice, timeoutMs: TIMEOUT_MS }, { ...outbound, allowsLoopback: true })
    return undefined
  } catch (error) {
    if (error instanceof OutboundFetchError) return error.message
    throw error
  }
}
