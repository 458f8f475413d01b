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
import { createDelivery, type Outcome, TIMEOUT_MS } from './delivery.ts'
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

const MOST = { atOnce: 32, perLane: 2 }

export function createNoticeDelivery(parts: DeliveryParts) {
  return createDelivery<DueNotice>({
    most: MOST,
    laneOf: ({ clientId }) => clientId,
    listDue: (question) => listDueNotices(parts.sql, question),
    findDue: (clientId) => findDueNotice(parts.sql, clientId),
    deliver: (due) => deliver(parts, due),
    warn: (error) => logBackgroundTaskFailed(parts, { task: 'notices', error }),
  })
}

const EVENTS = {
  logout: { taken: 'logout_token_taken', givenUp: 'logout_token_given_up', failed: 'logout_token_failed' },
  change: { taken: 'data_changed_taken', givenUp: 'data_changed_given_up', failed: 'data_changed_failed' },
} as const

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
