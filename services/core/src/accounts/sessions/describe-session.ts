import type { Session, SessionSummary, SignedIn } from '@countersign/contracts'
import type { Unlock } from '../account.store.ts'
import type { ListedSession } from './session-list.store.ts'
import type { ActiveSession, AuthenticatedSession } from './sessions.ts'

/** A session as its owner sees it. */
export function describeSession(session: Omit<ActiveSession, 'userId' | 'intent' | 'method' | 'jkt'>): Session {
  return {
    session_id: session.sessionId,
    scope: session.scope,
    created_at: session.createdAt.toISOString(),
    auth_time: session.authTime.toISOString(),
    idle_expires_at: session.idleExpiresAt.toISOString(),
    absolute_expires_at: session.absoluteExpiresAt.toISOString(),
  }
}

/** The sessions of a person in a list; one of them asks for it. */
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

/** Answer to a sign-up or sign-in: the session and the record that opens the vault with the method just used. */
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
