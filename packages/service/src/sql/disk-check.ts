import { statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Two segments of the write-ahead log: with less, the next commit may find no room. */
const NEEDED_BYTES = 32 * 1024 * 1024

/** Whether the embedded database can go on writing in a directory: throws on a full disk, or one that became read-only. */
export async function checkDisk(directory: string): Promise<void> {
  const { bavail, bsize } = await statfs(directory)
  if (bavail * bsize < NEEDED_BYTES) throw new Error('The disk of the data directory is full.')
  await writeFile(join(directory, 'disk-check'), '', { mode: 0o600 })
}
