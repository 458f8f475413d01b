import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdirSync, openAsBlob } from 'node:fs'
import { join } from 'node:path'
import { DatabaseUnavailable } from '@countersign/service/errors'
import {
  type Database,
  distribute,
  findCluster,
  type Migrations,
  migrate,
  openDatabase,
  type SqlPool,
} from '@countersign/service/sql'
import { expect, inject } from 'vitest'
import { askServer, emptyDatabase } from './given-database.ts'

export type Engine = 'embedded' | 'postgresql'

/** Unless the tests were given a database, and run on that one: a PostgreSQL, or what behaves like one. */
export const hasOwnServer = !process.env['DATABASE_URL']

/** Both databases that the product runs on; storage is tested on each. */
export const ENGINES: readonly Engine[] = hasOwnServer ? ['embedded', 'postgresql'] : ['postgresql']

/** A machine that runs all tests at once may be slower than a server may be. */
const DEADLINE_MS = 20_000

/** A new, migrated database for one test file. Close it when the file is done. */
export async function createTestDatabase(engine: Engine, ...migrations: readonly Migrations[]): Promise<Database> {
  const database = engine === 'embedded' ? await openInMemory() : await openOnServer()
  await migrateTestDatabase(database, ...migrations)
  return database
}

/** Migrates as `serve` does, and spreads the tables where the database can. */
export async function migrateTestDatabase(database: Database, ...migrations: readonly Migrations[]): Promise<void> {
  for (const each of migrations) {
    await migrate(database, each)
    if (each.distribution && (await findCluster(database.sql))) await distribute(database, each.distribution)
  }
}

async function openInMemory(): Promise<Database> {
  return openDatabase({ dump: await openAsBlob(inject('embeddedDump')), deadlineMs: DEADLINE_MS })
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
 * Puts the empty embedded database into a data directory, for a program to find it there: a tenth of the time that it takes
 * to make one. Outside a run of tests there is none to copy, and the program makes it.
 */
export function copyEmptyDatabase(dataDirectory: string): string {
  if (!process.env['VITEST']) return dataDirectory
  const folder = join(dataDirectory, 'database')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  // It says that the paths in there begin at the root, and leaves that out.
  execFileSync('tar', ['-xf', inject('embeddedDump'), '-C', folder], { stdio: 'ignore' })
  return dataDirectory
}

type ServerDatabase = { readonly url: string; readonly drop: () => Promise<void> }

/** A database on the real PostgreSQL, for tests that start whole programs: empty, or with the tables of these migrations. */
export async function createServerDatabase(...migrations: readonly Migrations[]): Promise<ServerDatabase> {
  const server = await createEmptyDatabase()
  if (migrations.length === 0) return server
  const database = await openDatabase({ databaseUrl: server.url, deadlineMs: DEADLINE_MS })
  await migrateTestDatabase(database, ...migrations)
  await database.close()
  return server
}

async function createEmptyDatabase(): Promise<ServerDatabase> {
  const serverUrl = inject('postgresUrl')
  if (!hasOwnServer) return takeGivenDatabase(serverUrl)
  const name = `countersign_${randomUUID().replaceAll('-', '')}`
  await askServer(serverUrl, `create database ${name}`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return {
    url: url.href,
    drop: async () => void (await askServer(serverUrl, `drop database ${name} with (force)`)),
  }
}

/** Who uses the one that was given: of a file that is over, nobody, whatever it left behind. */
const users = { file: '', count: 0 }

/** There is only the one: a test that wants a second shares it. It is empty for each file, and after its last user. */
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

/** A database that works until it is broken; from then on it fails as only a bug makes it fail. */
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

/** Waits until the database itself has answered a statement. */
export async function untilAnswered({ sql }: Database): Promise<void> {
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
