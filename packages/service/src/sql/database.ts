import { join } from 'node:path'
import { Pool } from 'pg'
import { watchPool } from '../telemetry/metrics/database-metrics.ts'
import type { ReadinessCheck } from '../telemetry/readiness.ts'
import { COLUMN_VALUES } from './column-values.ts'
import type { Lending } from './connection.ts'
import { checkDisk, clockCheck, databaseCheck } from './database-checks.ts'
import { nameDatabase } from './database-url.ts'
import { lockDirectory } from './directory-lock.ts'
import { type Listen, listenOn, listenToNobody } from './notifications.ts'
import { beginSession } from './session.ts'
import { createSql, type SqlPool } from './sql.ts'

export type DatabaseSettings = {
  /** The embedded database if undefined. */
  readonly databaseUrl?: string | undefined
  /** In memory if undefined. */
  readonly dataDirectory?: string | undefined
  /** For an in-memory database; empty by default. */
  readonly dump?: Blob | undefined
  /** For a connection and all work on it. */
  readonly deadlineMs?: number | undefined
  /** Processes that share PostgreSQL's connections; 1 by default. */
  readonly processes?: number | undefined
}

export type Database = {
  readonly engine: 'postgresql' | 'embedded'
  readonly sql: SqlPool
  readonly pool: Pool
  readonly lending: Lending
  /** Share of the waiting queue in use; at 1 callers are refused. */
  readonly load: () => number
  readonly listen: Listen
  readonly checks: readonly ReadinessCheck[]
  /** One step of maintenance, which a PostgreSQL server does itself; call every few seconds. */
  maintain(): Promise<void>
  /** For `DatabaseSettings.dump`. */
  readonly dump?: () => Promise<Blob>
  readonly close: () => Promise<void>
}

// Prototypes were fastest with 8 to 16; 2 cost a third of the throughput.
const POOL_SIZE = 12
const SMALLEST_POOL = 4
// Of one machine; a server allows 100 by default.
const CONNECTIONS = 48
// About half a second of work.
const MAX_WAITING = 1_000
// Answers within five seconds.
const DEADLINE_MS = 4_500
// Sooner, so that the server ends a slow statement and the connection survives.
const SERVER_SHARE = 0.9
// Releases the locks of transactions whose process is gone.
const IDLE_IN_TRANSACTION_MS = 10_000
const KEEP_ALIVE_AFTER_MS = 10_000

export async function openDatabase(settings: DatabaseSettings): Promise<Database> {
  const { databaseUrl, deadlineMs = DEADLINE_MS } = settings
  if (databaseUrl === undefined) return openEmbedded(settings, deadlineMs)
  const share = Math.floor(CONNECTIONS / (settings.processes ?? 1))
  return openPostgres(databaseUrl, deadlineMs, Math.min(POOL_SIZE, Math.max(SMALLEST_POOL, share)))
}

function openPostgres(connectionString: string, deadlineMs: number, max: number): Database {
  const name = nameDatabase(connectionString)
  const pool = surviving(
    new Pool({
      connectionString,
      max,
      connectionTimeoutMillis: deadlineMs,
      types: COLUMN_VALUES,
      verify: beginSession({
        deadlineMs,
        statement_timeout: Math.round(deadlineMs * SERVER_SHARE),
        idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
      }),
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
    }),
  )
  const unwatch = watchPool(pool)
  const parts = partsOver(pool, { name, deadlineMs })
  return {
    ...parts,
    engine: 'postgresql',
    listen: listenOn(connectionString, deadlineMs),
    checks: [databaseCheck(parts.sql), clockCheck(parts.sql)],
    maintain: async () => undefined,
    close: once(async () => {
      await pool.end()
      unwatch()
    }),
  }
}

/** A broken connection emits `error`, which would end the process. The pool replaces it. */
function surviving(pool: Pool): Pool {
  const ignore = (): void => undefined
  pool.on('error', ignore)
  pool.on('connect', (client) => client.on('error', ignore))
  return pool
}

async function openEmbedded({ dataDirectory, dump }: DatabaseSettings, deadlineMs: number): Promise<Database> {
  const unlock = dataDirectory === undefined ? () => undefined : lockDirectory(dataDirectory)
  try {
    // Loaded only here: a process on PostgreSQL needs no engine.
    const { clientOf, maintainEmbedded, openEmbeddedDatabase } = await import('./embedded-database.ts')
    const database = await openEmbeddedDatabase(dataDirectory && join(dataDirectory, 'database'), dump)
    const pool = surviving(
      new Pool({
        max: 1,
        Client: clientOf(database),
        types: COLUMN_VALUES,
        connectionTimeoutMillis: deadlineMs,
        verify: beginSession(),
      }),
    )
    const unwatch = watchPool(pool)
    const close = once(async () => {
      // After a refused statement `pg` still has a `sync` to send; closing the engine under it crashes. One more statement
      // flushes it.
      await pool.query('select 1').catch(() => undefined)
      await pool.end()
      await database.close()
      unlock()
      unwatch()
    })
    const parts = partsOver(pool, { name: 'The embedded database' })
    const disk = dataDirectory === undefined ? [] : [{ name: 'disk', check: () => checkDisk(dataDirectory) }]
    return {
      ...parts,
      engine: 'embedded',
      listen: listenToNobody,
      checks: [databaseCheck(parts.sql), ...disk],
      maintain: () => maintainEmbedded(pool),
      dump: async () => {
        // Saves the next start a recovery.
        await pool.query('checkpoint')
        return database.dumpDataDir('none')
      },
      close,
    }
  } catch (error) {
    unlock()
    throw error
  }
}

/** The parts that both engines have. */
function partsOver(pool: Pool, limits: Pick<Lending, 'name' | 'deadlineMs'>) {
  const lending = { maxWaiting: MAX_WAITING, ...limits }
  return { pool, lending, sql: createSql(pool, lending), load: () => pool.waitingCount / MAX_WAITING }
}

function once(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  return () => (running ??= work())
}
