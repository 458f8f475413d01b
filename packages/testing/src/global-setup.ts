import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import type { ProvidedContext } from 'vitest'
import type { TestProject } from 'vitest/node'
import { askServer, emptyDatabase, refuseUnlessForTests } from './given-database.ts'
import { startPostgres } from './postgres-server.ts'

declare module 'vitest' {
  // Vitest asks for declaration merging.
  export interface ProvidedContext {
    postgresUrl: string
    /** Whether the server has Citus. */
    hasCluster: boolean
    /** Path of an empty embedded database: copying is four times as fast as creating. */
    embeddedDump: string
  }
}

type Started = { readonly provided: ProvidedContext; readonly stop: () => Promise<void> }

declare global {
  /** Each project calls `setup` from a copy of this module. */
  var testDatabases: { readonly started: Promise<Started>; users: number } | undefined
}

/** One PostgreSQL for the whole run (`DATABASE_URL` if set), and an embedded database to copy. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const databases = (globalThis.testDatabases ??= { started: startDatabases(), users: 0 })
  databases.users += 1
  const { provided, stop } = await databases.started
  for (const name of ['postgresUrl', 'hasCluster', 'embeddedDump'] as const) project.provide(name, provided[name])
  return async () => {
    databases.users -= 1
    if (databases.users === 0) await stop()
  }
}

async function startDatabases(): Promise<Started> {
  const given = process.env['DATABASE_URL']
  const folder = mkdtempSync(join(tmpdir(), 'countersign-embedded-'))
  const embeddedDump = join(folder, 'empty.tar')
  const starting = given ? takeServer(given) : startPostgres({ durable: false })
  const [server] = await Promise.all([starting, dumpEmptyDatabase(embeddedDump)])
  const stop = async (): Promise<void> => {
    rmSync(folder, { recursive: true, force: true })
    await server.stop()
  }
  return {
    provided: { postgresUrl: server.url, hasCluster: 'hasCluster' in server && server.hasCluster, embeddedDump },
    stop,
  }
}

async function takeServer(url: string) {
  if (process.env['OVERWRITE_DATABASE'] === undefined) await refuseUnlessForTests(url)
  await emptyDatabase(url)
  const extensions = await askServer(url, `select from pg_extension where extname = 'citus'`)
  return { url, hasCluster: extensions.length > 0, stop: async () => undefined }
}

async function dumpEmptyDatabase(file: string): Promise<void> {
  const database = await PGlite.create()
  const dump = await database.dumpDataDir('none')
  writeFileSync(file, Buffer.from(await dump.arrayBuffer()))
  await database.close()
}
