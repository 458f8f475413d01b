import { type RandomBytes, randomBytes } from './bytes.ts'
import { type PreparedWrite, writeNextHead } from './next-head.ts'
import { sealEdits, type VaultEdits } from './seal-edits.ts'
import type { OpenVault } from './vault.ts'
import type { VaultCommit } from './writes.ts'

export type PreparedCommit = {
  readonly commit: VaultCommit
} & Omit<PreparedWrite, 'head'>

/**
 * Seals edits into one commit. Nothing is sent and `vault` stays as it is: if the server answers 412, open the vault
 * again, see with `hasWrite` whether this commit arrived after all, and if not pass the same edits through
 * `mergeEdits` and prepare another one.
 * @throws VaultError `unknown_item`, `too_large`, `malformed` (an item edited twice, or not a UUID)
 */
export async function prepareCommit(
  vault: OpenVault,
  edits: VaultEdits,
  random: RandomBytes = randomBytes,
): Promise<PreparedCommit> {
  const { put, activity, ...sealed } = await sealEdits(vault, edits, random)
  const { head, ...prepared } = await writeNextHead(vault, { ...sealed, author: edits, random })
  return { commit: { head, put, delete: edits.remove, activity }, ...prepared }
}
