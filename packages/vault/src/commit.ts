import { sealActivity } from './activity-entry.ts'
import type { ActivityEvent } from './activity-event.ts'
import { type RandomBytes, randomBytes } from './bytes.ts'
import { VaultError } from './errors.ts'
import type { HeadBody } from './head-body.ts'
import { decodePlainItem, encodePlainItem, type ItemDraft, type PlainItem, sealItem } from './item.ts'
import { type ItemList, listItems } from './item-list.ts'
import { type Authorship, type PreparedWrite, writeNextHead } from './next-head.ts'
import { malformed, readUuid } from './parse.ts'
import type { ActivityEntry, SealedItem } from './records.ts'
import { type RpPins, setPins } from './rp-pins.ts'
import type { OpenVault } from './vault.ts'
import type { VaultCommit } from './writes.ts'

/** Log entries or pins alone are a change too. */
export type VaultEdits = {
  readonly put: readonly ItemDraft[]
  readonly remove: readonly string[]
  readonly pins?: RpPins | undefined
  /** Log entries, oldest first: at most `LIMITS.activityPerCommit`. */
  readonly activity?: readonly ActivityEvent[] | undefined
  /** The unlock record of the recovery key that the owner has confirmed. */
  readonly confirmRecovery?: string | undefined
} & Authorship

type SealedEdits = {
  readonly put: readonly SealedItem[]
  readonly activity: readonly ActivityEntry[]
  readonly changes: Pick<HeadBody, 'rp_pins' | 'activity' | 'unconfirmed_recovery'>
  readonly items: readonly PlainItem[]
  readonly listed: ItemList
}

/** @throws VaultError `unknown_item`, `too_large`, `malformed` (an item edited twice, or not a UUID) */
export async function sealEdits(vault: OpenVault, edits: VaultEdits, random: RandomBytes): Promise<SealedEdits> {
  checkEdits(vault, edits)
  const { vaultId, internal } = vault
  const { keys, akGen, body } = internal
  const written = edits.put.map((draft) => nextRevision(vault, draft, edits.wroteAt))
  const put: SealedItem[] = []
  for (const item of written) put.push(await sealItem(item, { vaultId, key: keys.items, akGen, random }))
  const log = { vaultId, key: keys.activity, akGen, random }
  const { entries, chain } = await sealActivity(body.activity, edits.activity ?? [], log)
  return {
    put,
    activity: entries,
    changes: {
      rp_pins: setPins(body.rp_pins, edits.pins ?? {}),
      activity: chain,
      // Keeps the mark of another key that replaced this one meanwhile.
      ...(body.unconfirmed_recovery === edits.confirmRecovery && { unconfirmed_recovery: undefined }),
    },
    items: replaceItems(vault.items, written, edits.remove),
    listed: await editList(vault, put, edits.remove),
  }
}

/** Counts from the vault, since the draft may come from an older state. */
function nextRevision(vault: OpenVault, draft: ItemDraft, wroteAt: Date): PlainItem {
  const id = readUuid(draft.id, 'entry')
  const rev = (vault.internal.listed[id]?.rev ?? 0) + 1
  const stamped = { ...draft, meta: { ...draft.meta, changed_at: wroteAt.toISOString() } }
  // Through the encoder, so that memory holds exactly what other devices will read.
  return decodePlainItem(encodePlainItem(stamped), { id, rev })
}

async function editList({ vaultId, internal }: OpenVault, put: readonly SealedItem[], removed: readonly string[]) {
  const dropped = new Set(removed)
  const kept = Object.entries(internal.listed).filter(([id]) => !dropped.has(id))
  return { ...Object.fromEntries(kept), ...(await listItems(vaultId, put)) }
}

function replaceItems(items: readonly PlainItem[], written: readonly PlainItem[], removed: readonly string[]) {
  const byId = new Map([...items, ...written].map((item) => [item.id, item]))
  for (const id of removed) byId.delete(id)
  return [...byId.values()]
}

function checkEdits(vault: OpenVault, { put, remove }: VaultEdits): void {
  const ids = [...put.map(({ id }) => id), ...remove]
  if (new Set(ids).size !== ids.length) throw malformed('list of changes')
  if (remove.every((id) => Object.hasOwn(vault.internal.listed, id))) return
  throw new VaultError('unknown_item', 'An entry to be removed is not in the vault.')
}

export type PreparedCommit = {
  readonly commit: VaultCommit
} & Omit<PreparedWrite, 'head'>

/** Sends nothing. After a 412, reopen, `mergeEdits` and prepare again. @throws VaultError */
export async function prepareCommit(
  vault: OpenVault,
  edits: VaultEdits,
  random: RandomBytes = randomBytes,
): Promise<PreparedCommit> {
  const { put, activity, ...sealed } = await sealEdits(vault, edits, random)
  const { head, ...prepared } = await writeNextHead(vault, { ...sealed, author: edits, random })
  return { commit: { head, put, delete: edits.remove, activity }, ...prepared }
}
