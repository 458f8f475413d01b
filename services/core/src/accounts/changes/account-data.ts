import { logAccountDeleted, logAccountExported } from '../../ground/events.ts'
import type { Origin } from '../../ground/http/caller.ts'
import { invalidSession } from '../../ground/http/session-guard.ts'
import type { WithClock, WithLogger, WithProvider, WithSql } from '../../ground/parts.ts'
import { lockVault, readActivityText, readHeadHashesText, readVault } from '../../vaults/vault.store.ts'
import { eraseAccount, readCreationTime } from '../records/account.store.ts'
import { listAccountEvents, recordAccountEvent } from '../records/account-event.store.ts'
import { describeMethods, listMethods } from '../records/method.store.ts'
import { insertPendingRevocation } from '../records/revocations/pending-revocation.store.ts'
import { revokeGrantsNow } from '../records/revocations/revoke-pending-grants.ts'
import { describeContact, findSecurityContact } from '../records/security-mail/security-contact.store.ts'
import { spendIntent } from '../sessions/intent.ts'
import { type ActiveSession, listSessions } from '../sessions/session.store.ts'
import { changeSessions, type WithSessionMemory } from '../sessions/session-memory.ts'
import { describeSessions } from '../sessions/sessions.ts'

/**
 * Deletes an account: every row in one transaction, sessions included, so that nothing new is approved afterwards. The
 * provider is told next; a note of that is all that stays while it is away.
 * @throws `reauth_required`
 */
export async function deleteAccount(
  dependencies: WithSql & WithSessionMemory & WithProvider & WithLogger,
  session: ActiveSession,
): Promise<void> {
  const { userId } = session
  await changeSessions(dependencies, [userId], async (sql) => {
    // First, as in every change of an account: a concurrent change waits.
    await lockVault(sql, userId)
    await spendIntent(sql, session, ['delete_account'])
    await eraseAccount(sql, userId)
    await insertPendingRevocation(sql, { userId, erases: true })
  })
  logAccountDeleted(dependencies.logger)
  await revokeGrantsNow(dependencies, userId)
}

/**
 * Exports all stored data of a user as JSON, from one snapshot, without authentication secrets and unfinished operations.
 * Sealed values stay sealed: only the user's devices can open them.
 * @throws `reauth_required`
 */
export async function exportAccount(
  { sql: pool, logger, now }: WithSql & WithLogger & WithClock,
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
    const activity = await readActivityText(sql, userId)
    const rest = {
      user_id: userId,
      created_at: createdAt.toISOString(),
      exported_at: now().toISOString(),
      methods: describeMethods(await listMethods(sql, userId)),
      sessions: describeSessions(await listSessions(sql, userId), session.sessionId),
      events: await listAccountEvents(sql, { userId }),
      security_contact: describeContact(await findSecurityContact(sql, userId)),
    }
    const heads = await readHeadHashesText(sql, userId)
    return `{"vault":${vault.text},"heads":${heads},"activity":${activity},${JSON.stringify(rest).slice(1)}`
  })
  logAccountExported(logger, session)
  return text
}
