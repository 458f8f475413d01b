import { type Bytes, mergeEdits, type OpenVault, openVault, prepareCommit, type VaultEdits } from '@countersign/vault'
import type { CoreApi } from '../api/core-api.ts'
import { ClientError, toFailure } from '../failure.ts'
import { valuesOf } from './profile.ts'
import type { OpenedProfile } from './protocol.ts'

/** A person who is signed in, with their vault open. Lives in the worker and dies with it. */
export interface OpenSession {
  readonly token: string
  readonly userId: string
  /** The root of the password method: needed to open the vault again when another device changed it. */
  readonly root: Bytes
  readonly vault: OpenVault
}

const COMMIT_ATTEMPTS = 5

/** Fetches the vault and opens it in the order that the vault package prescribes. */
export async function openSession(
  api: CoreApi,
  { token, userId, root, memory }: Omit<OpenSession, 'vault'> & { memory?: OpenVault['memory'] | undefined },
): Promise<OpenSession> {
  const snapshot = await api.readVault(token)
  const { vault } = await openVault({ snapshot, userId, method: { type: 'opaque', root }, memory })
  return { token, userId, root, vault }
}

/**
 * Commits edits. Where another device was faster, its vault is fetched and checked, the edits are merged into it, and
 * the commit is made again. Neither side's edits are lost; what both edited is kept twice and counted as a conflict.
 */
export async function commitEdits(
  api: CoreApi,
  session: OpenSession,
  edits: VaultEdits,
): Promise<{ session: OpenSession; conflicts: number }> {
  let current = session
  let pending = edits
  const conflicts = new Set<string>()
  for (let attempt = 0; attempt < COMMIT_ATTEMPTS; attempt += 1) {
    if (pending.put.length === 0 && pending.remove.length === 0) return { session: current, conflicts: conflicts.size }
    const prepared = await prepareCommit(current.vault, pending)
    if (await isAccepted(api.commitVault(current.token, prepared.etag, prepared.commit))) {
      return { session: { ...current, vault: prepared.next }, conflicts: conflicts.size }
    }
    const base = current.vault
    current = await openSession(api, { ...current, memory: base.memory })
    const merged = mergeEdits({ base: base.items, edits: pending, theirs: current.vault.items })
    pending = merged.edits
    for (const id of merged.conflicts) conflicts.add(id)
  }
  throw new ClientError({ code: 'stale_vault' })
}

async function isAccepted(commit: Promise<void>): Promise<boolean> {
  try {
    await commit
    return true
  } catch (error) {
    if (toFailure(error).code === 'stale_vault') return false
    throw error
  }
}

/** What the page may see of a session. */
export function toProfile({ userId, vault }: OpenSession, conflicts = 0): OpenedProfile {
  return {
    userId,
    values: valuesOf(vault.items),
    lastChanged: { at: vault.lastChanged.at.toISOString(), device: vault.lastChanged.device },
    isFirstUse: vault.continuity === 'first_use',
    memory: vault.memory,
    conflicts,
  }
}
