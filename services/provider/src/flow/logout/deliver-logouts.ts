import { randomUUID } from 'node:crypto'
import type { SessionsEnd, SessionsEnded } from '@countersign/contracts'
import { signJwsAside } from '@countersign/data-token'
import { OutboundFetchError, sendForm } from '@countersign/service/network'
import type { Client } from '../../clients/client.ts'
import type { WithClients } from '../../clients/client-registry.ts'
import { OURSELVES } from '../../clients/documents/client-documents.ts'
import {
  type EventSource,
  logBackgroundTaskFailed,
  logLogoutGivenUp,
  logLogoutTold,
  logRetriedFailure,
} from '../../ground/events.ts'
import { openText, sealText } from '../../ground/keys/sealed-text.ts'
import type { WithClock, WithConfig, WithKeys, WithOutbound, WithSigning, WithSql } from '../../ground/parts.ts'
import { prepareSids, prepareSubjects } from '../identity/subject.ts'
import {
  type DueLogout,
  deleteLogout,
  findDueLogout,
  insertLogouts,
  listDueLogouts,
  listSignInsOfSessions,
  type TakenLogout,
  takeLogout,
} from './pending-logout.store.ts'

export type LogoutDelivery = ReturnType<typeof createLogoutDelivery>

export type WithLogouts = { readonly logouts: Pick<LogoutDelivery, 'deliverSoon'> }

type DeliveryParts = WithSql & WithConfig & WithClock & WithClients & WithKeys & WithOutbound & EventSource

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

export function createLogoutDelivery(parts: DeliveryParts) {
  const places = createPlaces()
  let beginning = Promise.resolve()
  let stopped = false

  const begin = (due: DueLogout): void => places.take(due.clientId, attempt(due).catch(warn))

  async function attempt(due: DueLogout): Promise<void> {
    const since = performance.now()
    const outcome = await deliver(parts, due)
    if (outcome === 'failed' && performance.now() - since > SLOW_MS) places.rest(due.clientId)
    // After this delivery has left the count.
    if (outcome !== 'not_ours') setImmediate(() => void inTurn(() => beginNextOf(due.clientId)).catch(warn))
  }

  /** With free places only this app's rest can be due; otherwise the longest due of any app is next. */
  async function beginNextOf(clientId: string): Promise<void> {
    const isOwn = places.countFree() > 1 && !stopped && !places.isBusy(clientId)
    const next = isOwn ? await findDueLogout(parts.sql, clientId) : undefined
    if (next) begin(next)
    else await beginDue()
  }

  /** An app that fills the list gets its share, and the next list skips it as busy. */
  async function beginDue(): Promise<void> {
    for (;;) {
      const limit = places.countFree()
      if (limit <= 0 || stopped) return
      const listed = await listDueLogouts(parts.sql, { limit, busy: places.listBusy() })
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
    logBackgroundTaskFailed(parts, { task: 'logout', error })
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

type Outcome = 'taken' | 'failed' | 'not_ours'

/** Sends one logout, unless another process took it or the app no longer wants it. */
async function deliver(parts: DeliveryParts, due: DueLogout): Promise<Outcome> {
  const { sql, clients } = parts
  const taken = await takeLogout(sql, due)
  if (!taken) return 'not_ours'
  const { clientId } = due
  const client = await clients.find(clientId, OURSELVES)
  const isUnavailable = !client && clients.isUnavailable(clientId)
  // The app is gone or has removed its address.
  if (client?.backchannelLogoutUri === undefined && !isUnavailable) {
    await deleteLogout(sql, due, taken)
    return 'not_ours'
  }
  const problem = client ? await tell(parts, client, taken) : 'its document cannot be had'
  if (problem === undefined || taken.isLast) await deleteLogout(sql, due, taken)
  if (problem === undefined) logLogoutTold(parts, { clientId })
  else if (taken.isLast) logLogoutGivenUp(parts, { clientId, reason: problem })
  else logRetriedFailure(parts, 'logout_token_failed', { clientId, reason: problem })
  return problem === undefined ? 'taken' : 'failed'
}

/** Answers the problem in our words, if the app did not take the token. */
async function tell(parts: DeliveryParts, client: Client, taken: TakenLogout): Promise<string | undefined> {
  const { backchannelLogoutUri: uri = '' } = client
  const userId = openUserId(taken.sealedUserId, parts.config.keyEncryptionSecrets)
  // Keep it for a process that has the secret.
  if (userId === undefined) return 'sealed under another KEY_ENCRYPTION_SECRET'
  const fields = { logout_token: await signLogoutToken(parts, client, { ...taken, userId }) }
  try {
    // Only operators can register loopback addresses.
    await sendForm(uri, { fields, timeoutMs: TIMEOUT_MS }, { ...parts.outbound, allowsLoopback: true })
    return undefined
  } catch (error) {
    if (error instanceof OutboundFetchError) return error.message
    throw error
  }
}

/** Distinguishes it from an id_token (RFC 8725 §3.11). */
const TYPE = 'logout+jwt'
/** "Preferably at most two minutes in the future" (OpenID Connect Back-Channel Logout §2.4). */
const TOKEN_LIFETIME_SECONDS = 120
const EVENT = 'http://schemas.openid.net/event/backchannel-logout'

type EndedSession = Pick<TakenLogout, 'sessionId' | 'endedAt'> & { readonly userId: string }

/**
 * OpenID Connect Back-Channel Logout §2.4. Each attempt has the same `toe` (RFC 8417 §2.2), since the user may have
 * signed in again.
 */
async function signLogoutToken(
  { keys, config, now }: WithSigning,
  client: Client,
  { userId, sessionId, endedAt }: EndedSession,
): Promise<string> {
  const subjectOf = await prepareSubjects(keys, client)
  const sidOf = await prepareSids(keys, client)
  const issuedAt = Math.floor(now().getTime() / 1000)
  const claims = {
    iss: config.issuer,
    aud: client.clientId,
    iat: issuedAt,
    exp: issuedAt + TOKEN_LIFETIME_SECONDS,
    jti: randomUUID(),
    toe: Math.floor(endedAt.getTime() / 1000),
    sub: subjectOf(userId),
    sid: sessionId === undefined ? undefined : sidOf(sessionId),
    events: { [EVENT]: {} },
  }
  return signJwsAside(claims, await keys.signingKey(client.idTokenAlgorithm), TYPE)
}

const LABEL = 'countersign/v1/pending-logout'

/** Encrypts the user of a pending logout: a deleted account must not be named in the database. */
export function sealUserId(userId: string, secrets: readonly string[]): Buffer {
  return sealText(userId, { secrets, label: LABEL })
}

function openUserId(sealed: Buffer, secrets: readonly string[]): string | undefined {
  return openText(sealed, { secrets, label: LABEL })
}

/** Queues logout tokens for sign-ins within ended sessions. Their grants stay (ADR 67). */
export async function endSessions(
  { sql, config, logouts }: WithSql & WithConfig & WithLogouts,
  { user_id: userId, session_ids: sessionIds }: SessionsEnd,
): Promise<SessionsEnded> {
  const ended = await listSignInsOfSessions(sql, userId, sessionIds)
  const sealedUserId = sealUserId(userId, config.keyEncryptionSecrets)
  await insertLogouts(sql, { sealedUserId, ended, of: 'session' })
  if (ended.length > 0) logouts.deliverSoon()
  return { noted: ended.length }
}
