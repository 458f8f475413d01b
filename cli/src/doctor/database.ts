import { type Database, findCluster, findText, tablesOf } from '@countersign/service'
import type { CommandContext } from '../command-context.ts'
import { describeError } from '../command-error.ts'
import { CarriedOut } from '../command-line.ts'
import { COMPONENTS, migrationsOf } from '../components.ts'
import type { Finding } from './finding.ts'

/** The engine, over which machines it is spread, and whether a power loss can cost what was acknowledged. */
export async function inspectDatabase({ env, withDatabase }: CommandContext): Promise<Finding[]> {
  const source = findText(env, 'DATABASE_URL') ? 'DATABASE_URL' : 'default'
  try {
    return await withDatabase(async (database) => [
      await describeEngine(database, source),
      ...(await describeDistribution(database, source)),
      await describeDurability(database, 'fsync', source),
      await describeDurability(database, 'synchronous_commit', source),
    ])
  } catch (error) {
    if (error instanceof CarriedOut) throw error
    return [
      { name: 'database', value: 'not open', source, weakness: `cannot be looked at. ${describeError(error, false)}` },
    ]
  }
}

async function describeEngine({ engine, sql }: Database, source: string): Promise<Finding> {
  const [row] = await sql<{ server_version: string }>`show server_version`
  const value = engine === 'embedded' ? 'embedded (PGlite)' : 'PostgreSQL'
  const weakness =
    engine === 'embedded' ? 'is embedded: it serves one process. Several need PostgreSQL (DATABASE_URL).' : undefined
  return { name: 'database', value: `${value} ${row?.server_version ?? ''}`.trim(), source, weakness }
}

/** Only where tables could be spread there is something to tell. */
async function describeDistribution({ sql }: Database, source: string): Promise<Finding[]> {
  const cluster = await findCluster(sql)
  if (!cluster) return []
  const tables = migrationsOf(COMPONENTS).flatMap(({ distribution }) => (distribution ? tablesOf(distribution) : []))
  const together = tables.filter((table) => !cluster.tables.has(table))
  const value = `Citus ${cluster.version}, ${cluster.machines} machines, ${tables.length - together.length} of ${tables.length} tables spread`
  const weakness =
    together.length > 0
      ? `leaves ${together.length} tables on one machine. Run: countersign migrate --distributed`
      : undefined
  return [{ name: 'distribution', value, source, weakness }]
}

async function describeDurability(
  { sql }: Database,
  name: 'fsync' | 'synchronous_commit',
  source: string,
): Promise<Finding> {
  const [row] = await sql<{ value: string }>`select current_setting(${name}) as value`
  const value = row?.value ?? 'unknown'
  const weakness = value === 'off' ? 'is off: a power loss can cost what was acknowledged.' : undefined
  return { name, value, source, weakness }
}
