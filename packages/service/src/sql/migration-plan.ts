import { type Run, withConnection } from './connection.ts'
import type { Database } from './database.ts'
import { findPending, listApplied, type Migrations, migrate } from './migrate.ts'
import { type Migration, readMigrations } from './migration-files.ts'
import { findBreaks, readSchemaFacts } from './schema-promises.ts'

/** Effects of a migration on a database in use. */
export type MigrationEffect = {
  readonly name: string
  /** As its file says; undefined where it says that it is an expansion. */
  readonly needsVersion: string | undefined
  /** Breaks for older versions; empty for an expansion. */
  readonly breaks: readonly string[]
  /** The strongest lock on each existing table: blocks writes, or reads too. */
  readonly locks: readonly TableLock[]
}

export type TableLock = { readonly table: string; readonly blocks: 'writes' | 'reads and writes' }

/**
 * The effects of each pending migration, without touching the database: they run on a scratch one, and PostgreSQL's catalogue
 * shows the locks and the tables before and after.
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

/** Weaker locks block neither reads nor writes of rows (PostgreSQL §13.3.1). */
const BLOCKS: Readonly<Record<string, TableLock['blocks']>> = {
  ShareLock: 'writes',
  ShareRowExclusiveLock: 'writes',
  ExclusiveLock: 'writes',
  AccessExclusiveLock: 'reads and writes',
}

/** By OID: a dropped table has no name any more. */
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
