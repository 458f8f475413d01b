import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Run } from './connection.ts'
import type { Database } from './database.ts'
import { type Distribution, spreadNewTables } from './distribution.ts'
import { DatabaseUnavailable } from './errors.ts'
import { inTurn } from './in-turn.ts'
import { sha256 } from './secrets.ts'

/** The numbered SQL files of one service, the schema that only it may touch, and how its tables are spread where they can be. */
export type Migrations = {
  readonly schema: 'provider' | 'core'
  readonly folder: URL
  readonly distribution?: Distribution
}

type Migration = { readonly name: string; readonly text: string; readonly checksum: string }

const FILE_NAME = /^\d{4}-[a-z0-9-]+\.sql$/

/** The database was brought up to date by a newer version of this program. The message says what to do. */
export class SchemaTooNew extends Error {
  override readonly name = 'SchemaTooNew'
}

/** The database was made by other migrations than these. The message says what to do. */
export class MigrationChanged extends Error {
  override readonly name = 'MigrationChanged'
}

/**
 * Brings a schema up to date and returns the names of what was applied. Forward only; all the files that are missing, or none
 * of them, so that after a failed update the former version still serves. Processes that start together wait for one another.
 * @throws MigrationChanged, SchemaTooNew, DatabaseUnavailable
 */
export async function migrate(database: Database, migrations: Migrations): Promise<string[]> {
  const { schema, folder, distribution } = migrations
  return inTurn(database, `countersign/${schema}`, async (run) => {
    await run({ text: `create schema if not exists ${schema}` })
    await run({
      text: `create table if not exists ${schema}.migrations (
               name text primary key, checksum text not null, applied_at timestamptz not null default now())`,
    })
    const { rows } = await run<{ name: string; checksum: string }>({
      text: `select name, checksum from ${schema}.migrations order by name`,
    })
    const files = readMigrations(folder)
    const applied = new Map(rows.map(({ name, checksum }) => [name, checksum]))
    // Before it is asked what is newer: a file that came only after the changed one may be unknown here for that very reason.
    refuseChanged(applied, files)
    refuseNewer(applied, files)
    const pending = files.filter(({ name }) => !applied.has(name))
    for (const migration of pending) await apply(run, schema, migration)
    if (pending.length > 0 && distribution) await spreadNewTables(run, distribution)
    return pending.map(({ name }) => name)
  })
}

/** A schema that other files made is not the one that this program was written for. */
function refuseChanged(applied: ReadonlyMap<string, string>, files: readonly Migration[]): void {
  const changed = files.find(({ name, checksum }) => applied.has(name) && applied.get(name) !== checksum)
  if (changed) {
    throw new MigrationChanged(
      `The migration ${changed.name} was changed after it was applied. Restore the file and write a new one. A development database from before a release cannot be kept: delete its data directory (.countersign unless DATA_DIR is set), or drop and create it anew on PostgreSQL, and start again.`,
    )
  }
}

/** What a newer program has changed, this one would misread or spoil. */
function refuseNewer(applied: ReadonlyMap<string, string>, files: readonly Migration[]): void {
  const names = new Set(files.map(({ name }) => name))
  const unknown = [...applied.keys()].find((name) => !names.has(name))
  if (unknown !== undefined) {
    throw new SchemaTooNew(
      `This database was brought up to date by a newer version of Countersign (${unknown} is not known here). Start that version, or restore a backup from before the update.`,
    )
  }
}

function readMigrations(folder: URL): Migration[] {
  return readdirSync(folder)
    .filter((name) => FILE_NAME.test(name))
    .toSorted()
    .map((name) => {
      const text = readFileSync(join(fileURLToPath(folder), name), 'utf8')
      return { name, text, checksum: sha256(text).toString('hex') }
    })
}

async function apply(run: Run, schema: string, { name, text, checksum }: Migration): Promise<void> {
  try {
    await run({ text })
  } catch (error) {
    if (error instanceof DatabaseUnavailable) throw error
    throw new Error(`The migration ${name} failed.`, { cause: error })
  }
  await run({ text: `insert into ${schema}.migrations (name, checksum) values ($1, $2)`, values: [name, checksum] })
}
