import { hashUnlockRecords, wrapForAll } from './account-key.ts'
import type { ActivityEvent } from './activity-event.ts'
import { type RandomBytes, randomBytes } from './bytes.ts'
import { type PreparedCommit, sealEdits } from './commit.ts'
import { VaultError } from './errors.ts'
import type { ItemDraft } from './item.ts'
import { type Authorship, writeNextHead } from './next-head.ts'
import { hashUnlockRecord } from './record-hash.ts'
import type { UnlockRecord } from './records.ts'
import { bindingOf, requireDistinctMethods, type UnlockMethod } from './unlock-method.ts'
import { revealAccountKey } from './unlock-record.ts'
import type { OpenVault } from './vault.ts'

export type OpeningMethod = {
  readonly record: UnlockRecord
  readonly method: UnlockMethod
}

/** A change of password both adds and removes. */
export type UnlockChange = {
  readonly add: readonly UnlockMethod[]
  readonly remove: readonly string[]
  readonly using: OpeningMethod
  readonly put?: readonly ItemDraft[] | undefined
  readonly removeItems?: readonly string[] | undefined
  /** For the log, of the new records, whose ids only this call knows. */
  readonly activity?: ((added: readonly UnlockRecord[]) => readonly ActivityEvent[]) | undefined
} & Authorship

export type PreparedUnlockChange = {
  readonly added: readonly UnlockRecord[]
} & PreparedCommit

/** Needs a root, so no server answer can make an open vault give its key away. @throws VaultError */
export async function prepareUnlockChange(
  vault: OpenVault,
  change: UnlockChange,
  random: RandomBytes = randomBytes,
): Promise<PreparedUnlockChange> {
  const { put = [], removeItems = [], activity, device, wroteAt } = change
  await checkChange(vault, change)
  const added = await wrapForNewMethods(vault, change, random)
  const edits = { put, remove: removeItems, activity: activity?.(added), device, wroteAt }
  const sealed = await sealEdits(vault, edits, random)
  const kept = Object.entries(vault.internal.body.unlock).filter(([id]) => !change.remove.includes(id))
  const unlock = { ...Object.fromEntries(kept), ...(await hashUnlockRecords(added)) }
  const { items, listed } = sealed
  const changes = { ...sealed.changes, unlock }
  const { head, ...prepared } = await writeNextHead(vault, { changes, author: change, items, listed, random })
  const commit = { head, put: sealed.put, delete: removeItems, activity: sealed.activity }
  return { commit, added, ...prepared }
}

async function wrapForNewMethods({ vaultId, internal }: OpenVault, { add, using }: UnlockChange, random: RandomBytes) {
  const accountKey = await revealAccountKey(using.record, using.method)
  try {
    return await wrapForAll(accountKey, { vaultId, akGen: internal.akGen, methods: add, random })
  } finally {
    accountKey.fill(0)
  }
}

/** Requires that the head lists the record. @throws VaultError `unlisted_unlock` */
export async function checkOpeningMethod({ internal }: OpenVault, { record }: OpeningMethod): Promise<void> {
  if (internal.body.unlock[record.id] === (await hashUnlockRecord(record))) return
  throw new VaultError('unlisted_unlock', 'The unlock method was changed or removed.')
}

async function checkChange(vault: OpenVault, { add, remove, using }: UnlockChange): Promise<void> {
  await checkOpeningMethod(vault, using)
  // The head has only hashes of the other records, so the server must refuse a second record for their methods.
  requireDistinctMethods([...add.map(bindingOf), ...(remove.includes(using.record.id) ? [] : [using.record])])
  const listed = vault.internal.body.unlock
  if (remove.every((id) => Object.hasOwn(listed, id)) && Object.keys(listed).length + add.length > remove.length) return
  throw new VaultError('no_unlock', 'This change would leave the vault without the unlock methods it needs.')
}
