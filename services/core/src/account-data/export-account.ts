import type { AccountExport } from '@countersign/contracts'
import { listAccountEvents, recordAccountEvent } from '../accounts/account-event.store.ts'
import type { Dependencies } from '../dependencies.ts'
import { logAccountExported } from '../events.ts'
import { describeMethods, listMethods } from '../methods/method.store.ts'
import type { Origin } from '../sessions/origin.ts'
import { listSessions } from '../sessions/session-list.store.ts'
import { type ActiveSession, invalidSession } from '../sessions/sessions.ts'
import { listActivity } from '../vaults/activity.store.ts'
import { lockVault, readVault } from '../vaults/vault.store.ts'
import { readCreationTime } from './account-data.store.ts'

/** Far beyond what anybody has; as much as an SQL integer holds. */
const ALL = 2_147_483_647

/** Everything that is kept of a person, as of one moment. What is sealed stays so: only their devices can open it. */
export async function exportAccount(
  dependencies: Dependencies,
  session: ActiveSession,
  origin: Origin,
): Promise<AccountExport> {
  const { userId } = session
  const document = await dependencies.sql.transaction(async (sql) => {
    // Nothing of the vault changes while it is read.
    await lockVault(sql, userId)
    await recordAccountEvent(sql, { userId, type: 'account_exported', origin })
    const createdAt = await readCreationTime(sql, userId)
    if (!createdAt) throw invalidSession()
    const { snapshot } = await readVault(sql, userId)
    return {
      user_id: userId,
      created_at: createdAt.toISOString(),
      exported_at: dependencies.now().toISOString(),
      vault: snapshot,
      activity: await listActivity(sql, userId, { before: undefined, limit: ALL }),
      methods: describeMethods(await listMethods(sql, userId)),
      sessions: await listSessions(sql, userId, session.sessionId),
      events: await listAccountEvents(sql, { userId, cursor: undefined, limit: ALL }),
    }
  })
  logAccountExported(dependencies.logger, session)
  return document
}
