import { hashUnlockRecords, makeAccountKey } from './account-key.ts'
import type { ActivityChain } from './activity-chain.ts'
import { sealActivity } from './activity-entry.ts'
import type { ActivityEvent } from './activity-event.ts'
import { toBase64url } from './base64url.ts'
import { type RandomBytes, randomBytes } from './bytes.ts'
import { checkOpeningMethod, type OpeningMethod } from './change-unlock.ts'
import { sealItem } from './item.ts'
import { listItems } from './item-list.ts'
import { deriveActivityKeyBytes } from './keys.ts'
import { type Authorship, type PreparedWrite, writeNextHead } from './next-head.ts'
import type { SealedItem } from './records.ts'
import { bindingOf, requireRecoveryAndAnother, type UnlockMethod } from './unlock-method.ts'
import { revealAccountKey } from './unlock-record.ts'
import type { OpenVault } from './vault.ts'
import type { VaultRotation } from './writes.ts'

export type RotationRequest = {
  /** All methods that remain; others are dropped. */
  readonly methods: readonly UnlockMethod[]
  readonly using: OpeningMethod
  readonly activity?: readonly ActivityEvent[] | undefined
} & Authorship

export type PreparedRotation = {
  readonly rotation: VaultRotation
} & Omit<PreparedWrite, 'head'>

/** Revisions stay, so that unsent edits still merge. Log entries stay: their key moves into the head. */
export async function prepareRotation(
  vault: OpenVault,
  request: RotationRequest,
  random: RandomBytes = randomBytes,
): Promise<PreparedRotation> {
  requireRecoveryAndAnother(request.methods.map(bindingOf))
  await checkOpeningMethod(vault, request.using)
  const chain = await handDownActivityKey(vault, request.using)
  const { vaultId, internal } = vault
  const akGen = internal.akGen + 1
  const { unlock, keys: newKeys } = await makeAccountKey({ vaultId, akGen, methods: request.methods, random })
  const { keys } = newKeys
  const items: SealedItem[] = []
  for (const item of vault.items) {
    items.push(await sealItem(item, { vaultId, key: keys.items, akGen, random }))
  }
  const log = { vaultId, key: keys.activity, akGen, random }
  const appended = await sealActivity(chain, request.activity ?? [], log)
  const changes = {
    unlock: await hashUnlockRecords(unlock),
    activity: appended.chain,
  }
  const listed = await listItems(vaultId, items)
  const next = { changes, author: request, items: vault.items, listed, random, newKeys }
  const { head, ...prepared } = await writeNextHead(vault, next)
  return { rotation: { head, items, unlock, activity: appended.entries }, ...prepared }
}

/** Keeps the old activity key if it sealed any entry. */
async function handDownActivityKey({ internal }: OpenVault, using: OpeningMethod): Promise<ActivityChain> {
  const chain = internal.body.activity
  const accountKey = await revealAccountKey(using.record, using.method)
  try {
    if (chain.seq === (chain.past.at(-1)?.until ?? 0)) return chain
    const key = await deriveActivityKeyBytes(accountKey)
    const past = [...chain.past, { until: chain.seq, key: toBase64url(key) }]
    key.fill(0)
    return { ...chain, past }
  } finally {
    accountKey.fill(0)
  }
}
