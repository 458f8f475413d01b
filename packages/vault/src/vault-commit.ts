import { type ActivityEntry, readNewActivity } from './activity-entry.ts'
import { type Head, readHead } from './head.ts'
import { readSealedItem, type SealedItem } from './item.ts'
import { LIMITS } from './limits.ts'
import { malformed, readArray, readFields, readUuid } from './parse.ts'

/** The body of a commit: the next head, the items that it lists anew or no more, and what it adds to the log. */
export type VaultCommit = {
  readonly head: Head
  readonly put: readonly SealedItem[]
  readonly delete: readonly string[]
  /** Oldest first; often empty, never left out. */
  readonly activity: readonly ActivityEntry[]
}

const WHAT = 'commit'

/**
 * Checks the form of a commit. A server can check no more than that, the generation, the entity tag, and that the
 * activity goes on from the newest entry that it has.
 * @throws VaultError `malformed`, `unsupported`, `too_large`
 */
export function readVaultCommit(value: unknown): VaultCommit {
  const fields = readFields(value, ['head', 'put', 'delete', 'activity'], WHAT)
  const head = readHead(fields.head)
  const put = readArray(fields.put, LIMITS.items, WHAT).map(readSealedItem)
  const removed = readArray(fields.delete, LIMITS.items, WHAT).map((id) => readUuid(id, WHAT))
  const ids = [...put.map(({ id }) => id), ...removed]
  if (new Set(ids).size !== ids.length) throw malformed(WHAT)
  return { head, put, delete: removed, activity: readNewActivity(fields.activity, head.ak_gen) }
}
