import type { NewRecoveryKey } from '@countersign/contracts'
import { ServiceError } from '@countersign/service/errors'
import type { Transaction } from '@countersign/service/sql'
import { invalidVault } from '../vaults/check-vault.ts'
import { insertPasskey, type Passkey } from './passkeys/passkey.store.ts'
import { insertPassword, type NewPasswordRecord } from './password.store.ts'
import { insertRecoveryKey } from './recovery-key.store.ts'

/** @throws `login_taken` if another account has the name */
export async function storePassword(sql: Transaction, password: NewPasswordRecord): Promise<void> {
  if (await insertPassword(sql, password)) return
  throw new ServiceError('login_taken', 'This name is taken. Choose another one.')
}

/** @throws `invalid_passkey` for a credential that an account has already */
export async function storePasskey(sql: Transaction, passkey: Passkey): Promise<void> {
  if (await insertPasskey(sql, passkey)) return
  throw new ServiceError('invalid_passkey', 'This passkey belongs to an account already. Make a new one.')
}

type StoredRecoveryKey = { readonly key: NewRecoveryKey; readonly unlockId: string }

/**
 * Stores the verifier of a recovery key.
 * @throws `invalid_vault` if an account already has it
 */
export async function storeRecoveryKey(
  sql: Transaction,
  userId: string,
  { key, unlockId }: StoredRecoveryKey,
): Promise<void> {
  const authHash = Buffer.from(key.auth_sha256, 'base64url')
  if (await insertRecoveryKey(sql, key.rec_id, { userId, unlockId, authHash })) return
  throw invalidVault('This recovery key belongs to another account. Make a new one.')
}
