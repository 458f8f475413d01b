import { type Run, withConnection } from './connection.ts'
import type { Database } from './database.ts'
import { findPending, listApplied, type Migration, type Migrations, migrate, readMigrations } from './migrate.ts'

export type MigrationEffect = {
  readonly name: string
  readonly needsVersion: string | undefined
  /** For older versions; empty for an expansion. */
  readonly breaks: readonly string[]
  /** The strongest on each existing table. */
  readonly locks: readonly TableLock[]
  /** No program of the former state may run meanwhile or later; its tables are not at hand to look for breaks and locks. */
  readonly isTakeover: boolean
}

type TableLock = { readonly table: string; readonly blocks: 'writes' | 'reads and writes' }

/**
 * Effects of pending migrations, read from the catalogue of a scratch database.
 * @throws MigrationChanged, DatabaseTooOld, SchemaTooNew, DatabaseUnavailable
 */
export async function planMigrations(
  database: Database,
  migrations: Migrations,
  openScratch: () => Promise<Database>,
): Promise<MigrationEffect[]> {
  const applied = await listApplied(database, migrations)
  const pending = findPending(applied, readMigrations(migrations.folder))
  const takeovers = pending.filter(({ isTakeover }) => isTakeover)
  const effects = takeovers.map(({ name, needsVersion }) => ({
    name,
    needsVersion,
    breaks: [],
    locks: [],
    isTakeover: true,
  }))
  const names = new Set(pending.filter(({ isTakeover }) => !isTakeover).map(({ name }) => name))
  if (names.size === 0) return effects
  return [...effects, ...(await describeMigrations(await openScratch(), migrations, names))]
}

/** Applies all migrations to an empty database, and describes the named ones. */
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
  return { name: migration.name, needsVersion: migration.needsVersion, breaks, locks, isTakeover: false }
}

/** Weaker locks block neither reads nor writes of rows (PostgreSQL §13.3.1). */
const BLOCKS: Readonly<Record<string, TableLock['blocks']>> = {
  ShareLock: 'writes',
  ShareRowExclusiveLock: 'writes',
  ExclusiveLock: 'writes',
  AccessExclusiveLock: 'reads and writes',
}

/** By OID: a dropped table has no name. */
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

/** A guarantee to programs, or a constraint on them. */
type SchemaFact = {
  readonly table: string
  readonly column: string | null
  /** `has`: readable; `needs`: a value to write; `rule`: a constraint on writes. */
  readonly kind: 'has' | 'needs' | 'rule'
  readonly text: string
}

async function readSchemaFacts(run: Run, schema: string): Promise<SchemaFact[]> {
  const { rows } = await run<SchemaFact>({
    text: `with tables as (
             select oid, oid::regclass::text as name from pg_class
              where relnamespace = $1::regnamespace and relkind in ('r', 'p') and relname <> 'migrations'),
           columns as (
             select name, attname, attrelid, attnum, attnotnull, atthasdef or attidentity <> '' as is_filled, format_type(atttypid, atttypmod) as type
               from pg_attribute join tables on attrelid = oid where attnum > 0 and not attisdropped)
           select name as table, null as column, 'has' as kind, 'the table' as text from tables
           union all
           select name, attname, 'has', attname || ' as ' || type from columns
           union all
           select name, null, 'has', 'rows that are unique by ' ||
                  (select string_agg(pg_get_indexdef(indexrelid, place, true), ', ' order by pg_get_indexdef(indexrelid, place, true))
                     from generate_series(1, indnkeyatts) as place) || coalesce(' where ' || pg_get_expr(indpred, indrelid), '')
             from pg_index join tables on indrelid = oid where indisunique
           union all
           select name, attname, 'needs', 'a value of ' || attname from columns where attnotnull and not is_filled
           union all
           select name, attname, 'rule', attname || ' is not null' from columns where attnotnull
           union all
           select name, null, 'rule', pg_get_constraintdef(pg_constraint.oid) from pg_constraint join tables on conrelid = tables.oid
            where contype in ('c', 'u', 'x', 'f', 'p')
           union all
           select name, null, 'rule', pg_get_indexdef(indexrelid) from pg_index join tables on indrelid = oid where indisunique
           union all
           select pronamespace::regnamespace || '.' || proname, null, 'has',
                  'the function of (' || pg_get_function_arguments(oid) || ') that returns ' || pg_get_function_result(oid)
             from pg_proc where pronamespace = $1::regnamespace`,
    values: [schema],
  })
  return rows
}

/** Facts that a program for the old schema would miss or violate. Empty: both versions can run together. */
function findBreaks(before: readonly SchemaFact[], after: readonly SchemaFact[]): string[] {
  const [former, later] = [before, after].map((facts) => new Set(facts.map(keyOf)))
  const tables = new Set(before.map(({ table }) => table))
  const columns = new Set(before.map(({ table, column }) => `${table}.${column}`))
  const lost = before.filter((fact) => fact.kind === 'has' && !later?.has(keyOf(fact)))
  const asked = after.filter((fact) => {
    if (fact.kind === 'has' || former?.has(keyOf(fact)) || !tables.has(fact.table)) return false
    return fact.column === null || fact.kind === 'needs' || columns.has(`${fact.table}.${fact.column}`)
  })
  return [
    ...lost.map(({ table, text }) => `${table} loses ${text}`),
    ...asked.map(({ table, kind, text }) => `${table} ${kind === 'needs' ? 'needs' : 'newly demands'} ${text}`),
  ]
}

function keyOf({ table, kind, text }: SchemaFact): string {
  return `${table} ${kind} ${text}`
}
