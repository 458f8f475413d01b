import {
  chmodSync,
  chownSync,
  closeSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs'
import { CommandError } from '../command-error.ts'

/** Far more than a file of settings holds. */
const MAXIMUM_BYTES = 1024 * 1024

/** @throws CommandError for what is no regular file in UTF-8 */
export function readWhole(path: string): string {
  try {
    const stats = statSync(path)
    if (!stats.isFile() || stats.size > MAXIMUM_BYTES) throw new TypeError('not a regular file of this size')
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(path))
  } catch (cause) {
    throw new CommandError(`${path} cannot be read as text. Check its path, and that this user may read it.`, { cause })
  }
}

/**
 * A crash leaves the former file or the new one. The new one has the former's owner and rights, and none for others;
 * without a former one, its owner alone may read it.
 * @throws CommandError
 */
export function replaceFile(path: string, content: string): void {
  const aside = `${path}.new`
  try {
    const former = statSync(path, { throwIfNoEntry: false })
    rmSync(aside, { force: true })
    writeSynced(aside, content)
    if (former) takeOver(aside, former)
    renameSync(aside, path)
  } catch (cause) {
    throw new CommandError(`${path} cannot be replaced. Run this as the user who owns it and its folder.`, { cause })
  }
}

function writeSynced(path: string, content: string): void {
  const descriptor = openSync(path, 'wx', 0o600)
  try {
    writeFileSync(descriptor, content)
    fsyncSync(descriptor)
  } catch (error) {
    rmSync(path)
    throw error
  } finally {
    closeSync(descriptor)
  }
}

function takeOver(path: string, { uid, gid, mode }: Stats): void {
  const own = statSync(path)
  if (own.uid !== uid || own.gid !== gid) chownSync(path, uid, gid)
  chmodSync(path, mode & 0o770)
}
