import { existsSync, lstatSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type Database,
  lockDirectory,
  migrate,
  openDatabase,
  readMigrations,
  withTables,
} from '@countersign/service/sql'
import { CommandError } from '../command-error.ts'
import { COMPONENTS, migrationsOf } from '../components.ts'
import { DEVELOPMENT_FILES } from '../dev/development-files.ts'
import type { BackupHeader, BackupPart } from './backup-format.ts'
import { counting, fillDatabase, type Tell } from './database-parts.ts'
import { moveAll } from './move-all.ts'
import { checkBackupFile, readBackupFile } from './read-backup-file.ts'

type Restoring = {
  readonly dataDirectory: string
  /** Whether sessions of that time go on, those too that were ended since. */
  readonly keepSessions: boolean
  readonly tell: Tell
}

/**
 * Makes the embedded database of a data directory that has none from a backup: beside its place at first, and moved there when
 * every row was compared. Answers with how the backup begins.
 * @throws CommandError, DirectoryInUse
 */
export async function restore(path: string, { dataDirectory, keepSessions, tell }: Restoring): Promise<BackupHeader> {
  const header = await checkBackupFile(path)
  refuseOther(header)
  refuseUsed(dataDirectory, header)
  const unlock = lockDirectory(dataDirectory)
  const unfinished = join(dataDirectory, 'restoring')
  try {
    rmSync(unfinished, { recursive: true, force: true })
    mkdirSync(unfinished, { mode: 0o700 })
    const database = await openDatabase({ dataDirectory: unfinished })
    try {
      await fill(database, header, counting(partsOf(path), tell))
      if (!keepSessions) await database.sql`delete from core.sessions`
    } finally {
      await database.close()
    }
    const files = filesOf(header).filter(([name]) => !existsSync(join(dataDirectory, name)))
    for (const [name, content] of files) writeFileSync(join(unfinished, name), content, { mode: 0o600 })
    // The database last: where it is, all is.
    moveAll([...files.map(([name]) => name), 'database'], unfinished, dataDirectory)
    return header
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
    unlock()
  }
}

/** Only names that are ours: a file that somebody else wrote puts nothing elsewhere. */
function filesOf({ files }: BackupHeader): (readonly [string, Buffer])[] {
  return DEVELOPMENT_FILES.flatMap((name) =>
    files[name] === undefined ? [] : [[name, Buffer.from(files[name], 'base64')] as const],
  )
}

function refuseUsed(dataDirectory: string, header: BackupHeader): void {
  const files = filesOf(header).filter(([name, content]) => isOther(join(dataDirectory, name), content))
  const names = ['database', ...files.map(([name]) => name)]
  // Links too that lead nowhere.
  const used = names.find((name) => lstatSync(join(dataDirectory, name), { throwIfNoEntry: false }))
  if (used === undefined) return
  throw new CommandError(
    `${dataDirectory} is not empty: it has ${used}. Nothing was changed. Name a new DATA_DIR, or stop the server and move this one away; keep it, as it may hold what the backup does not.`,
  )
}

/** An attempt that was killed at its end has left what is in the backup. */
function isOther(path: string, content: Buffer): boolean {
  return !existsSync(path) || !readFileSync(path).equals(content)
}

/** The tables as they were then, with their rows, and then as they are now. */
async function fill(database: Database, header: BackupHeader, parts: AsyncIterable<BackupPart>): Promise<void> {
  const all = migrationsOf(COMPONENTS)
  for (const migrations of all) await migrate(database, migrations, { only: namesOf(header, migrations.schema) })
  await withTables(database, (run) => fillDatabase(run, parts))
  for (const migrations of all) await migrate(database, migrations)
}

function namesOf({ migrations }: BackupHeader, schema: string): ReadonlySet<string> {
  return new Set(migrations.filter((each) => each.schema === schema).map(({ name }) => name))
}

/** Only migrations that this version has make a database that it can bring up to date. */
function refuseOther({ migrations, program }: BackupHeader): void {
  const own = migrationsOf(COMPONENTS).flatMap(({ schema, folder }) =>
    readMigrations(folder).map(({ name, checksum }) => `${schema} ${name} ${checksum}`),
  )
  const known = new Set(own)
  if (migrations.every(({ schema, name, checksum }) => known.has(`${schema} ${name} ${checksum}`))) return
  throw new CommandError(
    `The backup was made by Countersign ${program}, whose database this version cannot make. Nothing was changed. Restore it with that version or a newer one.`,
  )
}

async function* partsOf(path: string): AsyncGenerator<BackupPart> {
  for await (const part of readBackupFile(path)) if (!('header' in part)) yield part
}
