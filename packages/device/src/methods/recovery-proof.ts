import type { NewRecoveryKey } from '@countersign/contracts'
import { type Bytes, type RecoverySecrets, toBase64url } from '@countersign/vault'

/** What core gets of a new recovery key: it finds the account by the id and keeps only a hash of the proof. */
export async function recoveryProof({ recId, recAuth }: RecoverySecrets): Promise<NewRecoveryKey> {
  const hash: Bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', recAuth))
  return { rec_id: toBase64url(recId), auth_sha256: toBase64url(hash) }
}
