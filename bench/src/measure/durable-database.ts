import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '@countersign/service/sql'
import { type Engine, type PostgresServer, startPostgres } from '@countersign/testing'

export type DurableDatabase = Awaited<ReturnType<typeof createDurableDatabase>>

export type MeasuredPostgres = NonNullable<DurableDatabase['postgres']>

/** A new database, durable as in production. */
export async function createDurableDatabase(engine: Engine) {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-bench-'))
  const server = engine === 'postgresql' ? await startPostgres({ durable: true }) : undefined
  const opened = server && (await openMeasured(server))
  return {
    /** Settings of a process; an embedded database is its own. */
    envOf: (processName: string): Readonly<Record<string, string>> => {
      const DATA_DIR = join(folder, processName)
      mkdirSync(DATA_DIR)
      return { DATA_DIR, ...(server && { DATABASE_URL: server.url }) }
    },
    postgres: opened?.postgres,
    remove: async () => {
      await opened?.close()
      await server?.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Statements are counted on demand: counting costs a little. */
async function openMeasured(server: PostgresServer) {
  const settings = [
    `alter system set shared_preload_libraries = 'pg_stat_statements'`,
    `alter system set pg_stat_statements.track = 'none'`,
  ]
  const before = await openDatabase({ databaseUrl: server.url })
  for (const setting of settings) await before.pool.query(setting)
  await before.close()
  await server.restart()
  const database = await openDatabase({ databaseUrl: server.url })
  const { sql, pool } = database
  await pool.query('create extension pg_stat_statements schema public')
  const [row] = await sql<{ pid: string }>`select split_part(pg_read_file('postmaster.pid'), chr(10), 1) as pid`
  return { postgres: { url: server.url, pid: Number(row?.pid), sql, pool }, close: () => database.close() }
}
