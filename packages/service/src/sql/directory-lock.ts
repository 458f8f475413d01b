import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

export class DirectoryInUse extends Error {
  override readonly name = 'DirectoryInUse'
  readonly holder: string

  constructor(directory: string, holder: string) {
    super(
      `The data directory ${directory} is in use by ${holder}. Stop that one first, or give this one another DATA_DIR, or set DATABASE_URL: PostgreSQL serves several processes.`,
    )
    this.holder = holder
  }
}

const SQLITE_BUSY = 5

/** Garbage collection would close the file and drop the lock. */
const held = new Set<DatabaseSync>()

/**
 * Locks a data directory, because PGlite does not, and two writers lose rows; returns the release. The kernel's lock (fcntl,
 * through SQLite) ends with the process and holds between containers.
 * @throws DirectoryInUse
 */
export function lockDirectory(directory: string): () => void {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const holderFile = join(directory, 'lock-holder')
  const lock = openLock(join(directory, 'lock.db'))
  try {
    lock.exec('pragma journal_mode = memory; begin exclusive')
  } catch (error) {
    lock.close()
    if (!isBusy(error)) {
      throw new Error(`The data directory ${directory} cannot be locked. Is it on a file system without locks?`, {
        cause: error,
      })
    }
    throw new DirectoryInUse(directory, holderIn(holderFile))
  }
  try {
    writeFileSync(holderFile, `process ${process.pid} on ${hostname()}`, { mode: 0o600 })
  } catch (error) {
    lock.close()
    throw error
  }
  held.add(lock)
  return () => {
    rmSync(holderFile, { force: true })
    held.delete(lock)
    lock.close()
  }
}

/** Never removed: another process may be locking it. After its creation opened by SQLite only: closing any handle drops the locks. */
function openLock(path: string): DatabaseSync {
  try {
    writeFileSync(path, '', { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  return new DatabaseSync(path)
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY
}

/** The host name tells apart the process 1 of two containers. */
function holderIn(holderFile: string): string {
  try {
    return readFileSync(holderFile, 'utf8')
  } catch {
    return 'another process'
  }
}
