import { readExportFile, writeExportFile } from './export-file.ts'
import type { AccountKey } from './keys.ts'
import { chooseUnlockRecord } from './open-vault.ts'
import type { PlainItem } from './plain-item.ts'
import { VAULT_SNAPSHOT, type VaultSnapshot } from './records.ts'
import { deriveRecovery, type RecoveryKey } from './recovery-key.ts'
import { unlockAccountKey } from './unlock-record.ts'
import { verifyVault } from './verify-vault.ts'

const FORMAT = 'countersign-sealed-vault'

/** Writes a vault as the server keeps it, encrypted: a backup that only the recovery key opens, without a server. */
export function exportSealed(snapshot: VaultSnapshot): string {
  return writeExportFile(FORMAT, { vault: VAULT_SNAPSHOT.read(snapshot) })
}

/**
 * Reads such a file without opening it: whoever asks for its key looks first whether it is one.
 * @throws VaultError `malformed`, `unsupported`
 */
export function readSealedExport(text: string): VaultSnapshot {
  return VAULT_SNAPSHOT.read(readExportFile(text, FORMAT, ['vault']).vault)
}

/**
 * Opens such a file with the recovery key alone. It goes through the checks of `openVault`; that it is old is its
 * nature, so no memory of a device is compared.
 * @param userId when given, the vault must be this user's
 * @throws VaultError `malformed`, `unsupported`, `no_unlock`, `wrong_key`, `tampered`, `wrong_owner`, `incomplete`
 */
export async function openSealedExport(
  text: string,
  recoveryKey: RecoveryKey,
  userId?: string,
): Promise<{ items: readonly PlainItem[]; wroteAt: Date }> {
  const snapshot = readSealedExport(text)
  const accountKey = await unlockWith(recoveryKey, snapshot)
  const vault = await verifyVault(snapshot, { accountKey, userId, memory: undefined })
  return { items: vault.items, wroteAt: vault.lastChanged.at }
}

async function unlockWith(recoveryKey: RecoveryKey, { unlock }: VaultSnapshot): Promise<AccountKey> {
  const { root } = await deriveRecovery(recoveryKey)
  const method = { type: 'recovery', root } as const
  try {
    return await unlockAccountKey(chooseUnlockRecord(unlock, method), method)
  } finally {
    root.fill(0)
  }
}
