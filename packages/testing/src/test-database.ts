import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdirSync, openAsBlob } from 'node:fs'
import { join } from 'node:path'
import { DatabaseUnavailable } from '@countersign/service/errors'
import {
  type Database,
  distribute,
  findCluster,
  grantServing,
  type Migrations,
  migrate,
  openDatabase,
  type SqlPool,
} from '@countersign/service/sql'
import { expect, inject, onTestFinished } from 'vitest'
import { askServer, emptyDatabase } from './given-database.ts'

export type Engine = 'embedded' | 'postgresql'

/** Whether the tests start their own PostgreSQL. */
export const hasOwnServer = !process.env['DATABASE_URL']

/** Storage is tested on both. */
export const ENGINES: readonly Engine[] = hasOwnServer ? ['embedded', 'postgresql'] : ['postgresql']

/** A test machine may be slower than a server. */
const DEADLINE_MS = 20_000

/** A new, migrated database. Close it after use. */
export async function createTestDatabase(engine: Engine, ...migrations: readonly Migrations[]): Promise<Database> {
  const database = engine === 'embedded' ? await openInMemory() : await openOnServer()
  await migrateTestDatabase(database, ...migrations)
  return database
}

/** Migrates as `serve` does, and distributes tables on a cluster. */
export async function migrateTestDatabase(database: Database, ...migrations: readonly Migrations[]): Promise<void> {
  for (const each of migrations) {
    await migrate(database, each)
    if (each.distribution && (await findCluster(database.sql))) await distribute(database, each.distribution)
  }
}

function takeProvided(name: 'postgresUrl' | 'embeddedDump'): string {
  const value: string | undefined = inject(name)
  if (value !== undefined) return value
  throw new Error('The project `pure` starts no database: import its helper where tools/test-projects.ts sees it.')
}

async function openInMemory(): Promise<Database> {
  return openDatabase({ dump: await openAsBlob(takeProvided('embeddedDump')), deadlineMs: DEADLINE_MS })
}

async function openOnServer(): Promise<Database> {
  const { url, drop } = await createEmptyDatabase()
  const database = await openDatabase({ databaseUrl: url, deadlineMs: DEADLINE_MS })
  const close = async (): Promise<void> => {
    await database.close()
    await drop()
  }
  return { ...database, close }
}

/**
 * Copies the empty embedded database into a data directory, in a tenth of the time of creating it. Outside tests the program
 * creates it.
 */
export function copyEmptyDatabase(dataDirectory: string): string {
  if (!process.env['VITEST']) return dataDirectory
  const folder = join(dataDirectory, 'database')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  // tar warns about absolute paths.
  execFileSync('tar', ['-xf', takeProvided('embeddedDump'), '-C', folder], { stdio: 'ignore' })
  return dataDirectory
}

type ServerDatabase = { readonly url: string; readonly drop: () => Promise<void> }

/** A database on PostgreSQL, for tests that start whole programs. */
export async function createServerDatabase(...migrations: readonly Migrations[]): Promise<ServerDatabase> {
  const server = await createEmptyDatabase()
  if (migrations.length === 0) return server
  const database = await openDatabase({ databaseUrl: server.url, deadlineMs: DEADLINE_MS })
  await migrateTestDatabase(database, ...migrations)
  await database.close()
  return server
}

/** The URL of a new database, dropped after the test that calls this. */
export async function databaseForTest(): Promise<string> {
  const { url, drop } = await createServerDatabase()
  onTestFinished(drop)
  return url
}

const SERVING_ROLE = 'countersign_serving'

/** The same database by a role that can change no table, as the guide has servers use it; a given one as it is. */
export async function byServingRole(url: string): Promise<string> {
  if (!hasOwnServer) return url
  await askServer(
    url,
    `do $$ begin create role ${SERVING_ROLE} login password '${SERVING_ROLE}'; exception when others then null; end $$`,
  )
  const database = await openDatabase({ databaseUrl: url, deadlineMs: DEADLINE_MS })
  await grantServing(database, ['provider', 'core'], SERVING_ROLE)
  await database.close()
  return Object.assign(new URL(url), { username: SERVING_ROLE, password: SERVING_ROLE }).href
}

/** Every test runs on defaults of an operator that differ from PostgreSQL's: none may change an answer. */
const UNUSUAL_DEFAULTS = {
  array_nulls: 'off',
  bytea_output: 'escape',
  client_encoding: 'LATIN1',
  datestyle: 'German, DMY',
  default_transaction_isolation: 'serializable',
  extra_float_digits: '-15',
  intervalstyle: 'sql_standard',
  quote_all_identifiers: 'on',
  standard_conforming_strings: 'off',
  timezone: 'Asia/Kathmandu',
  transform_null_equals: 'on',
}

async function createEmptyDatabase(): Promise<ServerDatabase> {
  const serverUrl = takeProvided('postgresUrl')
  if (!hasOwnServer) return takeGivenDatabase(serverUrl)
  const name = `countersign_${randomUUID().replaceAll('-', '')}`
  await askServer(serverUrl, `create database ${name}`)
  const defaults = Object.entries(UNUSUAL_DEFAULTS)
  await askServer(
    serverUrl,
    defaults.map(([key, value]) => `alter database ${name} set ${key} = '${value}'`).join('; '),
  )
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return {
    url: url.href,
    drop: async () => void (await askServer(serverUrl, `drop database ${name} with (force)`)),
  }
}

/** Users of the given database in the current test file; earlier files' leftovers do not count. */
const users = { file: '', count: 0 }

/** All users share it; emptied for each file and after its last user. */
async function takeGivenDatabase(url: string): Promise<ServerDatabase> {
  const { testPath = '' } = expect.getState()
  if (users.file !== testPath || users.count === 0) {
    Object.assign(users, { file: testPath, count: 0 })
    await emptyDatabase(url)
  }
  users.count += 1
  const drop = async (): Promise<void> => {
    users.count -= 1
    if (users.count === 0) await emptyDatabase(url)
  }
  return { url, drop }
}

export const DATABASE_FAULT = 'column password_hash does not exist'

/** A database that fails like a bug once broken. */
export function breakable(database: Database): { readonly database: Database; readonly break: () => void } {
  let isBroken = false
  const check = (): void => {
    if (isBroken) throw new Error(DATABASE_FAULT)
  }
  const run = async <Row extends object>(text: TemplateStringsArray, ...values: readonly unknown[]): Promise<Row[]> => {
    check()
    return database.sql<Row & Record<string, unknown>>(text, ...values)
  }
  const transaction: SqlPool['transaction'] = async (work) => {
    check()
    return database.sql.transaction(work)
  }
  const breakIt = (): void => {
    isBroken = true
  }
  return { database: { ...database, sql: Object.assign(run, { transaction }) }, break: breakIt }
}

/** Waits until the database answers a statement. */
export async function untilAnswered({ sql }: Pick<Database, 'sql'>): Promise<void> {
  for (;;) {
    const answer = await sql`select 1`.catch((error: unknown) => error)
    if (Array.isArray(answer)) return
    expect(answer).toBeInstanceOf(DatabaseUnavailable)
  }
}

/** The cause of DatabaseUnavailable. */
export async function causeOfUnavailable(statement: Promise<unknown>): Promise<unknown> {
  const error = await statement.catch((thrown: unknown) => thrown)
  if (!(error instanceof DatabaseUnavailable)) throw error
  return error.cause
}
