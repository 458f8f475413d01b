import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Run, withConnection } from './connection.ts'
import type { Database } from './database.ts'
import { DatabaseUnavailable } from './errors.ts'
import { sha256 } from './secrets.ts'

/** The numbered SQL files of one service, and the schema that only it may touch. */
export type Migrations = { readonly schema: 'provider' | 'core'; readonly folder: URL }

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
 * Brings a schema up to date and returns the names of what was applied. Forward only, each file in its own transaction;
 * processes that start together wait for one another, for as long as it takes.
 * @throws MigrationChanged, SchemaTooNew, DatabaseUnavailable
 */
export async function migrate(database: Database, migrations: Migrations): Promise<string[]> {
  return withConnection(database.pool, {}, async (run) => {
    await run({ text: 'set statement_timeout = 0' })
    await run({ text: 'select pg_advisory_lock(hashtext($1))', values: [`countersign/${migrations.schema}`] })
    try {
      return await applyPending(run, migrations)
    } finally {
      await run({ text: 'select pg_advisory_unlock_all()' })
      await run({ text: 'reset statement_timeout' })
    }
  })
}

async function applyPending(run: Run, { schema, folder }: Migrations): Promise<string[]> {
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
  return pending.map(({ name }) => name)
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
  await run({ text: 'begin' })
  try {
    await run({ text })
    await run({
      text: `insert into ${schema}.migrations (name, checksum) values ($1, $2)`,
      values: [name, checksum],
    })
    await run({ text: 'commit' })
  } catch (error) {
    await run({ text: 'rollback' }).catch(() => undefined)
    if (error instanceof DatabaseUnavailable) throw error
    throw new Error(`The migration ${name} failed.`, { cause: error })
  }
}
