import {
  mergeEdits,
  openVault,
  prepareCommit,
  type UnlockMethod,
  type VaultEdits,
  VaultError,
} from '@countersign/vault'
import type { DeviceContext, HeldEntries, OpenSession } from '../device-context.ts'
import { findOwn } from '../device-storage.ts'

/**
 * Keeps what is open, sealed anew, when the server goes back or ends the session: where a backup was restored, this may
 * be the newest state that there is. Only a sign-in opens it.
 */
export async function holdVault({ state, storage }: DeviceContext): Promise<void> {
  if (!state.session) return
  const { userId, unlock, vault } = state.session
  const { at: wroteAt, device } = vault.lastChanged
  const { commit } = await prepareCommit(vault, { put: vault.items, remove: [], wroteAt, device })
  const held = { vault_id: vault.vaultId, head: commit.head, items: commit.put, unlock }
  await storage.keep({ userId, held })
}

/** What this device holds of the vault of who signs in; nothing, if this way to sign in does not open it. */
export async function openHeld(
  { storage }: DeviceContext,
  { userId, root }: { userId: string; root: UnlockMethod },
): Promise<HeldEntries | undefined> {
  const snapshot = findOwn((await storage.read()).held, userId)
  if (!snapshot) return undefined
  try {
    const { vault } = await openVault({ snapshot, userId, method: root })
    return { items: vault.items, rpPins: vault.rpPins, wroteAt: vault.lastChanged.at }
  } catch (error) {
    if (error instanceof VaultError) return undefined
    throw error
  }
}

/** Forgets what is held of a vault, since the server has all of it. */
export async function dropHeld({ storage }: DeviceContext, userId: string): Promise<void> {
  if (findOwn((await storage.read()).held, userId)) await storage.keep({ userId, held: undefined })
}

/** How many entries of an open vault this device holds as they were later, or alone. */
export function countHeld({ vault, held }: Pick<OpenSession, 'vault' | 'held'>): number {
  return held ? editsToPutBack(vault, held).put.length : 0
}

/** The entries and known apps that the vault lacks, or has as they were before. What was edited since stays beside. */
export function editsToPutBack(vault: OpenSession['vault'], { items, rpPins, wroteAt }: HeldEntries) {
  const edits: VaultEdits = { put: items, remove: [], wroteAt, device: '' }
  const isFromBefore = ({ meta }: HeldEntries['items'][number]) => (meta['changed_at'] ?? '') <= wroteAt.toISOString()
  const { put } = mergeEdits({ base: vault.items.filter(isFromBefore), edits, theirs: vault.items }).edits
  const newer = Object.entries(rpPins).filter(
    ([clientId, { used }]) => used > (findOwn(vault.rpPins, clientId)?.used ?? ''),
  )
  return { put, pins: { set: Object.fromEntries(newer) } }
}
