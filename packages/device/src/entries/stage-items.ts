import type { ItemStagingRequest, StagedItems } from '@countersign/contracts'
import type { SealedItem } from '@countersign/vault'

/** Sent with the write itself; leaves room for head and log. */
const INLINE_CHARACTERS = 250_000
/** Fits a 1 MiB body (all ASCII) on a slow line; keeps the largest vault below core's calls per minute. */
const PART_CHARACTERS = 500_000

export type ItemsOfWrite = { readonly items: readonly SealedItem[]; readonly staged?: StagedItems }

/** Sends items ahead, in parts, if they exceed one body. The vault changes only with the write. */
export async function stageItems(
  items: readonly SealedItem[],
  send: (part: ItemStagingRequest) => Promise<void>,
): Promise<ItemsOfWrite> {
  const [all, ...more] = partsOf(items, INLINE_CHARACTERS)
  if (more.length === 0) return { items: all ?? [] }
  const staging_id = crypto.randomUUID()
  for (const part of partsOf(items, PART_CHARACTERS)) await send({ staging_id, items: part })
  return { items: [], staged: { staging_id, count: items.length } }
}

/** One item is never too large. */
export function partsOf(items: readonly SealedItem[], maxCharacters: number): readonly SealedItem[][] {
  const parts: SealedItem[][] = []
  let room = 0
  for (const item of items) {
    const characters = JSON.stringify(item).length + 1
    if (characters > room) {
      parts.push([])
      room = maxCharacters
    }
    parts.at(-1)?.push(item)
    room -= characters
  }
  return parts
}
