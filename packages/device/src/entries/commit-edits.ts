import { mergeEdits, prepareCommit, type VaultEdits } from '@countersign/vault'
import { authorOf, currentSession, type DeviceContext } from '../device-context.ts'
import { ClientError, toFailure } from '../failure.ts'
import { refreshSession, replaceSession } from '../session/current-session.ts'

/** Edits of which only what changes is named. */
export type Edits = Partial<Pick<VaultEdits, 'put' | 'remove' | 'activity' | 'pins'>>

const ATTEMPTS = 5

/**
 * Commits edits. Where another device was faster, its vault is fetched and checked, the edits are merged into it, and
 * the commit is made again. Neither side's edits are lost; what both edited is kept twice, for the owner to choose.
 * @throws ClientError `stale_vault` after five rounds, and what core answers; VaultError when the vault is not whole
 */
export async function commitEdits(context: DeviceContext, edits: Edits): Promise<void> {
  let pending: VaultEdits = { put: [], remove: [], ...edits, ...authorOf(context) }
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    if (isEmpty(pending)) return
    const { token, vault } = currentSession(context)
    const prepared = await prepareCommit(vault, pending)
    if (await isAccepted(context.api.commitVault(token, prepared.etag, prepared.commit))) {
      replaceSession(context, { vault: prepared.next })
      return
    }
    const { vault: theirs } = await refreshSession(context)
    pending = mergeEdits({ base: vault.items, edits: pending, theirs: theirs.items }).edits
  }
  throw new ClientError({ code: 'stale_vault' })
}

/** Whether core took a write; false when another one was faster. */
export async function isAccepted(write: Promise<unknown>): Promise<boolean> {
  try {
    await write
    return true
  } catch (error) {
    if (toFailure(error).code === 'stale_vault') return false
    throw error
  }
}

function isEmpty({ put, remove, activity = [], pins = {} }: VaultEdits): boolean {
  const pinned = Object.keys(pins.set ?? {}).length + (pins.remove ?? []).length
  return put.length + remove.length + activity.length + pinned === 0
}
