import { VerifyError } from '../verify-error.ts'
import { type Checkpoint, readCheckpoint } from './checkpoint.ts'
import { hashLeaf, rootOf } from './merkle-tree.ts'
import type { NoteKey } from './signed-note.ts'
import { bundlesOf, readBundle } from './tiles.ts'

/** `leaves` are the hashes of all entries that the checkpoint counts. */
export type Log = {
  readonly checkpoint: Checkpoint
  readonly entries: readonly Buffer[]
  readonly leaves: readonly Buffer[]
}

/** Reads a file by its path in the log. @throws VerifyError */
export type ReadLogFile = (path: string) => Promise<Buffer>

/**
 * Reads a log whole and computes its root anew. That proves all entries to be in it, without a proof for each.
 * @throws VerifyError
 */
export async function readLog(readLogFile: ReadLogFile, key: NoteKey): Promise<Log> {
  const checkpoint = readCheckpoint(await readLogFile('checkpoint'), key, 'The checkpoint of the log')
  const entries: Buffer[] = []
  for (const { path, width } of bundlesOf(checkpoint.size)) entries.push(...readBundle(await readLogFile(path), width))
  const leaves = entries.map(hashLeaf)
  if (rootOf(leaves).equals(checkpoint.root)) return { checkpoint, entries, leaves }
  throw new VerifyError('The entries of the log are not those of its checkpoint: some were changed or left out.')
}
