import { type Database, type MigrationEffect, openDatabase, planMigrations } from '@countersign/service/sql'
import { COMPONENTS, migrationsOf } from './components.ts'

/** What bringing a database up to date would do, for whoever decides when. It is tried on an empty one, in memory. */
export async function describePlan(database: Database, openEmpty = () => openDatabase({})): Promise<string> {
  let scratch: Promise<Database> | undefined
  const openScratch = () => (scratch ??= openEmpty())
  try {
    const paragraphs: string[] = []
    for (const migrations of migrationsOf(COMPONENTS)) {
      const sizes = await readSizes(database, migrations.schema)
      const effects = await planMigrations(database, migrations, openScratch)
      paragraphs.push(...effects.map((effect) => describeEffect(migrations.schema, effect, sizes)))
    }
    return paragraphs.length > 0 ? paragraphs.join('\n') : 'The database is up to date: nothing would run.'
  } finally {
    await (await scratch)?.close()
  }
}

function describeEffect(
  schema: string,
  { name, needsVersion, locks }: MigrationEffect,
  sizes: ReadonlyMap<string, string>,
): string {
  const older = needsVersion
    ? `Contracts: stop every program older than ${needsVersion} first. None of them starts again.`
    : 'Expands: programs of before go on beside it.'
  const waits = locks.map(
    ({ table, blocks }) => `${table} (${sizes.get(table) ?? 'new'}): ${blocks} wait until it is done.`,
  )
  const lines = [older, ...(waits.length > 0 ? waits : ['Nobody waits.'])]
  return `${schema}/${name}\n${lines.map((line) => `  ${line}`).join('\n')}`
}

async function readSizes({ sql }: Database, schema: string): Promise<ReadonlyMap<string, string>> {
  const rows = await sql<{ name: string; size: string }>`
    select oid::regclass::text as name, pg_size_pretty(pg_total_relation_size(oid)) as size
      from pg_class where relnamespace = to_regnamespace(${schema}) and relkind in ('r', 'p')`
  return new Map(rows.map(({ name, size }) => [name, size]))
}
