import type { NewVault, SignedIn } from '@countersign/contracts'
import type { Transaction } from '@countersign/service/sql'
import { hashHead } from '@countersign/vault'
import { logSignedUp } from '../ground/events.ts'
import type { Caller } from '../ground/http/caller.ts'
import type { NewVaultRecords } from '../vaults/check-vault.ts'
import { insertVault } from '../vaults/vault.store.ts'
import { insertAccount, insertUnlockRecord } from './account.store.ts'
import { recordAccountEvent } from './account-events/account-event.store.ts'
import { describeSignedIn } from './sessions/describe-session.ts'
import type { KeyProof } from './sessions/session-key.ts'
import { changeSessions } from './sessions/session-memory.ts'
import { startSession } from './sessions/sessions.ts'
import type { SignInDependencies } from './sign-in.ts'
import { storeRecoveryKey } from './store-credential.ts'

type NewAccount = {
  readonly userId: string
  readonly vault: NewVault
  readonly records: NewVaultRecords
  readonly method: 'password' | 'passkey'
  /** Identifier by which the method is found before its user is known. */
  readonly credential: string
  readonly caller: Caller
  /** Of the key that the session is bound to. */
  readonly proof: KeyProof | undefined
}

/**
 * Completes every sign-up: stores account, vault, recovery key and credential in one transaction, and starts a session.
 * @throws `invalid_vault`, and the errors of `storeCredential`
 */
export async function completeSignUp(
  dependencies: SignInDependencies,
  { userId, vault, records, method, credential, caller, proof }: NewAccount,
  storeCredential: (transaction: Transaction) => Promise<void>,
): Promise<SignedIn> {
  const { vault_id: vaultId, head } = vault
  const { origin } = caller
  if (proof) dependencies.sessionKeys.spend(proof)
  const headHash = await hashHead(vaultId, head)
  const session = await changeSessions(dependencies, [proof?.jkt, proof?.formerJkt], async (transaction) => {
    await insertAccount(transaction, userId)
    await insertVault(transaction, userId, { vaultId, head, headHash })
    await insertUnlockRecord(transaction, userId, { record: records.method, credential })
    await insertUnlockRecord(transaction, userId, { record: records.recovery, credential: vault.recovery.rec_id })
    await storeRecoveryKey(transaction, userId, { key: vault.recovery, unlockId: records.recovery.id })
    await storeCredential(transaction)
    await recordAccountEvent(transaction, { userId, type: 'signed_up', method, origin })
    return startSession(transaction, { userId, scope: 'full', methodId: records.method.id, origin, proof })
  })
  logSignedUp(dependencies.logger, session)
  return describeSignedIn(session, { vaultId, unlock: records.method })
}
