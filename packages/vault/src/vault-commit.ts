import { type Head, readHead } from './head.ts'
import { readSealedItem, type SealedItem } from './item.ts'
import { LIMITS } from './limits.ts'
import { malformed, readArray, readFields, readUuid } from './parse.ts'

/** The body of a commit: the next head, and the items that it lists anew or no more. */
export interface VaultCommit {
  readonly head: Head
  readonly put: readonly SealedItem[]
  readonly delete: readonly string[]
}

const WHAT = 'commit'

/**
 * Checks the form of a commit. A server can check no more than that, the generation and the entity tag.
 * @throws VaultError `malformed`, `unsupported`, `too_large`
 */
export function readVaultCommit(value: unknown): VaultCommit {
  const fields = readFields(value, ['head', 'put', 'delete'], WHAT)
  const put = readArray(fields.put, LIMITS.items, WHAT).map(readSealedItem)
  const removed = readArray(fields.delete, LIMITS.items, WHAT).map((id) => readUuid(id, WHAT))
  const ids = [...put.map(({ id }) => id), ...removed]
  if (new Set(ids).size !== ids.length) throw malformed(WHAT)
  return { head: readHead(fields.head), put, delete: removed }
}
