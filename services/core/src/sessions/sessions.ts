import type { Session, SessionScope } from '@countersign/contracts'
import { isSecret, newSecret, ServiceError, type Sql, sha256 } from '@countersign/service'
import { type ActiveSession, findActiveSession, insertSession, touchSession } from './session.store.ts'

export type { ActiveSession } from './session.store.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE

/** A recovery session is for one errand: it cannot be prolonged by using it. */
const LIFETIME_SECONDS: Record<SessionScope, { readonly idle: number; readonly absolute: number }> = {
  full: { idle: 15 * MINUTE, absolute: 8 * HOUR },
  recovery: { idle: 15 * MINUTE, absolute: 15 * MINUTE },
}

/** Each use would otherwise be a write. An idle limit of 15 minutes may be off by one. */
const TOUCH_AFTER_SECONDS = MINUTE

type SessionStart = { readonly userId: string; readonly scope: SessionScope; readonly methodId: string }

/** Starts a session. The token exists here and with the person; the database gets its hash. */
export async function startSession(
  sql: Sql,
  { userId, scope, methodId }: SessionStart,
): Promise<{ readonly token: string; readonly session: ActiveSession }> {
  const token = newSecret('cs_st_')
  const { idle, absolute } = LIFETIME_SECONDS[scope]
  const session = await insertSession(sql, {
    userId,
    scope,
    methodId,
    tokenHash: sha256(token),
    idleSeconds: idle,
    absoluteSeconds: absolute,
  })
  return { token, session }
}

/**
 * Returns the live session of a token. Throws `invalid_session`, the same for a missing, unknown, expired or revoked
 * one, and `insufficient_session` where the session is of another scope.
 */
export async function authenticateSession(
  sql: Sql,
  token: string | undefined,
  scopes: readonly SessionScope[],
): Promise<ActiveSession> {
  if (token === undefined || !isSecret('cs_st_', token)) throw invalidSession()
  const found = await findActiveSession(sql, sha256(token), TOUCH_AFTER_SECONDS)
  if (!found) throw invalidSession()
  const { session, isTouchDue } = found
  if (!scopes.includes(session.scope)) {
    throw new ServiceError('insufficient_session', 'A session from a recovery key may not do this.')
  }
  if (!isTouchDue) return session
  const touched = await touchSession(sql, session.sessionId, LIFETIME_SECONDS[session.scope].idle)
  if (!touched) throw invalidSession()
  return touched
}

/** A session as its owner sees it. */
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

export function invalidSession(): ServiceError {
  return new ServiceError('invalid_session', 'Your session has ended. Sign in again.', {
    headers: { 'www-authenticate': 'Bearer' },
  })
}
