import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Environment, isSet, VERSION } from '@countersign/service/settings'
import { type Database, listApplied, openDatabase, withTables } from '@countersign/service/sql'
import type { LocalContext } from '../command-context.ts'
import { CommandError } from '../command-error.ts'
import { COMPONENTS, migrationsOf } from '../components.ts'
import { askRunningProcess } from '../control/ask-running-process.ts'
import { DEVELOPMENT_FILES } from '../dev/development-secrets.ts'
import { refuseExisting } from '../files.ts'
import { closing, dataDirectoryOf, openConfiguredDatabase } from '../settings/database-settings.ts'
import { type BackupHeader, checkBackupFile, writeBackupFile } from './backup-file.ts'
import { COPY_COMMAND } from './copy-database.ts'
import { type Count, readDatabase } from './database-parts.ts'

type BackupSource = { readonly database: Database; readonly dataDirectory: string; readonly count: Count }

/**
 * Writes the database into an unfinished file, reads that again, then renames it to `path`.
 * @throws CommandError
 */
export async function backUp(path: string, { database, dataDirectory, count }: BackupSource): Promise<BackupHeader> {
  const header: BackupHeader = {
    format: 'countersign-backup-1',
    made_at: new Date().toISOString(),
    program: VERSION,
    migrations: await describeMigrations(database),
    files: readDevelopmentFiles(dataDirectory),
  }
  const unfinished = `${path}.${process.pid}.unfinished`
  try {
    await withTables(database, (run) => writeBackupFile(unfinished, header, count(readDatabase(run))))
    await checkBackupFile(unfinished)
    refuseExisting([path])
    renameSync(unfinished, path)
    return header
  } finally {
    rmSync(unfinished, { force: true })
  }
}

async function describeMigrations(database: Database): Promise<BackupHeader['migrations']> {
  const described: BackupHeader['migrations'] = []
  for (const migrations of migrationsOf(COMPONENTS)) {
    const applied = await listApplied(database, migrations)
    described.push(...applied.map(({ schema, name, checksum }) => ({ schema, name, checksum })))
  }
  return described
}

function readDevelopmentFiles(dataDirectory: string): BackupHeader['files'] {
  const present = DEVELOPMENT_FILES.filter((name) => existsSync(join(dataDirectory, name)))
  return Object.fromEntries(present.map((name) => [name, readFileSync(join(dataDirectory, name), 'base64')]))
}

/**
 * Runs `work` on the stopped embedded database, or on a copy by the running process that holds it.
 * @throws CommandError, DirectoryInUse
 */
export async function withStillDatabase<Result>(
  { env, user, patience }: LocalContext,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const dataDirectory = dataDirectoryOf(env)
  refuseServer(env)
  const request = { parameters: [COPY_COMMAND], files: [], user }
  const answer = await askRunningProcess(dataDirectory, request, patience.answerMs)
  if (!answer) return closing(await openStopped(dataDirectory), work)
  if (answer.code !== 0) throw new CommandError(answer.complaint.trimEnd())
  const copy = answer.output.trimEnd()
  try {
    return await closing(await openDatabase({ dataDirectory: copy }), work)
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

/**
 * Opens an existing embedded database that no process holds.
 * @throws CommandError, DirectoryInUse
 */
export async function openStopped(dataDirectory: string): Promise<Database> {
  if (existsSync(join(dataDirectory, 'database'))) return openConfiguredDatabase({ DATA_DIR: dataDirectory })
  throw new CommandError(`There is no database in ${dataDirectory}: name the server's DATA_DIR.`)
}

function refuseServer(env: Environment): void {
  if (!isSet(env, 'DATABASE_URL')) return
  throw new CommandError(
    'DATABASE_URL is set, and PostgreSQL has backups of its own (pg_dump, pg_basebackup). This command is for the embedded database: leave DATABASE_URL out.',
  )
}
