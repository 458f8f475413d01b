import type { Session, SessionSummary, SignedIn } from '@countersign/contracts'
import type { Unlock } from '../methods/method.store.ts'
import type { ActiveSession, ListedSession } from './session.store.ts'
import type { AuthenticatedSession } from './sessions.ts'

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
