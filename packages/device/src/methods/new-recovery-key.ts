import type { NewRecoveryKey } from '@countersign/contracts'
import { deriveRecovery, type RecoverySecrets, toBase64url } from '@countersign/vault'
import { sha256 } from '../hash.ts'
import { confirmRecoveryKeyInForce } from '../session/replaced-recovery-key.ts'
import { type Reading, stepOf } from '../session/state.ts'

/** Core's part of a new recovery key: it finds the account by the id and stores only a hash of the proof. */
export async function recoveryProof({ recId, recAuth }: RecoverySecrets): Promise<NewRecoveryKey> {
  return { rec_id: toBase64url(recId), auth_sha256: toBase64url(await sha256(recAuth)) }
}

/** Activates the latest recovery key. Always wipes the secrets lent to `work`; keeps the key until active, for a retry. */
export async function withNewRecoveryKey(
  context: Pick<Reading, 'state' | 'storage'>,
  work: (recovery: RecoverySecrets) => Promise<void>,
): Promise<void> {
  const recovery = await deriveRecovery(stepOf(context.state, 'newRecoveryKey'))
  try {
    await work(recovery)
    context.state.steps.newRecoveryKey = undefined
    // It is in force whether or not that is remembered.
    await confirmRecoveryKeyInForce(context).catch(() => undefined)
  } finally {
    recovery.root.fill(0)
  }
}
