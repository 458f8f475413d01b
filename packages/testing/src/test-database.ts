import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdirSync, openAsBlob } from 'node:fs'
import { join } from 'node:path'
import { type Database, type Migrations, migrate, openDatabase } from '@countersign/service'
import { Client } from 'pg'
import { inject } from 'vitest'

/** Both databases that the product runs on; storage is tested on each. */
export const ENGINES = ['embedded', 'postgresql'] as const

export type Engine = (typeof ENGINES)[number]

/** A machine that runs all tests at once may be slower than a server may be. */
const DEADLINE_MS = 20_000

/** A new, migrated database for one test file. Close it when the file is done. */
export async function createTestDatabase(engine: Engine, ...migrations: readonly Migrations[]): Promise<Database> {
  const database = engine === 'embedded' ? await openInMemory() : await openOnServer()
  for (const each of migrations) await migrate(database, each)
  return database
}

async function openInMemory(): Promise<Database> {
  return openDatabase({ dump: await openAsBlob(inject('embeddedDump')), deadlineMs: DEADLINE_MS })
}

async function openOnServer(): Promise<Database> {
  const { url, drop } = await createServerDatabase()
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

/** An empty database on the real PostgreSQL, for tests that start whole programs. */
export async function createServerDatabase(): Promise<{ readonly url: string; readonly drop: () => Promise<void> }> {
  const serverUrl = inject('postgresUrl')
  const name = `countersign_${randomUUID().replaceAll('-', '')}`
  await runOn(serverUrl, `create database ${name}`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => runOn(serverUrl, `drop database ${name} with (force)`) }
}

async function runOn(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
