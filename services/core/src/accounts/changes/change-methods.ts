import type { MethodChangeRequest, MethodsChanged } from '@countersign/contracts'
import { RECOVERY_BINDING, VAULT_COMMIT } from '@countersign/vault'
import { logMethodsChanged } from '../../ground/events.ts'
import type { Caller } from '../../ground/http/caller.ts'
import { checkRecord } from '../../vaults/check-vault.ts'
import { storeCommit } from '../../vaults/commit-vault.ts'
import { deleteMethods, insertUnlockRecord, listMethods, storeRecoveryKey } from '../records/method.store.ts'
import { revokeGrantsNow } from '../records/revocations/revoke-pending-grants.ts'
import { changeSessions } from '../sessions/session-memory.ts'
import type { AuthenticatedSession } from '../sessions/sessions.ts'
import { addMethod } from './add-method.ts'
import { checkUnlock, endingMethods, requireReplacementsAfterRecovery, requireUnusedIds } from './check-change.ts'
import { completeChange, type WithMethodChanges } from './complete-change.ts'
import { changesOf, intentsOf, removedMethods } from './method-events.ts'

const REPLACED = { type: 'recovery_key_replaced', method: 'recovery' } as const

type MethodChange = {
  readonly ifMatch: string | undefined
  readonly change: MethodChangeRequest
  readonly caller: Caller
}

/**
 * Changes the unlock methods together with the head that lists them, in one transaction. Returns the session's new token
 * and ends every other session. After a recovery all grants end too: lost methods may be in other hands (RFC 9700 §4.14.2).
 * @throws the errors of a commit, `not_found`, `login_taken`, `last_method`, `registration_expired`, `invalid_passkey`,
 * `prf_required`, and `reauth_required` unless the step-up was for this change
 */
export async function changeMethods(
  dependencies: WithMethodChanges,
  session: AuthenticatedSession,
  { ifMatch, change, caller }: MethodChange,
): Promise<{ readonly answer: MethodsChanged; readonly etag: string }> {
  const { add, recovery, commit } = change
  const { userId, scope } = session
  const isRecovery = scope === 'recovery'
  requireReplacementsAfterRecovery(session, change)
  // A recovery session is not bound to a key, so the session guard has not verified its proof.
  const proof = isRecovery ? await dependencies.sessionKeys.verify(caller) : undefined
  if (proof) dependencies.sessionKeys.spend(proof)
  checkRecord(commit, VAULT_COMMIT)
  const { happened, ...result } = await changeSessions(
    dependencies,
    [userId, proof?.jkt, proof?.formerJkt],
    async (sql) => {
      // Locks the vault: of two concurrent changes, the second finds that it is stale.
      const { vaultId, etag } = await storeCommit(sql, userId, { ifMatch, commit })
      const before = await listMethods(sql, userId)
      requireUnusedIds(before, change)

      await deleteMethods(sql, userId, endingMethods(before, change))
      const vault = { vaultId, akGen: commit.head.ak_gen }
      const added = add && (await addMethod(sql, dependencies, { userId, method: add, before, vault }))
      if (recovery) {
        checkUnlock(recovery.unlock, { ...vault, binding: RECOVERY_BINDING })
        await insertUnlockRecord(sql, userId, { record: recovery.unlock, credential: recovery.rec_id })
        await storeRecoveryKey(sql, userId, { key: recovery, unlockId: recovery.unlock.id })
      }

      const after = await listMethods(sql, userId)
      const events = [...removedMethods({ before, after }), ...(added ? [added] : []), ...(recovery ? [REPLACED] : [])]
      const done = { before, after, events, intents: intentsOf(change, events) }
      const completion = {
        ...done,
        vaultId,
        gen: commit.head.gen,
        origin: caller.origin,
        proof,
        endsGrants: isRecovery,
      }
      return { etag, happened: events, answer: await completeChange(sql, session, completion) }
    },
  )
  if (isRecovery) await revokeGrantsNow(dependencies, userId)
  dependencies.logoutReporter.reportSoon(userId)
  dependencies.securityMailer.tellSoon(userId, { changes: changesOf(happened), origin: caller.origin })
  logMethodsChanged(dependencies.logger, { ...session, gen: result.answer.gen })
  return result
}
