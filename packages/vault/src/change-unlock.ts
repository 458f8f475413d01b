import { listUnlockRecords, wrapForAll } from './account-key.ts'
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

/** A method that opens the vault, with its record: the account key is revealed for the length of one call only. */
export type OpeningMethod = {
  readonly record: UnlockRecord
  readonly method: UnlockMethod
}

/** Unlock methods to add and to remove in one write; a change of password does both. */
export type UnlockChange = {
  readonly add: readonly UnlockMethod[]
  /** Ids of unlock records. */
  readonly remove: readonly string[]
  readonly using: OpeningMethod
  readonly put?: readonly ItemDraft[] | undefined
  readonly removeItems?: readonly string[] | undefined
  /**
   * What happened, for the log. A function is given the new records, whose ids only this call knows.
   */
  readonly activity?:
    | readonly ActivityEvent[]
    | ((added: readonly UnlockRecord[]) => readonly ActivityEvent[])
    | undefined
} & Authorship

/** A commit that goes together with the new unlock records and with the ids of the removed ones. */
export type PreparedUnlockChange = {
  /** One record for each added method, in their order. */
  readonly added: readonly UnlockRecord[]
} & PreparedCommit

/**
 * Wraps the account key for new methods and takes others off the list. It asks for a root on purpose: an opened
 * vault alone cannot give its key to another method, so nothing the server sends can make it do so.
 * @throws VaultError `wrong_key`, `tampered`, `unlisted_unlock`, `no_unlock`, `malformed` (a second record for one
 * method), and those of `prepareCommit`
 */
export async function prepareUnlockChange(
  vault: OpenVault,
  change: UnlockChange,
  random: RandomBytes = randomBytes,
): Promise<PreparedUnlockChange> {
  const { put = [], removeItems = [], activity = [], device, wroteAt } = change
  await checkChange(vault, change)
  const added = await wrapForNewMethods(vault, change, random)
  const events = typeof activity === 'function' ? activity(added) : activity
  const sealed = await sealEdits(vault, { put, remove: removeItems, activity: events, device, wroteAt }, random)
  const kept = Object.entries(vault.internal.body.unlock).filter(([id]) => !change.remove.includes(id))
  const unlock = { ...Object.fromEntries(kept), ...(await listUnlockRecords(added)) }
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

/**
 * Checks that the record of a method is the one that the head lists.
 * @throws VaultError `unlisted_unlock`
 */
export async function checkOpeningMethod({ internal }: OpenVault, { record }: OpeningMethod): Promise<void> {
  if (internal.body.unlock[record.id] === (await hashUnlockRecord(record))) return
  throw new VaultError('unlisted_unlock', 'The unlock method was changed or removed.')
}

async function checkChange(vault: OpenVault, { add, remove, using }: UnlockChange): Promise<void> {
  await checkOpeningMethod(vault, using)
  // The head knows the other records by their hash alone, so the server has to refuse a second one for their methods.
  requireDistinctMethods([...add.map(bindingOf), ...(remove.includes(using.record.id) ? [] : [using.record])])
  const listed = vault.internal.body.unlock
  if (remove.every((id) => Object.hasOwn(listed, id)) && Object.keys(listed).length + add.length > remove.length) return
  throw new VaultError('no_unlock', 'This change would leave the vault without the unlock methods it needs.')
}
