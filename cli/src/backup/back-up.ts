import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { VERSION } from '@countersign/service/settings'
import { type Database, listApplied, withTables } from '@countersign/service/sql'
import { CommandError } from '../command-error.ts'
import { COMPONENTS, migrationsOf } from '../components.ts'
import { DEVELOPMENT_FILES } from '../dev/development-files.ts'
import type { BackupHeader } from './backup-format.ts'
import { counting, readDatabase, type Tell } from './database-parts.ts'
import { checkBackupFile } from './read-backup-file.ts'
import { writeBackupFile } from './write-backup-file.ts'

type BackupSource = { readonly database: Database; readonly dataDirectory: string; readonly tell: Tell }

/**
 * Writes a database into a new file, reads it again, and only then gives it its name. Answers with how it begins.
 * @throws CommandError
 */
export async function backUp(path: string, { database, dataDirectory, tell }: BackupSource): Promise<BackupHeader> {
  const header: BackupHeader = {
    format: 'countersign-backup-1',
    made_at: new Date().toISOString(),
    program: VERSION,
    migrations: await describeMigrations(database),
    files: readDevelopmentFiles(dataDirectory),
  }
  const unfinished = `${path}.${process.pid}.unfinished`
  try {
    await withTables(database, (run) => writeBackupFile(unfinished, header, counting(readDatabase(run), tell)))
    await checkBackupFile(unfinished)
    refuseExisting(path)
    renameSync(unfinished, path)
    return header
  } finally {
    rmSync(unfinished, { force: true })
  }
}

/** @throws CommandError: what is there may be needed */
export function refuseExisting(path: string): void {
  if (!existsSync(path)) return
  throw new CommandError(`${path} is there already, and may be needed. Name another file, or move it away.`)
}

/** As a database has them, whichever version it is of. */
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
