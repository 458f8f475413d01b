import { existsSync, lstatSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type Database,
  FORMER_COMMIT,
  lockDirectory,
  migrate,
  openDatabase,
  readMigrations,
  withTables,
} from '@countersign/service/sql'
import { CommandError } from '../command-error.ts'
import { COMPONENTS, migrationsOf } from '../components.ts'
import { DEVELOPMENT_FILES } from '../dev/development-secrets.ts'
import { closing } from '../settings/database-settings.ts'
import { type BackupHeader, type BackupPart, checkBackupFile, readBackupFile } from './backup-file.ts'
import { type Count, fillDatabase } from './database-parts.ts'

type Restoring = {
  readonly dataDirectory: string
  /** Keeps sessions of the backup, ended ones included. */
  readonly keepSessions: boolean
  readonly count: Count
}

/**
 * Makes the embedded database of a data directory in `restoring/`, compares every row, then moves it into place.
 * @throws CommandError, DirectoryInUse
 */
export async function restore(path: string, { dataDirectory, keepSessions, count }: Restoring): Promise<BackupHeader> {
  const header = await checkBackupFile(path)
  refuseUnknownMigrations(header)
  refuseUsed(dataDirectory, header)
  const unlock = lockDirectory(dataDirectory)
  const unfinished = join(dataDirectory, 'restoring')
  try {
    rmSync(unfinished, { recursive: true, force: true })
    mkdirSync(unfinished, { mode: 0o700 })
    await closing(await openDatabase({ dataDirectory: unfinished }), async (database) => {
      await fill(database, header, count(partsOf(path)))
      if (!keepSessions) await database.sql`delete from core.sessions`
    })
    const files = filesOf(header).filter(([name]) => !existsSync(join(dataDirectory, name)))
    for (const [name, content] of files) writeFileSync(join(unfinished, name), content, { mode: 0o600 })
    // The database last: if it is there, everything is.
    moveAll([...files.map(([name]) => name), 'database'], unfinished, dataDirectory)
    return header
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
    unlock()
  }
}

/** Only our names: a forged backup writes no other file. */
function filesOf({ files }: BackupHeader): (readonly [string, Buffer])[] {
  return DEVELOPMENT_FILES.flatMap((name) =>
    files[name] === undefined ? [] : [[name, Buffer.from(files[name], 'base64')] as const],
  )
}

function refuseUsed(dataDirectory: string, header: BackupHeader): void {
  const files = filesOf(header).filter(([name, content]) => !holdsSame(join(dataDirectory, name), content))
  const names = ['database', ...files.map(([name]) => name)]
  // lstat sees dangling links too.
  const used = names.find((name) => lstatSync(join(dataDirectory, name), { throwIfNoEntry: false }))
  if (used === undefined) return
  throw new CommandError(
    `${dataDirectory} is not empty: it has ${used}. Nothing was changed. Name a new DATA_DIR, or stop the server and move this one away; keep it, as it may hold what the backup does not.`,
  )
}

/** A restore that was killed at its end has left equal files. */
function holdsSame(path: string, content: Buffer): boolean {
  return existsSync(path) && readFileSync(path).equals(content)
}

/** Fills the tables of the backup's version, then migrates them to this one. */
async function fill(database: Database, header: BackupHeader, parts: AsyncIterable<BackupPart>): Promise<void> {
  const all = migrationsOf(COMPONENTS)
  for (const migrations of all) await migrate(database, migrations, { only: namesOf(header, migrations.schema) })
  await withTables(database, (run) => fillDatabase(run, parts))
  for (const migrations of all) await migrate(database, migrations)
}

function namesOf({ migrations }: BackupHeader, schema: string): ReadonlySet<string> {
  return new Set(migrations.filter((each) => each.schema === schema).map(({ name }) => name))
}

function refuseUnknownMigrations({ migrations, program }: BackupHeader): void {
  const own = migrationsOf(COMPONENTS).flatMap(({ schema, folder }) =>
    readMigrations(folder).map(({ name, checksum }) => `${schema} ${name} ${checksum}`),
  )
  const known = new Set(own)
  if (migrations.every(({ schema, name, checksum }) => known.has(`${schema} ${name} ${checksum}`))) return
  throw new CommandError(
    `The backup was made by Countersign ${program}, with migrations that this version lacks. Nothing was changed. Restore it with that version or a newer one. Where it was made by the sources of commit ${FORMER_COMMIT}, restore it with those, then start this version on it.`,
  )
}

async function* partsOf(path: string): AsyncGenerator<BackupPart> {
  for await (const part of readBackupFile(path)) if (!('header' in part)) yield part
}

/** Moves these names from one folder to another, in order: all or nothing. */
export function moveAll(names: readonly string[], from: string, to: string): void {
  const moved: string[] = []
  try {
    for (const name of names) {
      renameSync(join(from, name), join(to, name))
      moved.push(name)
    }
  } catch (error) {
    for (const name of moved) rmSync(join(to, name), { recursive: true })
    throw error
  }
}
