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

/** Re-sealed: after a restored backup this may be the newest copy. Only a sign-in opens it. */
export async function holdVault({ state, storage }: Pick<Reading, 'state' | 'storage'>): Promise<void> {
  // An earlier held vault that is not put back yet is newer than the open one.
  if (!state.session || state.session.held) return
  const { userId, unlock, vault } = state.session
  const { at: wroteAt, device } = vault.lastChanged
  const { commit } = await prepareCommit(vault, { put: vault.items, remove: [], wroteAt, device })
  const snapshot = { vault_id: vault.vaultId, head: commit.head, items: commit.put, unlock }
  await storage.keep({ userId, held: { snapshot, memory: vault.memory } })
}

/** Dropped only if the opened vault contains all of it: a memory reset to an older vault knows no held entries. */
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

/** The user's held vault; `sealed` if this sign-in method does not open it. */
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
    if (put.length + Object.keys(pins).length === 0) return true
  }
  const from = findOwn((await storage.read()).held, userId)
  if (from === undefined) return false
  const { proven: _proven, ...memory } = from.memory
  return continues(vault, memory)
}

export async function dropHeld({ storage }: Remembering, userId: string): Promise<void> {
  if (findOwn((await storage.read()).held, userId)) await storage.keep({ userId, held: undefined })
}

export function countHeld({ vault, held }: Pick<OpenSession, 'vault' | 'held'>): HeldCount {
  if (held === undefined || held === 'sealed') return held ?? 0
  return editsToPutBack(vault, held).put.filter((item) => !isAppMemory(item)).length
}

/** Entries and known apps that the vault lacks or has in an older version. Later edits are kept as copies. */
export function editsToPutBack(vault: OpenSession['vault'], { items, rpPins, wroteAt }: HeldEntries) {
  const edits: VaultEdits = { put: items, remove: [], wroteAt, device: '' }
  const isFromBefore = ({ meta }: HeldEntries['items'][number]) => (meta['changed_at'] ?? '') <= wroteAt.toISOString()
  const { put } = mergeEdits({ base: vault.items.filter(isFromBefore), edits, theirs: vault.items })
  const newer = Object.entries(rpPins).filter(
    ([clientId, { used }]) => used > (findOwn(vault.rpPins, clientId)?.used ?? ''),
  )
  return { put, pins: Object.fromEntries(newer) }
}
