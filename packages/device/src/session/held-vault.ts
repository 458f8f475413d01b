import {
  mergeEdits,
  type OpenVault,
  openVault,
  prepareCommit,
  type UnlockMethod,
  type VaultEdits,
  VaultError,
} from '@countersign/vault'
import { isAppMemory } from '../apps/app-memory.ts'
import { findOwn } from '../device-storage.ts'
import type { HeldCount } from '../failure.ts'
import { continues } from './current-session.ts'
import type { HeldEntries, OpenSession, Reading } from './state.ts'

type Remembering = Pick<Reading, 'storage'>

/**
 * Keeps what is open, sealed anew, when the server goes back or ends the session: where a backup was restored, this may
 * be the newest state that there is. Only a sign-in opens it.
 */
export async function holdVault({ state, storage }: Pick<Reading, 'state' | 'storage'>): Promise<void> {
  // What was held before and is not put back yet is newer than what is open.
  if (!state.session || state.session.held) return
  const { userId, unlock, vault } = state.session
  const { at: wroteAt, device } = vault.lastChanged
  const { commit } = await prepareCommit(vault, { put: vault.items, remove: [], wroteAt, device })
  const snapshot = { vault_id: vault.vaultId, head: commit.head, items: commit.put, unlock }
  await storage.keep({ userId, held: { snapshot, memory: vault.memory } })
}

/**
 * What this device holds of the vault of who signs in. It is forgotten only if the vault that was opened has all of it:
 * a memory that was set to an older vault knows nothing of what is held.
 */
export async function settleHeld(
  context: Remembering,
  proof: { readonly userId: string; readonly root: UnlockMethod },
  vault: OpenVault,
): Promise<OpenSession['held']> {
  const held = await openHeld(context, proof)
  if (held === undefined || !(await hasAll(context, { vault, held, userId: proof.userId }))) return held
  await dropHeld(context, proof.userId)
  return undefined
}

/** What this device holds of the vault of who signs in; `sealed` if this way to sign in does not open it. */
export async function openHeld(
  { storage }: Remembering,
  { userId, root }: { readonly userId: string; readonly root: UnlockMethod },
): Promise<OpenSession['held']> {
  const held = findOwn((await storage.read()).held, userId)
  if (!held) return undefined
  try {
    const { vault } = await openVault({ snapshot: held.snapshot, userId, method: root })
    return { items: vault.items, rpPins: vault.rpPins, wroteAt: vault.lastChanged.at }
  } catch (error) {
    if (error instanceof VaultError) return 'sealed'
    throw error
  }
}

type Held = Pick<OpenSession, 'userId' | 'vault'> & { readonly held: NonNullable<OpenSession['held']> }

async function hasAll({ storage }: Remembering, { userId, vault, held }: Held): Promise<boolean> {
  if (held !== 'sealed') {
    const { put, pins } = editsToPutBack(vault, held)
    if (put.length + Object.keys(pins.set).length === 0) return true
  }
  const from = findOwn((await storage.read()).held, userId)
  if (from === undefined) return false
  const { proven: _proven, ...memory } = from.memory
  return continues(vault, memory)
}

/** Forgets what is held of a vault, since the server has all of it. */
export async function dropHeld({ storage }: Remembering, userId: string): Promise<void> {
  if (findOwn((await storage.read()).held, userId)) await storage.keep({ userId, held: undefined })
}

/** How many entries of an open vault this device holds as they were later, or alone. */
export function countHeld({ vault, held }: Pick<OpenSession, 'vault' | 'held'>): HeldCount {
  if (held === undefined || held === 'sealed') return held ?? 0
  return editsToPutBack(vault, held).put.filter((item) => !isAppMemory(item)).length
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
