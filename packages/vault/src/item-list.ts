import { fromBase64url, toBase64url } from './base64url.ts'
import { VaultError } from './errors.ts'
import { hashBytes } from './keys.ts'
import { LABEL } from './labels.ts'
import { LIMITS } from './limits.ts'
import { type LpPart, lp } from './lp.ts'
import { readCountOrZero, readRecord } from './parse.ts'
import { hashItem } from './record-hash.ts'
import { readHash, type SealedItem } from './records.ts'

/** Revision and hash by item id, computed from the received items. */
export type ItemList = Readonly<Record<string, ListedItem>>

export type ListedItem = {
  readonly rev: number
  readonly h: string
  readonly bytes: number
}

/** The head's commitment to the items. */
export type ItemsDigest = {
  readonly count: number
  readonly h: string
}

export async function listItems(vaultId: string, items: readonly SealedItem[]): Promise<ItemList> {
  const listed = items.map(async (item): Promise<[string, ListedItem]> => {
    const bytes = Math.floor((item.ct.length * 3) / 4)
    return [item.id, { rev: item.rev, h: await hashItem(vaultId, item), bytes }]
  })
  return Object.fromEntries(await Promise.all(listed))
}

/** A vault beyond a limit that was once higher may be written if it does not grow, as the server checks too. */
export function requireRoom(list: ItemList, before: ItemList): void {
  const [after, now] = [measure(list), measure(before)]
  if (after.count > Math.max(LIMITS.items, now.count)) {
    throw new VaultError('too_many_items', `A vault holds at most ${LIMITS.items} entries.`)
  }
  if (after.bytes <= Math.max(LIMITS.vaultBytes, now.bytes)) return
  throw new VaultError('vault_too_large', `The entries of a vault are at most ${LIMITS.vaultBytes / 1_048_576} MiB.`)
}

function measure(list: ItemList): { readonly count: number; readonly bytes: number } {
  const items = Object.values(list)
  return { count: items.length, bytes: items.reduce((sum, { bytes }) => sum + bytes, 0) }
}

/** Sorted by id; SHA-256, base64url. */
export async function digestItems(
  vaultId: string,
  list: Readonly<Record<string, Pick<ListedItem, 'rev' | 'h'>>>,
): Promise<ItemsDigest> {
  const entries = Object.entries(list).toSorted(([left], [right]) => (left < right ? -1 : 1))
  const parts = entries.flatMap(([id, { rev, h }]): LpPart[] => [id, rev, fromBase64url(h)])
  const h = toBase64url(await hashBytes(lp(LABEL.itemList, fromBase64url(vaultId), ...parts)))
  return { count: entries.length, h }
}

/** @throws VaultError `malformed` */
export function readItemsDigest(value: unknown, what: string): ItemsDigest {
  return readRecord(value, { count: readCountOrZero, h: readHash }, what)
}
