import { isSet } from '@countersign/service/settings'
import {
  type Database,
  findCluster,
  findLastBackup,
  findMissingRights,
  findPending,
  LARGEST_OFFSET_SECONDS,
  listApplied,
  type Migrations,
  NOTABLE_OFFSET_SECONDS,
  namesOf,
  readClockOffset,
  readMigrations,
  readServerVersion,
  readServingRole,
} from '@countersign/service/sql'
import { describeError } from '../command-error.ts'
import { CarriedOut } from '../command-line.ts'
import { migrationsOf } from '../components.ts'
import { dataDirectoryOf } from '../settings/database-settings.ts'
import { componentsOf, type Finding, type Inspected } from './finding.ts'

/** Engine, schema, clock, distribution and durability. */
export async function inspectDatabase({ env, withDatabase }: Inspected): Promise<Finding[]> {
  const migrations = migrationsOf(componentsOf(env))
  if (migrations.length === 0) return []
  const source = isSet(env, 'DATABASE_URL') ? 'DATABASE_URL' : 'default'
  try {
    return await withDatabase(async (database) => [
      await describeEngine(database, source),
      await describeSchema(database, migrations),
      ...(await describeRole(database, migrations)),
      ...(await describeClock(database)),
      ...(await describeDistribution(database, migrations)),
      await describeDurability(database, 'fsync', source),
      await describeDurability(database, 'synchronous_commit', source),
      await describeBackup(database, dataDirectoryOf(env)),
    ])
  } catch (error) {
    if (error instanceof CarriedOut) throw error
    const weakness = `cannot be looked at. ${describeError(error, false)}`
    return [{ name: 'database', value: 'not open', source, weakness, mustMend: true }]
  }
}

async function describeEngine({ engine, sql }: Database, source: string): Promise<Finding> {
  const version = await readServerVersion(sql)
  const value = engine === 'embedded' ? 'embedded (PGlite)' : 'PostgreSQL'
  const weakness =
    engine === 'embedded' ? 'is embedded: it serves one process. Several need PostgreSQL (DATABASE_URL).' : undefined
  return { name: 'database', value: `${value} ${version ?? ''}`.trim(), source, weakness }
}

/** Skips schemas without any migration: serving makes them. */
async function describeSchema(database: Database, migrations: readonly Migrations[]): Promise<Finding> {
  const finding = { name: 'schema', source: 'database' }
  try {
    const pending: string[] = []
    for (const each of migrations) {
      const applied = await listApplied(database, each)
      const missing = findPending(applied, readMigrations(each.folder))
      if (applied.length > 0) pending.push(...missing.map(({ name }) => `${each.schema}/${name}`))
    }
    if (pending.length === 0) return { ...finding, value: 'up to date' }
    const weakness = `is of an older version, and lacks ${pending.join(', ')}. Run: countersign migrate`
    return { ...finding, value: 'older than this version', weakness, mustMend: true }
  } catch (error) {
    const weakness = `is not one that this version can serve. ${describeError(error, false)}`
    return { ...finding, value: 'of another version', weakness, mustMend: true }
  }
}

async function describeRole(database: Database, migrations: readonly Migrations[]): Promise<Finding[]> {
  const { engine, sql } = database
  if (engine === 'embedded') return []
  const schemas = migrations.map(({ schema }) => schema)
  const { role, mayAlter } = await readServingRole(sql, schemas)
  const finding = { name: 'role', value: `${role}: reads and writes rows`, source: 'DATABASE_URL' }
  const lacking = await findMissingRights(database, schemas)
  if (lacking !== undefined)
    return [{ ...finding, value: `${role}: lacks rights`, weakness: `is refused. ${lacking}`, mustMend: true }]
  if (!mayAlter) return [finding]
  const weakness =
    'may change and drop the tables: serve by a role of its own, which countersign migrate --grant-to makes able to (docs/guides/run/postgresql.md).'
  return [{ ...finding, value: `${role}: may change the tables`, weakness }]
}

/** The embedded database runs on this machine's clock. */
async function describeClock({ engine, sql }: Database): Promise<Finding[]> {
  if (engine === 'embedded') return []
  const seconds = await readClockOffset(sql)
  const off = Math.abs(seconds)
  const finding = { name: 'clock', value: `${off.toFixed(1)} s off the database's`, source: 'database' }
  if (off <= NOTABLE_OFFSET_SECONDS) return [finding]
  const weakness = `is ${off.toFixed(0)} s ${seconds > 0 ? 'ahead of' : 'behind'} the database's: set both by a time service.`
  if (off <= LARGEST_OFFSET_SECONDS) return [{ ...finding, weakness }]
  return [{ ...finding, weakness: `${weakness} Sign-ins fail.`, mustMend: true }]
}

async function describeDistribution({ sql }: Database, migrations: readonly Migrations[]): Promise<Finding[]> {
  const cluster = await findCluster(sql)
  if (!cluster) return []
  const names = migrations.flatMap(({ distribution }) => (distribution ? namesOf(distribution) : []))
  const together = names.filter((name) => !cluster.spread.has(name))
  const value = `Citus ${cluster.version}, ${cluster.machines} machines, ${names.length - together.length} of ${names.length} tables spread`
  const finding = { name: 'distribution', value, source: 'DATABASE_URL' }
  if (together.length === 0) return [finding]
  const weakness = `leaves ${together.length} tables on one machine. Run: countersign migrate --distributed`
  return [{ ...finding, weakness }]
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

async function describeBackup(database: Database, dataDirectory: string): Promise<Finding> {
  const name = database.engine === 'embedded' ? 'last backup' : 'last archived WAL'
  const at = await findLastBackup(database, dataDirectory)
  return { name, value: at?.toISOString() ?? 'unknown', source: 'database' }
}
