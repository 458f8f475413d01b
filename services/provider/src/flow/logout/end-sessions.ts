import type { SessionsEnd, SessionsEnded } from '@countersign/contracts'
import type { WithConfig, WithSql } from '../../ground/parts.ts'
import type { WithNotices } from '../notices/deliver-notices.ts'
import { sealUserId } from './logout-notice.ts'
import { insertLogouts, listSignInsOfSessions } from './pending-logout.store.ts'

/** Queues logout tokens for sign-ins within ended sessions. Their grants stay (ADR 67). */
export async function endSessions(
  { sql, config, notices }: WithSql & WithConfig & WithNotices,
  { user_id: userId, session_ids: sessionIds }: SessionsEnd,
): Promise<SessionsEnded> {
  const ended = await listSignInsOfSessions(sql, userId, sessionIds)
  const sealedUserId = sealUserId(userId, config.keyEncryptionSecrets)
  await insertLogouts(sql, { sealedUserId, ended, of: 'session' })
  if (ended.length > 0) notices.deliverSoon()
  return { noted: ended.length }
}
