import type { RandomBytes } from './bytes.ts'
import { sealHead } from './head.ts'
import type { HeadBody } from './head-body.ts'
import { extendChain } from './head-chain.ts'
import type { PlainItem } from './item.ts'
import { digestItems, type ItemList, requireRoom } from './item-list.ts'
import { LIMITS } from './limits.ts'
import { formatEtag, hashHead } from './record-hash.ts'
import type { VaultHead } from './records.ts'
import { type OpenKeys, type OpenVault, toOpenVault } from './vault.ts'
import { checkContinuity, memoryOf, type VaultMemory } from './vault-memory.ts'

/** Encrypted into the head, for the owner. */
export type Authorship = {
  readonly device: string
  readonly wroteAt: Date
}

/** Send it with `etag` as `If-Match`. Once accepted, continue with `next` and store `memory`. */
export type PreparedWrite = {
  readonly head: VaultHead
  readonly etag: string
  readonly next: OpenVault
  readonly memory: VaultMemory
}

type HeadChange = {
  readonly changes: Partial<Pick<HeadBody, 'unlock' | 'rp_pins' | 'activity' | 'unconfirmed_recovery'>>
  readonly author: Authorship
  readonly items: readonly PlainItem[]
  readonly listed: ItemList
  readonly random: RandomBytes
  readonly newKeys?: OpenKeys
}

/** @throws VaultError `too_large`, `too_many_items`, `vault_too_large` */
export async function writeNextHead(vault: OpenVault, change: HeadChange): Promise<PreparedWrite> {
  const { vaultId, memory, internal } = vault
  const { changes, author, items, listed, random, newKeys = internal } = change
  const { accountKey, keys, akGen } = newKeys
  requireRoom(listed, internal.listed)
  const body: HeadBody = {
    ...withoutReplaced({ ...internal.body, ...changes }),
    gen: memory.gen + 1,
    anc: [memory.hash, ...internal.body.anc].slice(0, LIMITS.ancestors),
    past: await extendChain(internal.body.past, [memory.hash]),
    items: await digestItems(vaultId, listed),
    wrote_at: author.wroteAt.toISOString(),
    device: author.device,
  }
  const head = await sealHead(body, { vaultId, key: keys.head, akGen, random })
  const headHash = await hashHead(vaultId, head)
  const { continuity, memory: kept } = checkContinuity(memoryOf(vaultId, body, headHash), body, memory)
  const next = toOpenVault({
    vaultId,
    items,
    memory: kept,
    continuity,
    internal: { accountKey, keys, akGen, body, listed },
  })
  return { head, etag: formatEtag(memory.gen, memory.hash), next, memory: kept }
}

/** Drops the mark of a recovery key together with its record. */
function withoutReplaced({ unconfirmed_recovery: id, ...body }: HeadBody): HeadBody {
  return id !== undefined && Object.hasOwn(body.unlock, id) ? { ...body, unconfirmed_recovery: id } : body
}
