import { type RandomBytes, randomBytes } from './bytes.ts'
import { VaultError } from './errors.ts'
import type { Head } from './head.ts'
import { type Authorship, type PreparedWrite, writeNextHead } from './next-head.ts'
import { hashUnlockRecord } from './record-hash.ts'
import { revealAccountKey, type UnlockMethod, type UnlockRecord, wrapAccountKey } from './unlock-record.ts'
import type { OpenVault } from './vault.ts'

/** Unlock methods to add and to remove in one write; a change of password does both. */
export interface UnlockChange extends Authorship {
  readonly add: readonly UnlockMethod[]
  /** Ids of unlock records. */
  readonly remove: readonly string[]
  /** A present method with its record: the account key is revealed for the length of this call only. */
  readonly using: { readonly record: UnlockRecord; readonly method: UnlockMethod }
}

export interface PreparedUnlockChange extends Omit<PreparedWrite, 'head'> {
  readonly commit: { readonly head: Head; readonly unlock: readonly UnlockRecord[]; readonly delete: readonly string[] }
}

/**
 * Wraps the account key for new methods and takes others off the list. It asks for a root on purpose: an opened
 * vault alone cannot give its key to another method, so nothing the server sends can make it do so.
 * @throws VaultError `wrong_key`, `tampered`, `unlisted_unlock`, `no_unlock`, `too_large`
 */
export async function prepareUnlockChange(
  vault: OpenVault,
  change: UnlockChange,
  random: RandomBytes = randomBytes,
): Promise<PreparedUnlockChange> {
  await checkChange(vault, change)
  const added = await wrapForNewMethods(vault, change, random)
  const kept = Object.entries(vault.internal.body.unlock).filter(([id]) => !change.remove.includes(id))
  const hashes = await Promise.all(added.map(async (record) => [record.id, await hashUnlockRecord(record)] as const))
  const changes = { unlock: Object.fromEntries([...kept, ...hashes]) }
  const write = await writeNextHead(vault, { changes, author: change, items: vault.items, random })
  const { head, ...prepared } = write
  return { commit: { head, unlock: added, delete: change.remove }, ...prepared }
}

async function wrapForNewMethods(vault: OpenVault, { add, using }: UnlockChange, random: RandomBytes) {
  const accountKey = await revealAccountKey(using.record, using.method)
  try {
    const records: UnlockRecord[] = []
    for (const method of add) {
      const place = { vaultId: vault.vaultId, id: crypto.randomUUID(), akGen: vault.internal.akGen }
      records.push(await wrapAccountKey(accountKey, { method, place, random }))
    }
    return records
  } finally {
    accountKey.fill(0)
  }
}

async function checkChange({ internal }: OpenVault, { add, remove, using }: UnlockChange): Promise<void> {
  const listed = internal.body.unlock
  if (listed[using.record.id] !== (await hashUnlockRecord(using.record))) {
    throw new VaultError('unlisted_unlock', 'The unlock method was changed or removed.')
  }
  if (remove.every((id) => Object.hasOwn(listed, id)) && Object.keys(listed).length + add.length > remove.length) return
  throw new VaultError('no_unlock', 'This change would leave the vault without the unlock methods it needs.')
}
