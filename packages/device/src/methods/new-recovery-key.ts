import type { NewRecoveryKey } from '@countersign/contracts'
import { deriveRecovery, type RecoverySecrets, toBase64url } from '@countersign/vault'
import { sha256 } from '../hash.ts'
import { confirmRecoveryKeyInForce } from '../session/replaced-recovery-key.ts'
import { type Reading, stepOf } from '../session/state.ts'

/** What core gets of a new recovery key: it finds the account by the id and keeps only a hash of the proof. */
export async function recoveryProof({ recId, recAuth }: RecoverySecrets): Promise<NewRecoveryKey> {
  return { rec_id: toBase64url(recId), auth_sha256: toBase64url(await sha256(recAuth)) }
}

/**
 * Brings the recovery key that was made last into force. Its secrets are lent to the work, and wiped whatever comes of
 * it; the key itself is kept until it is in force, so that the same may be tried again.
 */
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
