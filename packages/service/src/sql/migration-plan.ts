import { type Run, withConnection } from './connection.ts'
import type { Database } from './database.ts'
import { findPending, listApplied, type Migrations, migrate } from './migrate.ts'
import { type Migration, readMigrations } from './migration-files.ts'
import { findBreaks, readSchemaFacts } from './schema-promises.ts'

/** What a migration does to a database that programs use meanwhile. */
export type MigrationEffect = {
  readonly name: string
  /** As its file says; undefined where it says that it is an expansion. */
  readonly needsVersion: string | undefined
  /** What programs of before would miss. An expansion has none. */
  readonly breaks: readonly string[]
  /** The strongest lock on each table that was there before: nobody may write meanwhile, or nobody may read either. */
  readonly locks: readonly TableLock[]
}

export type TableLock = { readonly table: string; readonly blocks: 'writes' | 'reads and writes' }

/**
 * Says of each migration that a database lacks what it will do, without touching that database: they run on a scratch one,
 * and PostgreSQL itself tells which locks they took and what the tables are like before and after.
 * @throws MigrationChanged, SchemaTooNew, DatabaseUnavailable
 */
export async function planMigrations(
  database: Database,
  migrations: Migrations,
  openScratch: () => Promise<Database>,
): Promise<MigrationEffect[]> {
  const applied = await listApplied(database, migrations)
  const pending = findPending(applied, readMigrations(migrations.folder))
  if (pending.length === 0) return []
  return describeMigrations(await openScratch(), migrations, new Set(pending.map(({ name }) => name)))
}

/** Applies all migrations to an empty database, and tells of those of these names. */
export async function describeMigrations(
  scratch: Database,
  migrations: Migrations,
  names: ReadonlySet<string>,
): Promise<MigrationEffect[]> {
  const files = readMigrations(migrations.folder)
  await migrate(scratch, migrations, {
    only: new Set(files.map(({ name }) => name).filter((name) => !names.has(name))),
  })
  const effects: MigrationEffect[] = []
  for (const file of files.filter(({ name }) => names.has(name))) {
    effects.push(await withConnection(scratch.pool, {}, (run) => describeMigration(run, migrations.schema, file)))
  }
  return effects
}

async function describeMigration(run: Run, schema: string, migration: Migration): Promise<MigrationEffect> {
  const before = await readSchemaFacts(run, schema)
  const tables = await readTables(run, schema)
  await run({ text: 'begin' })
  await run({ text: migration.text })
  const locks = await readLocks(run, tables)
  await run({ text: 'commit' })
  const breaks = findBreaks(before, await readSchemaFacts(run, schema))
  return { name: migration.name, needsVersion: migration.needsVersion, breaks, locks }
}

/** Weaker locks hold up nobody who reads or writes rows (PostgreSQL §13.3.1). */
const BLOCKS: Readonly<Record<string, TableLock['blocks']>> = {
  ShareLock: 'writes',
  ShareRowExclusiveLock: 'writes',
  ExclusiveLock: 'writes',
  AccessExclusiveLock: 'reads and writes',
}

/** By their numbers: one that is dropped has no name any more. */
async function readTables(run: Run, schema: string): Promise<ReadonlyMap<number, string>> {
  const { rows } = await run<{ oid: number; name: string }>({
    text: `select oid::integer as oid, oid::regclass::text as name from pg_class where relnamespace = $1::regnamespace and relkind in ('r', 'p')`,
    values: [schema],
  })
  return new Map(rows.map(({ oid, name }) => [oid, name]))
}

async function readLocks(run: Run, tables: ReadonlyMap<number, string>): Promise<TableLock[]> {
  const { rows } = await run<{ oid: number; mode: string }>({
    text: `select relation::integer as oid, mode from pg_locks where locktype = 'relation' and pid = pg_backend_pid()`,
  })
  const locks = new Map<string, TableLock['blocks']>()
  for (const { oid, mode } of rows) {
    const table = tables.get(oid)
    const blocks = BLOCKS[mode]
    if (table && blocks && locks.get(table) !== 'reads and writes') locks.set(table, blocks)
  }
  return Array.from(locks, ([table, blocks]) => ({ table, blocks })).toSorted((one, other) =>
    one.table < other.table ? -1 : 1,
  )
}
