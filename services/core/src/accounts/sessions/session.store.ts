import { randomUUID } from 'node:crypto'
import type { SessionScope } from '@countersign/contracts'
import { type Sql, sqlText, type Transaction } from '@countersign/service/sql'
import { METHOD_OF_UNLOCK_TYPE, type MethodType, type UnlockType } from '@countersign/vault'
import type { Origin } from '../../ground/http/caller.ts'

export type ActiveSession = {
  readonly sessionId: string
  readonly userId: string
  readonly scope: SessionScope
  readonly createdAt: Date
  readonly authTime: Date
  /** The unlock method that it was signed in by, if that still exists; undefined for a session just written. */
  readonly method: MethodType | undefined
  /** The act that a step-up has confirmed and that has not expired, by the database's clock. */
  readonly intent: string | undefined
  readonly idleExpiresAt: Date
  readonly absoluteExpiresAt: Date
  /** Thumbprint of the key that the session is bound to: the token is useless without that key. */
  readonly jkt: string | undefined
}

export type NewSession = {
  readonly userId: string
  readonly tokenHash: Buffer
  readonly scope: SessionScope
  readonly methodId: string
  readonly origin: Origin
  readonly jkt: string | undefined
  readonly idleSeconds: number
  readonly absoluteSeconds: number
}

type SessionRow = Omit<ActiveSession, 'method' | 'intent' | 'jkt'> & {
  readonly unlockType?: UnlockType | null
  readonly intent?: string | null
  readonly jkt: string | null
}

const SESSION = sqlText`s.session_id as "sessionId", s.user_id as "userId", s.scope, s.created_at as "createdAt",
  s.auth_time as "authTime", s.idle_expires_at as "idleExpiresAt", s.absolute_expires_at as "absoluteExpiresAt", s.jkt`

/**
 * Starts a session unless its method or account has ended meanwhile, or the account is suspended. Locks the rows of method
 * and account, so that a concurrent removal or suspension waits and then ends this session too.
 */
export async function insertSession(sql: Transaction, session: NewSession): Promise<ActiveSession | undefined> {
  const { userId, tokenHash, scope, methodId, origin, jkt, idleSeconds, absoluteSeconds } = session
  const [row] = await sql<SessionRow>`
    insert into core.sessions as s
           (user_id, token_sha256, session_id, scope, method_id, user_agent, network, jkt, idle_expires_at, absolute_expires_at)
    select u.user_id, ${tokenHash}::bytea, ${randomUUID()}::uuid, ${scope}::text, u.unlock_id, ${origin.userAgent}::text,
           ${origin.network}::text, ${jkt ?? null}::text, now() + ${idleSeconds}::int * interval '1 second',
           now() + ${absoluteSeconds}::int * interval '1 second'
      from core.unlock_records u join core.accounts a on a.user_id = u.user_id
     where u.user_id = ${userId} and u.unlock_id = ${methodId} and a.suspended_at is null
       for key share of u for share of a
    returning ${SESSION}`
  return row && toSession(row)
}

/** Whether one of these keys of a device belongs to the user: by a session, or by one that ended within its lifetime. */
export async function hasKeyOf(sql: Sql, userId: string, keys: readonly string[]): Promise<boolean> {
  if (keys.length === 0) return false
  const [session] = await sql`
    select 1 from core.sessions where user_id = ${userId} and jkt = any(${keys}::text[]) limit 1`
  if (session) return true
  const held = await sql`
    select 1 from core.session_keys where jkt = any(${keys}::text[]) and user_id = ${userId} limit 1`
  return held.length > 0
}

/** Finds a live session by its user and token hash. `isTouchDue` once its last use is `touchAfterSeconds` ago. */
export async function findActiveSession(
  sql: Sql,
  { userId, tokenHash }: Pick<NewSession, 'userId' | 'tokenHash'>,
  touchAfterSeconds: number,
): Promise<{ readonly session: ActiveSession; readonly isTouchDue: boolean } | undefined> {
  const [row] = await sql<SessionRow & { readonly isTouchDue: boolean }>`
    select ${SESSION},
           (select record ->> 'type' from core.unlock_records u
             where u.user_id = ${userId} and u.unlock_id = s.method_id) as "unlockType",
           case when intent_expires_at > now() then intent end as intent,
           last_seen_at <= now() - ${touchAfterSeconds}::int * interval '1 second' as "isTouchDue"
      from core.sessions s
     where user_id = ${userId} and token_sha256 = ${tokenHash} and revoked_at is null
       and idle_expires_at > now() and absolute_expires_at > now()`
  if (!row) return undefined
  const { isTouchDue, ...session } = row
  return { session: toSession(session), isTouchDue }
}

export type ListedSession = ActiveSession & { readonly lastSeenAt: Date; readonly origin: Origin }

type ListedRow = SessionRow & Origin & { readonly lastSeenAt: Date }

/** The live sessions of a user, the last used first. */
export async function listSessions(sql: Sql, userId: string): Promise<ListedSession[]> {
  const rows = await sql<ListedRow>`
    select ${SESSION}, u.record ->> 'type' as "unlockType", s.last_seen_at as "lastSeenAt",
           s.user_agent as "userAgent", s.network
      from core.sessions s
      left join core.unlock_records u on u.user_id = s.user_id and u.unlock_id = s.method_id
     where s.user_id = ${userId} and s.revoked_at is null
       and s.idle_expires_at > now() and s.absolute_expires_at > now()
     order by s.last_seen_at desc, s.session_id`
  return rows.map(toListedSession)
}

function toListedSession({ lastSeenAt, userAgent, network, ...row }: ListedRow): ListedSession {
  return { ...toSession(row), lastSeenAt, origin: { userAgent, network } }
}

/** Extends the idle limit, never past the absolute one. An ended session stays ended. */
export async function touchSession(sql: Sql, session: ActiveSession, idleSeconds: number): Promise<Date | undefined> {
  const [row] = await sql<{ idle_expires_at: Date }>`
    update core.sessions
       set last_seen_at = now(),
           idle_expires_at = least((select now() + ${idleSeconds}::int * interval '1 second'), absolute_expires_at)
     where user_id = ${session.userId} and session_id = ${session.sessionId} and revoked_at is null and idle_expires_at > now()
    returning idle_expires_at`
  return row?.idle_expires_at
}

type Renewal = {
  readonly tokenHash: Buffer
  readonly methodId: string
  readonly isProven: boolean
  readonly intent: string | undefined
  readonly intentSeconds: number
  readonly idleSeconds: number
}

/** Replaces the token of a session; the old one stops working. An ended session stays ended. */
export async function replaceToken(
  sql: Transaction,
  { userId, sessionId }: ActiveSession,
  { tokenHash, methodId, isProven, intent, intentSeconds, idleSeconds }: Renewal,
): Promise<ActiveSession | undefined> {
  const [row] = await sql<SessionRow>`
    update core.sessions s
       set token_sha256 = ${tokenHash}, method_id = ${methodId}, last_seen_at = now(),
           auth_time = case when ${isProven} then (select now()) else auth_time end,
           intent = ${intent ?? null}, intent_expires_at = now() + ${intentSeconds}::int * interval '1 second',
           idle_expires_at = least((select now() + ${idleSeconds}::int * interval '1 second'), absolute_expires_at)
     where user_id = ${userId} and session_id = ${sessionId} and revoked_at is null and idle_expires_at > now()
    returning ${SESSION}, s.intent`
  return row && toSession(row)
}

/** Removes the session's intent if it is one of these and has not expired. Returns whether it did. */
export async function takeIntent(
  sql: Transaction,
  { userId, sessionId }: Pick<ActiveSession, 'userId' | 'sessionId'>,
  intents: readonly string[],
): Promise<boolean> {
  const spent = await sql`
    update core.sessions set intent = null, intent_expires_at = null
     where user_id = ${userId} and session_id = ${sessionId} and revoked_at is null
       and intent = any(${intents}::text[]) and intent_expires_at > now()
    returning 1`
  return spent.length === 1
}

/** Returns whether the user had such a live session. Apps are notified of its end. */
export async function revokeSession(
  sql: Sql,
  { userId, sessionId }: Pick<ActiveSession, 'userId' | 'sessionId'>,
): Promise<boolean> {
  const revoked = await sql`
    update core.sessions set revoked_at = now(), apps_untold = true
     where user_id = ${userId} and session_id = ${sessionId} and revoked_at is null and idle_expires_at > now()
    returning 1`
  return revoked.length === 1
}

/**
 * Revokes other sessions bound to the same key, of any user: a device has one session. Locks the key's row, so that the
 * second of two concurrent sign-ins finds the first; a cluster, without snapshots across machines, may miss it for
 * milliseconds.
 */
export async function revokeOthersOfKey(sql: Transaction, session: ActiveSession, jkt: string): Promise<void> {
  const { userId, absoluteExpiresAt } = session
  // Returns the key's former user, or this user for a new key.
  const [held] = await sql<{ user_id: string }>`
    insert into core.session_keys as held (jkt, user_id, expires_at) values (${jkt}, ${userId}, ${absoluteExpiresAt})
    on conflict (jkt) do update set expires_at = greatest(held.expires_at, excluded.expires_at)
    returning user_id`
  await revokeOfKey(sql, session, { userId, jkt })
  if (!held || held.user_id === userId) return
  await revokeOfKey(sql, session, { userId: held.user_id, jkt })
  await sql`update core.session_keys set user_id = ${userId} where jkt = ${jkt}`
}

/** Apps are notified only if the session was another user's: signing in again on one's own device is no sign-out. */
async function revokeOfKey(
  sql: Transaction,
  { sessionId, userId: nextUserId }: ActiveSession,
  { userId, jkt }: { readonly userId: string; readonly jkt: string },
): Promise<void> {
  await sql`
    update core.sessions set revoked_at = now(), apps_untold = ${userId !== nextUserId}
     where user_id = ${userId} and jkt = ${jkt} and session_id <> ${sessionId} and revoked_at is null`
}

/** Revokes all live sessions of a user, or all but one, and returns how many. Apps are notified of their end. */
export async function revokeSessions(sql: Transaction, userId: string, keepSessionId?: string): Promise<number> {
  const revoked = await sql`
    update core.sessions set revoked_at = now(), apps_untold = true
     where user_id = ${userId} and session_id is distinct from ${keepSessionId ?? null}::uuid
       and revoked_at is null and idle_expires_at > now()
    returning 1`
  return revoked.length
}

type EndedSessions = { readonly userId: string; readonly sessionIds: readonly string[] }

type EndedRow = { readonly userId: string; readonly sessionId: string }

const UNREPORTED = sqlText`select user_id as "userId", session_id as "sessionId" from core.sessions where apps_untold`

/**
 * Ended sessions not yet reported to the provider, of one user or of all. For all, skips those that ended moments ago,
 * since the process that ended them reports them.
 */
export async function listUnreportedSessions(
  sql: Sql,
  { limit, onlyOf }: { readonly limit: number; readonly onlyOf: string | undefined },
): Promise<readonly EndedSessions[]> {
  const rows = await (onlyOf === undefined
    ? sql<EndedRow>`${UNREPORTED} and revoked_at < now() - interval '15 seconds' order by revoked_at limit ${limit}`
    : sql<EndedRow>`${UNREPORTED} and user_id = ${onlyOf} limit ${limit}`)
  return [...Map.groupBy(rows, ({ userId }) => userId)].map(([userId, ended]) => ({
    userId,
    sessionIds: ended.map(({ sessionId }) => sessionId),
  }))
}

export async function markSessionsReported(sql: Sql, { userId, sessionIds }: EndedSessions): Promise<void> {
  await sql`
    update core.sessions set apps_untold = false
     where user_id = ${userId} and session_id = any(${sessionIds}::uuid[])`
}

function toSession({ unlockType, intent, jkt, ...row }: SessionRow): ActiveSession {
  const method = unlockType ? METHOD_OF_UNLOCK_TYPE[unlockType] : undefined
  return { ...row, method, intent: intent ?? undefined, jkt: jkt ?? undefined }
}
