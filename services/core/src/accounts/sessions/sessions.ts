import type { Session, SessionScope, SessionSummary, SignedIn } from '@countersign/contracts'
import { ServiceError } from '@countersign/service/errors'
import { findKeyOfSecret, newKeyedSecret, sha256 } from '@countersign/service/secrets'
import type { Transaction } from '@countersign/service/sql'
import type { Caller } from '../../ground/http/caller.ts'
import { type Admission, invalidSession, type SessionChecks } from '../../ground/http/session-guard.ts'
import type { WithGuard, WithSql } from '../../ground/parts.ts'
import type { Unlock } from '../records/method.store.ts'
import { requireIntent } from './intent.ts'
import {
  type ActiveSession,
  findActiveSession,
  insertSession,
  type ListedSession,
  type NewSession,
  replaceToken,
  revokeOthersOfKey,
  touchSession,
} from './session.store.ts'
import type { KeyProof, WithSessionKeys } from './session-key.ts'
import type { WithSessionMemory } from './session-memory.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

type Lifetime = { readonly idle: number; readonly absolute: number }

/** A recovery session is for one errand: using it does not prolong it. */
const LIFETIME_SECONDS: Record<SessionScope, Lifetime> = {
  full: { idle: 15 * MINUTE, absolute: 8 * HOUR },
  recovery: { idle: 15 * MINUTE, absolute: 15 * MINUTE },
}

/** Only the device that holds the key can use the session, so it may outlive the page. */
const BOUND_LIFETIME_SECONDS: Lifetime = { idle: 30 * DAY, absolute: 90 * DAY }

/** So that not every use is a write; the idle limit may be off by this much. */
const TOUCH_AFTER_SECONDS = MINUTE

const INTENT_SECONDS = 5 * MINUTE

type SessionStart = Pick<NewSession, 'userId' | 'scope' | 'methodId' | 'origin'> & {
  /** Proof of the key that the session is bound to; a recovery session has none. */
  readonly proof?: Omit<KeyProof, 'jti'> | undefined
}

/** A session with its token, of which the database has only the hash. */
export type AuthenticatedSession = ActiveSession & { readonly token: string }
export type WithSessions = WithGuard<AuthenticatedSession>

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
  const lifetime = { idleSeconds: idle, absoluteSeconds: absolute }
  const start = { userId, scope, methodId, origin, jkt, tokenHash: sha256(token), ...lifetime }
  const session = await insertSession(sql, start)
  if (!session) throw invalidSession()
  // Last, because a method change also locks the method before the sessions.
  for (const key of [jkt, formerJkt]) if (key !== undefined) await revokeOthersOfKey(sql, session, key)
  return { ...session, token }
}

function lifetimeOf({ scope, jkt }: Pick<ActiveSession, 'scope' | 'jkt'>): Lifetime {
  return jkt === undefined ? LIFETIME_SECONDS[scope] : BOUND_LIFETIME_SECONDS
}

type Renewal = {
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
  { methodId, proof }: Renewal,
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

type SessionReader = WithSql & WithSessionKeys & WithSessionMemory

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
  const tokenHash = sha256(token)
  const remembered = mayBeRemembered ? sessionMemory.find(tokenHash) : undefined
  const { session: active, isTouchDue } = remembered
    ? { session: remembered, isTouchDue: false }
    : await readSession({ sql, sessionMemory }, { userId, tokenHash })
  const session = { ...active, token }
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

/** Past the cache, for checks of when and how the user last signed in. */
async function readSessionAgain(
  reader: WithSql & WithSessionMemory,
  { token, userId }: AuthenticatedSession,
): Promise<AuthenticatedSession> {
  const { session } = await readSession(reader, { userId, tokenHash: sha256(token) })
  return { ...session, token }
}

async function readSession(
  { sql, sessionMemory }: WithSql & WithSessionMemory,
  key: Pick<NewSession, 'userId' | 'tokenHash'>,
) {
  const remember = sessionMemory.beginReading()
  const active = await findActiveSession(sql, key, TOUCH_AFTER_SECONDS)
  if (!active) throw invalidSession()
  remember(key.tokenHash, active.session)
  return active
}

export function describeSession(session: ActiveSession): Session {
  return {
    session_id: session.sessionId,
    scope: session.scope,
    created_at: session.createdAt.toISOString(),
    auth_time: session.authTime.toISOString(),
    idle_expires_at: session.idleExpiresAt.toISOString(),
    absolute_expires_at: session.absoluteExpiresAt.toISOString(),
  }
}

export function describeSessions(sessions: readonly ListedSession[], currentSessionId: string): SessionSummary[] {
  return sessions.map((session) => ({
    ...describeSession(session),
    method: session.method ?? null,
    last_seen_at: session.lastSeenAt.toISOString(),
    user_agent: session.origin.userAgent,
    network: session.origin.network,
    is_current: session.sessionId === currentSessionId,
  }))
}

/** The answer to a sign-up or sign-in; `unlock` opens the vault with the method just used. */
export function describeSignedIn(session: AuthenticatedSession, { vaultId, unlock }: Unlock): SignedIn {
  return {
    session_token: session.token,
    session: describeSession(session),
    user_id: session.userId,
    vault_id: vaultId,
    unlock,
    is_bound: session.jkt !== undefined,
  }
}
