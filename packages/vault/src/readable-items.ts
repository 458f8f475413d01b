import { openItem, type PlainItem } from './item.ts'
import { deriveVaultKeys } from './keys.ts'
import { LIMITS } from './limits.ts'
import { chooseUnlockRecord } from './open-vault.ts'
import { readBase64url, readObject } from './parse.ts'
import { SEALED_ITEM, UNLOCK_RECORD, VAULT_ID_BYTES } from './records.ts'
import type { UnlockMethod } from './unlock-method.ts'
import { unlockAccountKey } from './unlock-record.ts'

/** It merely decrypts, and may be old or removed: show or save it, never share it. Hence not a `PlainItem`. */
export type UntrustedItem = {
  readonly untrusted: PlainItem
}

const WHAT = 'vault'

/** Of a vault that `openVault` refuses, for the owner to save. Skips damaged items. @throws VaultError */
export async function readableItems(snapshot: unknown, method: UnlockMethod): Promise<readonly UntrustedItem[]> {
  const fields = readObject(snapshot, WHAT)
  const vaultId = readBase64url(fields['vault_id'], VAULT_ID_BYTES, WHAT)
  const records = readEach(fields['unlock'], LIMITS.unlockMethods, UNLOCK_RECORD.read)
  const ofThisVault = records.filter(({ vault_id }) => vault_id === vaultId)
  const accountKey = await unlockAccountKey(chooseUnlockRecord(ofThisVault, method), method)
  const { items: key } = await deriveVaultKeys(accountKey)
  const sealed = readEach(fields['items'], LIMITS.items, SEALED_ITEM.read)
  const opened = await Promise.allSettled(sealed.map((item) => openItem(item, { vaultId, key })))
  return opened.flatMap((result) => (result.status === 'fulfilled' ? [{ untrusted: result.value }] : []))
}

function readEach<Result>(values: unknown, limit: number, read: (value: unknown) => Result): Result[] {
  const elements: readonly unknown[] = Array.isArray(values) ? values.slice(0, limit) : []
  return elements.flatMap((element) => {
    try {
      return [read(element)]
    } catch {
      return []
    }
  })
}
