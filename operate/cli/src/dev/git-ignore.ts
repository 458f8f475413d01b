import { execFile } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'

const NOT_IGNORED = 1

/** Makes a directory that git ignores. An existing one stays as it is: it may hold other files. */
export function makeIgnoredDirectory(directory: string): void {
  const isNew = mkdirSync(directory, { recursive: true, mode: 0o700 }) !== undefined
  if (isNew) writeFileSync(join(directory, '.gitignore'), '*\n')
}

/** Returns files that git would commit; none outside a repository or without git. */
export async function findCommittable(files: readonly string[]): Promise<readonly string[]> {
  const found = await Promise.all(files.map(async (file) => ((await isIgnored(file)) ? [] : [file])))
  return found.flat()
}

async function isIgnored(file: string): Promise<boolean> {
  try {
    await promisify(execFile)('git', ['-C', dirname(file), 'check-ignore', '--quiet', '--', basename(file)])
    return true
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === NOT_IGNORED)
  }
}
