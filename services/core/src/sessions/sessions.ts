import type { SessionScope } from '@countersign/contracts'
import { isSecret, newSecret, ServiceError, type Sql, sha256, type Transaction } from '@countersign/service'
import { invalidSession } from '../http/invalid-session.ts'
import type { Origin } from '../http/origin.ts'
import { type ActiveSession, findActiveSession, insertSession, replaceToken, touchSession } from './session.store.ts'

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

/** How long a proof of who one is counts for what can do harm. */
const FRESH_SECONDS = 5 * MINUTE

type SessionStart = {
  readonly userId: string
  readonly scope: SessionScope
  /** The unlock record that was used. */
  readonly methodId: string
  readonly origin: Origin
}

/** A token is here once: only its hash is stored. */
export type NewToken = { readonly token: string; readonly session: ActiveSession }

/**
 * Starts a session. The token exists here and with the person; the database gets its hash.
 * @throws `invalid_session` if the method or the account ended meanwhile
 */
export async function startSession(
  sql: Transaction,
  { userId, scope, methodId, origin }: SessionStart,
): Promise<NewToken> {
  const token = newSecret('cs_st_')
  const { idle, absolute } = LIFETIME_SECONDS[scope]
  const session = await insertSession(sql, {
    userId,
    scope,
    methodId,
    origin,
    tokenHash: sha256(token),
    idleSeconds: idle,
    absoluteSeconds: absolute,
  })
  if (!session) throw invalidSession()
  return { token, session }
}

/**
 * Replaces the token of a session: a copy of the old one is of no use any more. The session becomes fresh only if the
 * person has just proven that it is them.
 * @throws `invalid_session` if it ended meanwhile
 */
export async function renewSession(
  sql: Transaction,
  session: ActiveSession,
  { methodId, isProven }: { readonly methodId: string; readonly isProven: boolean },
): Promise<NewToken> {
  const token = newSecret('cs_st_')
  const idleSeconds = LIFETIME_SECONDS[session.scope].idle
  const renewed = await replaceToken(sql, session, { tokenHash: sha256(token), methodId, isProven, idleSeconds })
  if (!renewed) throw invalidSession()
  return { token, session: renewed }
}

/**
 * Returns the live session of a token.
 * @throws `invalid_session`, the same for a missing, unknown, expired or revoked one, and `insufficient_session` where
 * the session is of another scope
 */
export async function authenticateSession(
  sql: Sql,
  token: string | undefined,
  scopes: readonly SessionScope[],
): Promise<ActiveSession> {
  if (token === undefined || !isSecret('cs_st_', token)) throw invalidSession()
  const rules = { touchAfterSeconds: TOUCH_AFTER_SECONDS, freshSeconds: FRESH_SECONDS }
  const active = await findActiveSession(sql, sha256(token), rules)
  if (!active) throw invalidSession()
  const { session, isTouchDue } = active
  if (!scopes.includes(session.scope)) {
    throw new ServiceError('insufficient_session', 'A session from a recovery key may not do this.')
  }
  if (!isTouchDue) return session
  const idleExpiresAt = await touchSession(sql, session, LIFETIME_SECONDS[session.scope].idle)
  if (!idleExpiresAt) throw invalidSession()
  return { ...session, idleExpiresAt }
}

/**
 * A session from a recovery key is a quarter of an hour old at most and was opened for just this, so it always passes.
 * @throws `reauth_required` unless the person proved lately that it is them
 */
export function requireFresh({ isFresh }: ActiveSession): void {
  if (isFresh) return
  throw new ServiceError('reauth_required', 'Confirm that it is you: sign in once more, then try again.')
}
