import type { NewVault, UnlockRecord } from '@countersign/contracts'
import { readSnapshot } from '@countersign/vault'
import { checkRecord, invalidVault } from './check-records.ts'

export type NewVaultRecords = { readonly password: UnlockRecord; readonly recovery: UnlockRecord }

/** Returns the two ways into a new vault; throws `invalid_vault` unless it is the first generation with exactly these. */
export function checkNewVault({ vault_id, head, unlock }: NewVault): NewVaultRecords {
  checkRecord({ vault_id, head, items: [], unlock }, readSnapshot)
  if (head.gen !== 1) throw invalidVault('A new vault starts with generation 1.')
  if (unlock.some(({ ak_gen }) => ak_gen !== head.ak_gen)) throw invalidVault('The records are of different keys.')
  const password = unlock.find(({ type }) => type === 'opaque')
  const recovery = unlock.find(({ type }) => type === 'recovery')
  if (!password || !recovery || password.id === recovery.id) {
    throw invalidVault('A new vault has one record for the password and one for the recovery key.')
  }
  return { password, recovery }
}
