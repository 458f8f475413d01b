import { type RandomBytes, randomBytes } from './bytes.ts'
import { VaultError } from './errors.ts'
import type { HeadBody } from './head-body.ts'
import { type SealedItem, sealItem } from './item.ts'
import { type Authorship, type PreparedWrite, writeNextHead } from './next-head.ts'
import { malformed, readUuid } from './parse.ts'
import { decodePlainItem, encodePlainItem, type ItemDraft, type PlainItem } from './plain-item.ts'
import { hashItem } from './record-hash.ts'
import type { OpenVault } from './vault.ts'
import type { VaultCommit } from './vault-commit.ts'

/** What a person changed since the vault was opened. */
export interface VaultEdits extends Authorship {
  /** New items and changed ones, whole. */
  readonly put: readonly ItemDraft[]
  readonly remove: readonly string[]
  /** Encryption keys to remember, by client id. */
  readonly pin?: Readonly<Record<string, string>> | undefined
}

export interface PreparedCommit extends Omit<PreparedWrite, 'head'> {
  readonly commit: VaultCommit
}

/**
 * Seals edits into one commit. Nothing is sent and `vault` stays as it is: if the server answers 412, open the vault
 * again, pass the same edits through `mergeEdits` and prepare another one.
 * @throws VaultError `unknown_item`, `too_large`, `malformed` (an item edited twice, or not a UUID)
 */
export async function prepareCommit(
  vault: OpenVault,
  edits: VaultEdits,
  random: RandomBytes = randomBytes,
): Promise<PreparedCommit> {
  checkEdits(vault, edits)
  const written = edits.put.map((draft) => nextRevision(vault, draft, edits.wroteAt))
  const context = { vaultId: vault.vaultId, key: vault.internal.keys.items, akGen: vault.internal.akGen, random }
  const put: SealedItem[] = []
  for (const item of written) put.push(await sealItem(item, context))
  const changes = {
    items: await listItems(vault, put, edits.remove),
    rp_pins: { ...vault.rpPins, ...edits.pin },
  }
  const items = replaceItems(vault.items, written, edits.remove)
  const { head, ...prepared } = await writeNextHead(vault, { changes, author: edits, items, random })
  return { commit: { head, put, delete: edits.remove }, ...prepared }
}

/** The revision follows the vault, not the draft, which may have been made from an older one. */
function nextRevision(vault: OpenVault, draft: ItemDraft, wroteAt: Date): PlainItem {
  const id = readUuid(draft.id, 'entry')
  const rev = (vault.internal.body.items[id]?.rev ?? 0) + 1
  const stamped = { ...draft, meta: { ...draft.meta, changed_at: wroteAt.toISOString() } }
  // Through its own encoding, so that what stays in memory is what every other device will read.
  return decodePlainItem(encodePlainItem(stamped), { id, rev })
}

async function listItems(vault: OpenVault, put: readonly SealedItem[], removed: readonly string[]) {
  const kept = Object.entries(vault.internal.body.items).filter(([id]) => !removed.includes(id))
  const listed = put.map(async (item) => [item.id, { rev: item.rev, h: await hashItem(vault.vaultId, item) }] as const)
  return Object.fromEntries([...kept, ...(await Promise.all(listed))]) satisfies HeadBody['items']
}

function replaceItems(items: readonly PlainItem[], written: readonly PlainItem[], removed: readonly string[]) {
  const byId = new Map([...items, ...written].map((item) => [item.id, item]))
  for (const id of removed) byId.delete(id)
  return [...byId.values()]
}

function checkEdits(vault: OpenVault, { put, remove }: VaultEdits): void {
  const ids = [...put.map(({ id }) => id), ...remove]
  if (new Set(ids).size !== ids.length) throw malformed('list of changes')
  if (remove.every((id) => Object.hasOwn(vault.internal.body.items, id))) return
  throw new VaultError('unknown_item', 'An entry to be removed is not in the vault.')
}
