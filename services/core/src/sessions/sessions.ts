import type { Intent, SessionScope } from '@countersign/contracts'
import { isSecret, newSecret, ServiceError, type Sql, sha256, type Transaction } from '@countersign/service'
import { invalidSession } from '../http/invalid-session.ts'
import type { Origin } from '../http/origin.ts'
import { actOf, reauthRequired } from './intent.ts'
import {
  type ActiveSession,
  findActiveSession,
  insertSession,
  replaceToken,
  takeIntent,
  touchSession,
} from './session.store.ts'

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

/** How long a gesture serves what it was made for. */
const INTENT_SECONDS = 5 * MINUTE

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

type SessionRenewal = {
  readonly methodId: string
  /** That the person has just proven that it is them, and for what. */
  readonly proof?: { readonly intent: string | undefined }
}

/**
 * Replaces the token of a session: a copy of the old one is of no use any more. What an earlier gesture was for is over.
 * @throws `invalid_session` if it ended meanwhile
 */
export async function renewSession(
  sql: Transaction,
  session: ActiveSession,
  { methodId, proof }: SessionRenewal,
): Promise<NewToken> {
  const token = newSecret('cs_st_')
  const renewed = await replaceToken(sql, session, {
    tokenHash: sha256(token),
    methodId,
    isProven: proof !== undefined,
    intent: proof?.intent,
    intentSeconds: INTENT_SECONDS,
    idleSeconds: LIFETIME_SECONDS[session.scope].idle,
  })
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
  const active = await findActiveSession(sql, sha256(token), TOUCH_AFTER_SECONDS)
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
 * Looks before a body is read whether a gesture was made for one of these acts. A session from a recovery key is a
 * gesture for its one errand, so it always passes.
 * @throws `reauth_required`
 */
export function requireIntent({ scope, intent }: ActiveSession, acts: readonly Intent['act'][]): void {
  if (scope !== 'recovery' && !acts.some((act) => act === actOf(intent))) throw reauthRequired()
}

/**
 * Spends the gesture that was made for exactly one of these, in the transaction of what it is for: it serves once.
 * @throws `reauth_required`
 */
export async function spendIntent(sql: Transaction, session: ActiveSession, intents: readonly string[]): Promise<void> {
  if (session.scope !== 'recovery' && !(await takeIntent(sql, session, intents))) throw reauthRequired()
}
