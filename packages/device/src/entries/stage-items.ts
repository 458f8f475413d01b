import type { ItemStagingRequest, StagedItems } from '@countersign/contracts'
import type { SealedItem } from '@countersign/vault'

/** So many characters of items go with a write itself: head, log and the rest of it have room beside them. */
const INLINE_CHARACTERS = 250_000
/**
 * So many go ahead at once: few enough for a slow line, and enough for the largest vault to take fewer calls than core
 * lets through in a minute. A body holds 1 MiB, and everything in it is ASCII.
 */
const PART_CHARACTERS = 500_000

/** The items of a write, as its body tells of them: they are in it, or were sent ahead. */
export type ItemsOfWrite = { readonly items: readonly SealedItem[]; readonly staged?: StagedItems }

/**
 * Uploads a write's items in parts if they exceed one body. Core stages them until the write names them; the vault does not
 * change.
 * @throws as `send`
 */
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

/** Splits items into parts of at most so many characters of JSON; one item alone is never too large. */
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
