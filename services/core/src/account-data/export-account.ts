import type { AccountExport } from '@countersign/contracts'
import { listAccountEvents, recordAccountEvent } from '../account-events/account-event.store.ts'
import { describeAccountEvents } from '../account-events/describe-account-events.ts'
import type { CoreDependencies } from '../dependencies.ts'
import { logAccountExported } from '../events.ts'
import { invalidSession } from '../http/invalid-session.ts'
import type { Origin } from '../http/origin.ts'
import { describeMethods } from '../methods/describe-methods.ts'
import { listMethods } from '../methods/method.store.ts'
import { describeSessions } from '../sessions/describe-session.ts'
import { listSessions } from '../sessions/session-list.store.ts'
import { type ActiveSession, spendIntent } from '../sessions/sessions.ts'
import { listActivity } from '../vaults/activity.store.ts'
import { describeVault } from '../vaults/describe-vault.ts'
import { lockVault, readVault } from '../vaults/vault.store.ts'
import { readCreationTime } from './account-data.store.ts'

/**
 * Everything that is kept of a person, as of one moment. What is sealed stays so: only their devices can open it.
 * @throws `reauth_required`
 */
export async function exportAccount(
  dependencies: CoreDependencies,
  session: ActiveSession,
  origin: Origin,
): Promise<AccountExport> {
  const { userId } = session
  const document = await dependencies.sql.transaction(async (sql) => {
    // Nothing of the vault changes while it is read.
    await lockVault(sql, userId)
    await spendIntent(sql, session, ['export_account'])
    await recordAccountEvent(sql, { userId, type: 'account_exported', origin })
    const createdAt = await readCreationTime(sql, userId)
    if (!createdAt) throw invalidSession()
    return {
      user_id: userId,
      created_at: createdAt.toISOString(),
      exported_at: dependencies.now().toISOString(),
      vault: describeVault(await readVault(sql, userId)),
      activity: await listActivity(sql, userId, { before: undefined, limit: undefined }),
      methods: describeMethods(await listMethods(sql, userId)),
      sessions: describeSessions(await listSessions(sql, userId), session.sessionId),
      events: describeAccountEvents(await listAccountEvents(sql, { userId, cursor: undefined, limit: undefined })),
    }
  })
  logAccountExported(dependencies.logger, session)
  return document
}
