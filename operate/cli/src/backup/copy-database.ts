import { constants, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { type Database, DirectoryInUse, lockDirectory } from '@countersign/service/sql'
import type { Command } from 'commander'
import type { CommandContext } from '../command-context.ts'
import { CommandError } from '../command-error.ts'
import { PATIENCE } from '../patience.ts'
import { dataDirectoryOf } from '../settings/database-settings.ts'

/** How `backup` asks the process that holds the database for a copy. */
export const COPY_COMMAND = 'copy-database'

/** The asking process locks the copy within this time. */
const UNOPENED_MS = 60_000

/** Must end before the asking process gives up; copying one more file (at most 1 GB) may exceed it. */
const COPY_MS = PATIENCE.answerMs * 0.75

/**
 * Copies the files of the embedded database to a new folder. Statements wait meanwhile, unless the file system clones
 * files.
 * @throws CommandError
 */
export async function copyDatabase(database: Database, dataDirectory: string, withinMs = COPY_MS): Promise<string> {
  const endsAt = performance.now() + withinMs
  const copies = join(dataDirectory, 'copies')
  mkdirSync(copies, { recursive: true, mode: 0o700 })
  removeAbandonedCopies(dataDirectory)
  const copy = mkdtempSync(join(copies, 'copy-'))
  const client = await database.pool.connect()
  try {
    // Shortens recovery of the copy. Nothing else writes: the engine has one session, held here.
    await client.query('checkpoint')
    const [from, to] = [join(dataDirectory, 'database'), join(copy, 'database')]
    const filter = (): boolean => refuseLate(endsAt)
    await cp(from, to, { recursive: true, mode: constants.COPYFILE_FICLONE, filter })
    return copy
  } catch (cause) {
    rmSync(copy, { recursive: true, force: true })
    if (cause instanceof CommandError) throw cause
    throw new CommandError(
      `The database could not be copied within ${dataDirectory}. Is there room for it a second time?`,
      { cause },
    )
  } finally {
    client.release()
  }
}

/** @throws CommandError */
function refuseLate(endsAt: number): true {
  if (performance.now() < endsAt) return true
  throw new CommandError(
    'The database is too large to be copied while all requests wait, so the copy was given up, and nothing is left of it. Stop the server for the backup; or move to PostgreSQL, whose backups block no requests (docs/guides/run/backup.md).',
  )
}

/** Removes copies that killed backups left. */
export function removeAbandonedCopies(dataDirectory: string): void {
  const copies = join(dataDirectory, 'copies')
  if (!existsSync(copies)) return
  for (const name of readdirSync(copies)) {
    const copy = join(copies, name)
    if (Date.now() - statSync(copy).mtimeMs < UNOPENED_MS || isHeld(copy)) continue
    rmSync(copy, { recursive: true, force: true })
  }
}

function isHeld(copy: string): boolean {
  try {
    lockDirectory(copy)()
    return false
  } catch (error) {
    if (error instanceof DirectoryInUse) return true
    throw error
  }
}

export function addCopyDatabaseCommand(program: Command, { env, output, withDatabase }: CommandContext): void {
  program
    .command(COPY_COMMAND, { hidden: true })
    .description('copy the embedded database into its data directory, and print where')
    .action(() => withDatabase(async (database) => output.print(await copyDatabase(database, dataDirectoryOf(env)))))
}
