import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DatabaseUnavailable } from '../errors.ts'
import { sha256 } from '../secrets/secrets.ts'
import { isOlder, VERSION } from '../settings/version.ts'
import type { ReadinessCheck } from '../telemetry/readiness.ts'
import { inTurn, type Run, withConnection } from './connection.ts'
import type { Database } from './database.ts'
import { type Distribution, spreadNew } from './distribution.ts'
import { grantToServing } from './serving-role.ts'
import { BASELINE_NEEDS, readTakeover, TAKEOVER, type Takeover, takeOver } from './takeover.ts'

export type Migration = {
  readonly name: string
  readonly text: string
  readonly checksum: string
  /** First version that works without the removed parts; undefined for an expansion. */
  readonly needsVersion: string | undefined
  /** Of the first file, while a former state is taken over. */
  readonly takeover?: Takeover | undefined
  /** `text` is the takeover's, and the file's record replaces all others. */
  readonly isTakeover?: boolean
}

const FILE_NAME = /^\d{4}-[a-z0-9-]+\.sql$/
const CONTRACTION = /^-- contract: needs (\d+\.\d+\.\d+)$/m

export function readMigrations(folder: URL): Migration[] {
  const [first, ...later] = readdirSync(folder)
    .filter((name) => FILE_NAME.test(name))
    .toSorted()
    .map((name) => {
      const text = readFileSync(join(fileURLToPath(folder), name), 'utf8')
      return { name, text, checksum: sha256(text).toString('hex'), needsVersion: CONTRACTION.exec(text)?.[1] }
    })
  return first ? [{ ...first, takeover: readTakeover(folder) }, ...later] : []
}

/** `schema` belongs to one service. */
export type Migrations = {
  readonly schema: 'provider' | 'core'
  readonly folder: URL
  readonly distribution?: Distribution
}

export type AppliedMigration = {
  readonly schema: Migrations['schema']
  readonly name: string
  readonly checksum: string
  /** Null for migrations that are too old to be taken over. */
  readonly program: string | null
  /** Null for an expansion. */
  readonly needs_version: string | null
}

const LOCK_NOT_AVAILABLE = '55P03'
const INSUFFICIENT_PRIVILEGE = '42501'

/** A newer version removed what this one uses. */
export class SchemaTooNew extends Error {
  override readonly name = 'SchemaTooNew'
}

export class MigrationChanged extends Error {
  override readonly name = 'MigrationChanged'
}

export class MigrationBlocked extends Error {
  override readonly name = 'MigrationBlocked'
}

/** The role of this connection may not change tables. */
export class MigrationNotAllowed extends Error {
  override readonly name = 'MigrationNotAllowed'
}

/**
 * Migrates a schema and returns the applied names. All or nothing, so that the previous version still serves after a failure;
 * concurrent starts wait.
 * @throws MigrationChanged, DatabaseTooOld, SchemaTooNew, MigrationBlocked, MigrationNotAllowed, DatabaseUnavailable
 */
export async function migrate(
  database: Database,
  migrations: Migrations,
  { only }: { readonly only?: ReadonlySet<string> } = {},
): Promise<string[]> {
  const { schema, folder, distribution } = migrations
  const work = async (run: Run): Promise<string[]> => {
    await createOwnTable(run, schema)
    const files = readMigrations(folder)
    const applied = await readApplied(run, schema)
    const pending = findPending(applied, files).filter(({ name }) => only?.has(name) ?? true)
    if (pending.length === 0) {
      await grantToServing(run, schema)
      return []
    }
    // Queries queue behind a waiting lock.
    await run({ text: `set local lock_timeout = '2s'` })
    for (const migration of pending) await apply(run, schema, migration)
    if (distribution) await spreadNew(run, distribution)
    await grantToServing(run, schema)
    return pending.map(({ name }) => name)
  }
  try {
    return await inTurn(database, `countersign/${schema}`, work)
  } catch (error) {
    throw isNotAllowed(error) ? new MigrationNotAllowed(notAllowed(schema), { cause: error }) : error
  }
}

function isNotAllowed(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ('code' in error && error.code === INSUFFICIENT_PRIVILEGE) || isNotAllowed(error.cause)
}

function notAllowed(schema: Migrations['schema']): string {
  return `The schema ${schema} is not that of this version, and the role of DATABASE_URL may not change it. Run countersign migrate of this version with the role that owns the tables, then start again.`
}

/** Empty if never migrated. @throws DatabaseUnavailable */
export async function listApplied({ pool, lending }: Database, { schema }: Migrations): Promise<AppliedMigration[]> {
  return withConnection(pool, lending, async (run) =>
    (await hasOwnTable(run, schema)) ? readApplied(run, schema) : [],
  )
}

/** Files that a database lacks. @throws MigrationChanged, DatabaseTooOld, SchemaTooNew */
export function findPending(applied: readonly AppliedMigration[], files: readonly Migration[]): Migration[] {
  // First: an earlier file that changed explains an unknown one.
  refuseChanged(applied, files)
  refuseNewer(applied, files)
  const names = new Set(applied.map(({ name }) => name))
  const pending = files.filter(({ name }) => !names.has(name))
  const [first, ...later] = pending
  return first && first === files[0] && applied.length > 0 ? [takeOver(applied, first), ...later] : pending
}

/** Only if it is missing: a worker of a cluster refuses even a `create … if not exists` that would do nothing. */
async function createOwnTable(run: Run, schema: Migrations['schema']): Promise<void> {
  if (await hasOwnTable(run, schema)) return
  await run({ text: `create schema if not exists ${schema}` })
  await run({
    text: `create table ${schema}.migrations (
             name text primary key, checksum text not null, applied_at timestamptz not null default now(),
             program text, needs_version text)`,
  })
}

async function hasOwnTable(run: Run, schema: Migrations['schema']): Promise<boolean> {
  const { rows } = await run({ text: 'select where to_regclass($1) is not null', values: [`${schema}.migrations`] })
  return rows.length > 0
}

async function readApplied(run: Run, schema: Migrations['schema']): Promise<AppliedMigration[]> {
  const { rows } = await run<AppliedMigration>({
    // Tables that are too old to be taken over lack two columns.
    text: `select '${schema}' as schema, name, checksum, to_jsonb(applied) ->> 'program' as program,
                  to_jsonb(applied) ->> 'needs_version' as needs_version
             from ${schema}.migrations as applied order by name`,
  })
  return rows
}

function refuseChanged(applied: readonly AppliedMigration[], files: readonly Migration[]): void {
  const checksums = new Map(files.map(({ name, checksum }) => [name, checksum]))
  const changed = applied.find(({ name, checksum }) => checksums.has(name) && checksums.get(name) !== checksum)
  if (changed) {
    throw new MigrationChanged(
      `The migration ${changed.name} was changed after it was applied. Restore the file and write a new one.`,
    )
  }
}

/** Additions of a newer version are safe; after removals this one could corrupt data. */
function refuseNewer(applied: readonly AppliedMigration[], files: readonly Migration[]): void {
  const names = new Set(files.map(({ name }) => name))
  for (const { name, program, needs_version } of applied) {
    if (names.has(name) || needs_version === null || !isOlder(VERSION, needs_version)) continue
    throw new SchemaTooNew(
      `This database was brought up to date by Countersign ${program ?? needs_version}: ${name} took away what versions before ${needs_version} use, and this is ${VERSION}. Start ${needs_version} or a newer version, or restore a backup from before the update.`,
    )
  }
}

async function apply(run: Run, schema: string, migration: Migration): Promise<void> {
  const { name, text, checksum, needsVersion, takeover, isTakeover = false } = migration
  await runStatements(run, { name: isTakeover ? TAKEOVER : name, text })
  if (isTakeover) await run({ text: `delete from ${schema}.migrations` })
  const needs = isTakeover || takeover ? BASELINE_NEEDS : (needsVersion ?? null)
  await run({
    text: `insert into ${schema}.migrations (name, checksum, program, needs_version) values ($1, $2, $3, $4)`,
    values: [name, checksum, VERSION, needs],
  })
}

/** @throws MigrationBlocked, DatabaseUnavailable */
async function runStatements(run: Run, { name, text }: Pick<Migration, 'name' | 'text'>): Promise<void> {
  try {
    await run({ text })
  } catch (error) {
    if (error instanceof DatabaseUnavailable) throw error
    if (error instanceof Error && 'code' in error && error.code === LOCK_NOT_AVAILABLE) {
      throw new MigrationBlocked(
        `The migration ${name} waits for a table that another session holds for long, as pg_dump does, and every later statement would wait too. Nothing was changed. Start it again once that has ended.`,
        { cause: error },
      )
    }
    throw new Error(`The migration ${name} failed.`, { cause: error })
  }
}

/** The operator may have switched databases or restored an old backup. */
export function schemaCheck(database: Database, migrations: readonly Migrations[]): ReadinessCheck {
  const known = migrations.map((each) => ({ migrations: each, files: readMigrations(each.folder) }))
  return {
    name: 'schema',
    check: async () => {
      for (const { migrations: each, files } of known) {
        const [missing] = findPending(await listApplied(database, each), files)
        if (missing) throw new Error(`The database lacks ${missing.name}.`)
      }
    },
  }
}
