import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Another process holds the data directory. */
export class DirectoryInUse extends Error {
  override readonly name = 'DirectoryInUse'
}

type Holder = { readonly pid: number; readonly startedAt: string }

/**
 * Takes a data directory for this process alone: the embedded database has no lock of its own, and two processes
 * writing at once lose rows. A lock whose process is gone is taken over; the process's start time tells a holder from
 * a stranger that was given the same id later. Returns the release; throws DirectoryInUse.
 */
export function lockDirectory(directory: string): () => void {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const path = join(directory, 'lock')
  const mine = JSON.stringify({ pid: process.pid, startedAt: startOf(process.pid) } satisfies Holder)
  if (!tryWrite(path, mine)) {
    const holder = readHolder(path)
    if (holder && isAlive(holder)) {
      throw new DirectoryInUse(
        `The data directory ${directory} is in use by process ${holder.pid}. Stop that one first, or give this one another DATA_DIR, or set DATABASE_URL: PostgreSQL serves several processes.`,
      )
    }
    if (!setAside(path, holder) || !tryWrite(path, mine)) {
      throw new DirectoryInUse(`The data directory ${directory} was just taken by another process.`)
    }
  }
  return () => rmSync(path, { force: true })
}

/** Creates the file only if it is not there: of two processes, one succeeds. */
function tryWrite(path: string, content: string): boolean {
  try {
    writeFileSync(path, content, { flag: 'wx', mode: 0o600 })
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

/**
 * Moves a stale lock out of the way. Two processes may try at once, so what was moved is looked at again: if it is no
 * longer the stale one, it belongs to the process that was faster and goes back.
 */
function setAside(path: string, stale: Holder | undefined): boolean {
  const aside = `${path}.${process.pid}`
  try {
    renameSync(path, aside)
  } catch {
    return false
  }
  if (JSON.stringify(readHolder(aside)) !== JSON.stringify(stale)) {
    renameSync(aside, path)
    return false
  }
  rmSync(aside, { force: true })
  return true
}

function readHolder(path: string): Holder | undefined {
  try {
    const holder: unknown = JSON.parse(readFileSync(path, 'utf8'))
    if (typeof holder !== 'object' || holder === null || !('pid' in holder) || !('startedAt' in holder))
      return undefined
    return typeof holder.pid === 'number' && typeof holder.startedAt === 'string'
      ? { pid: holder.pid, startedAt: holder.startedAt }
      : undefined
  } catch {
    return undefined
  }
}

function isAlive({ pid, startedAt }: Holder): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
  return startOf(pid) === startedAt
}

/** When a process started, in clock ticks since boot (`/proc/<pid>/stat`, field 22); empty where the system has no /proc. */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
  } catch {
    return ''
  }
}
