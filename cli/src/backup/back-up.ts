import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { VERSION } from '@countersign/service/settings'
import { type Database, listApplied, withTables } from '@countersign/service/sql'
import { CommandError } from '../command-error.ts'
import { COMPONENTS, migrationsOf } from '../components.ts'
import { DEVELOPMENT_FILES } from '../dev/development-secrets.ts'
import { type BackupHeader, checkBackupFile, writeBackupFile } from './backup-file.ts'
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
    refuseExisting(path)
    renameSync(unfinished, path)
    return header
  } finally {
    rmSync(unfinished, { force: true })
  }
}

/** @throws CommandError */
export function refuseExisting(path: string): void {
  if (!existsSync(path)) return
  throw new CommandError(`${path} is there already, and may be needed. Name another file, or move it away.`)
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
