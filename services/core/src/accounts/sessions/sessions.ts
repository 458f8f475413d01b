import type { Intent, SessionScope } from '@countersign/contracts'
import { ServiceError } from '@countersign/service/errors'
import { findKeyOfSecret, newKeyedSecret, sha256 } from '@countersign/service/secrets'
import { type Sql, type Transaction } from '@countersign/service/sql'
import type { Caller } from '../../ground/http/caller.ts'
import { invalidSession } from '../../ground/http/invalid-session.ts'
import type { Origin } from '../../ground/http/origin.ts'
import type { Admission, SessionChecks } from '../../ground/http/session-guard.ts'
import { actOf, reauthRequired } from './intent.ts'
import {
  type ActiveSession,
  findActiveSession,
  insertSession,
  replaceToken,
  revokeOthersOfKey,
  takeIntent,
  touchSession,
} from './session.store.ts'
import type { KeyProof, SessionKeys } from './session-key.ts'
import type { SessionMemory } from './session-memory.ts'

export type { ActiveSession } from './session.store.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

type Lifetime = { readonly idle: number; readonly absolute: number }

/** A recovery session is for one errand: it cannot be prolonged by using it. */
const LIFETIME_SECONDS: Record<SessionScope, Lifetime> = {
  full: { idle: 15 * MINUTE, absolute: 8 * HOUR },
  recovery: { idle: 15 * MINUTE, absolute: 15 * MINUTE },
}

/** Only the device that holds the key can use the session, so it may outlive the page. */
const BOUND_LIFETIME_SECONDS: Lifetime = { idle: 30 * DAY, absolute: 90 * DAY }

/** Each use would otherwise be a write. An idle limit of 15 minutes may be off by one. */
const TOUCH_AFTER_SECONDS = MINUTE

/** Lifetime of a step-up's intent. */
const INTENT_SECONDS = 5 * MINUTE

type SessionStart = {
  readonly userId: string
  readonly scope: SessionScope
  /** The unlock record that was used. */
  readonly methodId: string
  readonly origin: Origin
  /** Proof of the key that the session is bound to; a recovery session has none. */
  readonly proof?: Omit<KeyProof, 'jti'> | undefined
}

/** A session with its token, of which the database has only the hash. */
export type AuthenticatedSession = ActiveSession & { readonly token: string }

/**
 * Starts a session; the database stores only the token's hash. A bound session replaces those of its key and of the
 * device's former key: a device has one session.
 * @throws `invalid_session` if the method or the account ended meanwhile
 */
export async function startSession(
  sql: Transaction,
  { userId, scope, methodId, origin, proof }: SessionStart,
): Promise<AuthenticatedSession> {
  const token = newKeyedSecret('cs_st_', userId)
  const { jkt, formerJkt } = proof ?? {}
  const { idle, absolute } = lifetimeOf({ scope, jkt })
  const session = await insertSession(sql, {
    userId,
    scope,
    methodId,
    origin,
    jkt,
    tokenHash: sha256(token),
    idleSeconds: idle,
    absoluteSeconds: absolute,
  })
  if (!session) throw invalidSession()
  // Last, because a method change also locks the method before the sessions.
  for (const key of [jkt, formerJkt]) if (key !== undefined) await revokeOthersOfKey(sql, session, key)
  return { ...session, token }
}

function lifetimeOf({ scope, jkt }: Pick<ActiveSession, 'scope' | 'jkt'>): Lifetime {
  return jkt === undefined ? LIFETIME_SECONDS[scope] : BOUND_LIFETIME_SECONDS
}

type SessionRenewal = {
  readonly methodId: string
  /** Present if the user has just authenticated, with the intent of that step-up. */
  readonly proof?: { readonly intent: string | undefined }
}

/**
 * Replaces the token of a session and clears an earlier intent. A bound session keeps its token: a copy is useless without
 * the key, and other windows of the device use it too.
 * @throws `invalid_session` if it ended meanwhile
 */
export async function renewSession(
  sql: Transaction,
  session: AuthenticatedSession,
  { methodId, proof }: SessionRenewal,
): Promise<AuthenticatedSession> {
  const token = session.jkt === undefined ? newKeyedSecret('cs_st_', session.userId) : session.token
  const renewed = await replaceToken(sql, session, {
    tokenHash: sha256(token),
    methodId,
    isProven: proof !== undefined,
    intent: proof?.intent,
    intentSeconds: INTENT_SECONDS,
    idleSeconds: lifetimeOf(session).idle,
  })
  if (!renewed) throw invalidSession()
  return { ...renewed, token }
}

type SessionReader = {
  readonly sql: Sql
  readonly sessionKeys: SessionKeys
  readonly sessionMemory: SessionMemory
}

/** How the guard of routes admits sessions. */
export function createSessionChecks(reader: SessionReader): SessionChecks<AuthenticatedSession> {
  return {
    authenticate: (caller, admission) => authenticateSession(reader, caller, admission),
    requireIntent,
    readSessionAgain: (session) => readSessionAgain(reader, session),
  }
}

/**
 * Returns the live session of a caller's token.
 * @throws `invalid_session`, the same for a missing, unknown, expired or revoked one and for one that is bound to another
 * key than the caller has, and `insufficient_session` where the session is of another scope
 */
export async function authenticateSession(
  { sql, sessionKeys, sessionMemory }: SessionReader,
  caller: Pick<Caller, 'token' | 'proof'>,
  { scopes, mayBeRemembered = false }: Admission,
): Promise<AuthenticatedSession> {
  const { token } = caller
  const userId = token && findKeyOfSecret('cs_st_', token)
  if (!token || !userId) throw invalidSession()
  const remembered = mayBeRemembered ? sessionMemory.find(token) : undefined
  const active = remembered
    ? { session: remembered, isTouchDue: false }
    : await readSession({ sql, sessionMemory }, token, userId)
  const { isTouchDue } = active
  const session = { ...active.session, token }
  if (session.jkt !== undefined) {
    const proof = await sessionKeys.verify(caller)
    if (proof?.jkt !== session.jkt) throw invalidSession()
    sessionKeys.spend(proof)
  }
  if (!scopes.includes(session.scope)) {
    throw new ServiceError('insufficient_session', 'A session from a recovery key may not do this.')
  }
  if (!isTouchDue) return session
  const idleExpiresAt = await touchSession(sql, session, lifetimeOf(session).idle)
  if (!idleExpiresAt) throw invalidSession()
  return { ...session, idleExpiresAt }
}

/**
 * Reads the session past the cache, for checks of when and how the user last signed in.
 * @throws `invalid_session` if it ended meanwhile
 */
async function readSessionAgain(
  reader: Pick<SessionReader, 'sql' | 'sessionMemory'>,
  { token, userId }: AuthenticatedSession,
): Promise<AuthenticatedSession> {
  const { session } = await readSession(reader, token, userId)
  return { ...session, token }
}

async function readSession(
  { sql, sessionMemory }: Pick<SessionReader, 'sql' | 'sessionMemory'>,
  token: string,
  userId: string,
) {
  const remember = sessionMemory.beginReading()
  const active = await findActiveSession(sql, { userId, tokenHash: sha256(token) }, TOUCH_AFTER_SECONDS)
  if (!active) throw invalidSession()
  remember(token, active.session)
  return active
}

/**
 * Looks before a body is read whether a gesture was made for one of these acts. A session from a recovery key is a
 * gesture for its one errand, so it always passes.
 * @throws `reauth_required`
 */
export function requireIntent({ scope, intent }: ActiveSession, acts: readonly Intent['act'][]): void {
  if (scope !== 'recovery' && !acts.some((act) => act === actOf(intent))) throw reauthRequired()
}

/**
 * Spends a step-up made for one of these intents, in the transaction of the act itself: it works once.
 * @throws `reauth_required`
 */
export async function spendIntent(sql: Transaction, session: ActiveSession, intents: readonly string[]): Promise<void> {
  if (session.scope !== 'recovery' && !(await takeIntent(sql, session, intents))) throw reauthRequired()
}
