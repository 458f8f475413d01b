import type { MethodChangeRequest, MethodsChanged } from '@countersign/contracts'
import { readVaultCommit } from '@countersign/vault'
import { insertPendingRevocation } from '../account-data/pending-revocation.store.ts'
import { revokeGrantsNow } from '../account-data/revoke-pending-grants.ts'
import { insertUnlockRecord } from '../accounts/account.store.ts'
import { storeRecoveryKey } from '../accounts/store-recovery-key.ts'
import type { Dependencies } from '../dependencies.ts'
import { logMethodsChanged } from '../events.ts'
import type { Origin } from '../sessions/origin.ts'
import type { ActiveSession } from '../sessions/sessions.ts'
import { applyCommit } from '../vaults/apply-commit.ts'
import { checkRecord } from '../vaults/check-records.ts'
import { RECOVERY_BINDING } from '../vaults/unlock-binding.ts'
import { addMethod } from './add-method.ts'
import { endingMethods, requireUnusedIds, requireWaysIn, requireWhatRecoveryOwes } from './check-change.ts'
import { checkUnlock } from './check-unlock.ts'
import { goOnAlone } from './go-on-alone.ts'
import { deleteMethods, describeMethods, listMethods } from './method.store.ts'
import { recordMethodEvents, removedMethods } from './method-events.ts'

const REPLACED = { type: 'recovery_key_replaced', method: 'recovery' } as const

type MethodChange = {
  readonly ifMatch: string | undefined
  readonly change: MethodChangeRequest
  readonly origin: Origin
}

/**
 * Changes the ways in to an account together with the head that lists them: all of it, or nothing. The answer carries
 * the new token of the session; every other session has ended. After a recovery all that apps were allowed ends too:
 * who has lost their ways in cannot know who has them (RFC 9700 §4.14.2).
 * @throws what a commit throws, and `not_found`, `login_taken`, `last_method`, `registration_expired`,
 * `invalid_passkey` and `prf_required`
 */
export async function changeMethods(
  dependencies: Dependencies,
  session: ActiveSession,
  { ifMatch, change, origin }: MethodChange,
): Promise<{ readonly answer: MethodsChanged; readonly etag: string }> {
  const { add, recovery, commit } = change
  const { userId, scope } = session
  const isRecovery = scope === 'recovery'
  requireWhatRecoveryOwes(session, change)
  checkRecord(commit, readVaultCommit)
  const result = await dependencies.sql.transaction(async (sql) => {
    // Locks the vault: of two changes at once, the second finds that it is stale.
    const { vaultId, etag } = await applyCommit(sql, userId, { ifMatch, commit })
    const before = await listMethods(sql, userId)
    requireUnusedIds(before, change)

    await deleteMethods(sql, userId, endingMethods(before, change))
    const place = { vaultId, akGen: commit.head.ak_gen }
    const added = add && (await addMethod(sql, dependencies, { userId, method: add, before, place }))
    if (recovery) {
      checkUnlock(recovery.unlock, { ...place, binding: RECOVERY_BINDING })
      await insertUnlockRecord(sql, userId, recovery.unlock)
      await storeRecoveryKey(sql, userId, { key: recovery, unlockId: recovery.unlock.id })
    }

    const after = await listMethods(sql, userId)
    requireWaysIn(after)
    const events = [...removedMethods({ before, after }), ...(added ? [added] : []), ...(recovery ? [REPLACED] : [])]
    await recordMethodEvents(sql, { userId, origin }, events)
    if (isRecovery) await insertPendingRevocation(sql, { userId, erases: false })
    const signedIn = await goOnAlone(sql, session, { vaultId, origin, before, after })
    return { etag, answer: { gen: commit.head.gen, methods: describeMethods(after), signed_in: signedIn } }
  })
  if (isRecovery) await revokeGrantsNow(dependencies, userId)
  logMethodsChanged(dependencies.logger, session, result.answer.gen)
  return result
}
