import { logAccountExported } from '../../ground/events.ts'
import { invalidSession } from '../../ground/http/invalid-session.ts'
import type { Origin } from '../../ground/http/origin.ts'
import { readActivityText } from '../../vaults/activity.store.ts'
import { lockVault, readHeadHashesText, readVault } from '../../vaults/vault.store.ts'
import { listAccountEvents, recordAccountEvent } from '../account-events/account-event.store.ts'
import { describeAccountEvents } from '../account-events/describe-account-events.ts'
import type { AccountDependencies } from '../dependencies.ts'
import { describeMethods } from '../methods/describe-methods.ts'
import { listMethods } from '../methods/method.store.ts'
import { describeSessions } from '../sessions/describe-session.ts'
import { listSessions } from '../sessions/session-list.store.ts'
import { type ActiveSession, spendIntent } from '../sessions/sessions.ts'
import { readCreationTime } from './account-data.store.ts'

/**
 * Exports all stored data of a user as JSON, from one snapshot, without authentication secrets and unfinished operations.
 * Sealed values stay sealed: only the user's devices can open them.
 * @throws `reauth_required`
 */
export async function exportAccount(
  { sql: pool, logger, now }: Pick<AccountDependencies, 'sql' | 'logger' | 'now'>,
  session: ActiveSession,
  origin: Origin,
): Promise<string> {
  const { userId } = session
  const text = await pool.transaction(async (sql) => {
    // Nothing of the vault changes while it is read.
    await lockVault(sql, userId)
    await spendIntent(sql, session, ['export_account'])
    await recordAccountEvent(sql, { userId, type: 'account_exported', origin })
    const createdAt = await readCreationTime(sql, userId)
    if (!createdAt) throw invalidSession()
    const vault = await readVault(sql, userId)
    const activity = await readActivityText(sql, userId, { before: undefined, limit: undefined })
    const rest = {
      user_id: userId,
      created_at: createdAt.toISOString(),
      exported_at: now().toISOString(),
      methods: describeMethods(await listMethods(sql, userId)),
      sessions: describeSessions(await listSessions(sql, userId), session.sessionId),
      events: describeAccountEvents(await listAccountEvents(sql, { userId, cursor: undefined, limit: undefined })),
    }
    const heads = await readHeadHashesText(sql, userId)
    return `{"vault":${vault.text},"heads":${heads},"activity":${activity},${JSON.stringify(rest).slice(1)}`
  })
  logAccountExported(logger, session)
  return text
}
