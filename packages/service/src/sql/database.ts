import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { createPgConfig } from '@electric-sql/pglite/node-postgres'
import { Client, Pool, type PoolClient } from 'pg'
import { watchPool } from '../telemetry/metrics/database-metrics.ts'
import type { ReadinessCheck } from '../telemetry/readiness.ts'
import type { Lending } from './connection.ts'
import { checkDisk, clockCheck, databaseCheck } from './database-checks.ts'
import { lockDirectory } from './directory-lock.ts'
import { maintainEmbedded, openEmbeddedDatabase } from './embedded-database.ts'
import { type Listen, listenOn, listenToNobody } from './notifications.ts'
import { createSql, type SqlPool } from './sql.ts'

export type DatabaseSettings = {
  /** A PostgreSQL URL; without one the embedded database is opened. */
  readonly databaseUrl?: string | undefined
  /** Directory of the embedded database; in memory by default. */
  readonly dataDirectory?: string | undefined
  /** Initial content of an in-memory embedded database; empty by default. */
  readonly dump?: Blob | undefined
  /** How long a piece of work may wait for PostgreSQL, a connection included. */
  readonly deadlineMs?: number | undefined
  /** Processes of this kind that share PostgreSQL's connections; 1 by default. */
  readonly processes?: number | undefined
}

export type Database = {
  readonly engine: 'postgresql' | 'embedded'
  readonly sql: SqlPool
  readonly pool: Pool
  /** Rules for each use of a pooled connection. */
  readonly lending: Lending
  /** How many wait for a connection, of as many as may: 1 is all, and one more is refused. */
  readonly load: () => number
  /** Listens for other processes' notifications of changed rows. */
  readonly listen: Listen
  readonly checks: readonly ReadinessCheck[]
  /** One step of the maintenance that a PostgreSQL server does on its own; call every few seconds. */
  maintain(): Promise<void>
  /** All of an embedded database, as `DatabaseSettings.dump` takes it. */
  readonly dump?: () => Promise<Blob>
  close(): Promise<void>
}

// In the prototypes compared beforehand 8 to 16 connections were best; 2 cost a third of the throughput.
const POOL_SIZE = 12
const SMALLEST_POOL = 4
// All processes of one machine together: a server takes 100 unless it is told otherwise.
const CONNECTIONS = 48
// About half a second of work for a pool; a longer queue is not worth the wait.
const MAX_WAITING = 1_000
// The caller gets an answer within five seconds, even if it is "try again".
const DEADLINE_MS = 4_500
// A little sooner, so that the server reports a slow statement and the connection survives.
const SERVER_SHARE = 0.9
// Releases the locks of transactions whose process is gone.
const IDLE_IN_TRANSACTION_MS = 10_000
const KEEP_ALIVE_AFTER_MS = 10_000

/** Opens PostgreSQL or the embedded default, both behind the same `pg` pool and the same SQL. */
export async function openDatabase(settings: DatabaseSettings): Promise<Database> {
  const { databaseUrl, deadlineMs = DEADLINE_MS } = settings
  if (databaseUrl === undefined) return openEmbedded(settings, deadlineMs)
  const share = Math.floor(CONNECTIONS / (settings.processes ?? 1))
  return openPostgres(databaseUrl, deadlineMs, Math.min(POOL_SIZE, Math.max(SMALLEST_POOL, share)))
}

function openPostgres(connectionString: string, deadlineMs: number, max: number): Database {
  const pool = surviving(
    new Pool({
      connectionString,
      max,
      connectionTimeoutMillis: deadlineMs,
      statement_timeout: Math.round(deadlineMs * SERVER_SHARE),
      idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
    }),
  )
  const unwatch = watchPool(pool)
  const lending = { deadlineMs, maxWaiting: MAX_WAITING }
  const sql = createSql(pool, lending)
  return {
    engine: 'postgresql',
    sql,
    pool,
    lending,
    load: () => loadOf(pool),
    listen: listenOn(connectionString, deadlineMs),
    checks: [databaseCheck(sql), clockCheck(sql)],
    maintain: async () => undefined,
    close: once(async () => {
      await pool.end()
      unwatch()
    }),
  }
}

/**
 * A broken connection, idle, lent or in between, emits `error`, which ends the process if unhandled. The pool replaces it,
 * and its next statement throws.
 */
function surviving(pool: Pool): Pool {
  const ignore = (): void => undefined
  pool.on('error', ignore)
  pool.on('connect', (client) => client.on('error', ignore))
  return pool
}

async function openEmbedded({ dataDirectory, dump }: DatabaseSettings, deadlineMs: number): Promise<Database> {
  const unlock = dataDirectory === undefined ? () => undefined : lockDirectory(dataDirectory)
  try {
    const database = await openEmbeddedDatabase(dataDirectory && join(dataDirectory, 'database'), dump)
    // The single engine keeps prepared statements of earlier clients; a new client would prepare them again.
    const verify = (client: PoolClient, done: (error?: Error) => void) => client.query('deallocate all', done)
    const pool = surviving(
      new Pool({ max: 1, Client: clientOf(database), verify, connectionTimeoutMillis: deadlineMs }),
    )
    const unwatch = watchPool(pool)
    const close = once(async () => {
      // After a refused statement `pg` still has its `sync` to send. `pool.end()` does not wait for that, and an engine
      // that is closed under it crashes; a statement more has its answer after it.
      await pool.query('select 1').catch(() => undefined)
      await pool.end()
      await database.close()
      unlock()
      unwatch()
    })
    const lending = { maxWaiting: MAX_WAITING }
    const sql = createSql(pool, lending)
    const disk = dataDirectory === undefined ? [] : [{ name: 'disk', check: () => checkDisk(dataDirectory) }]
    const checks = [databaseCheck(sql), ...disk]
    return {
      engine: 'embedded',
      sql,
      pool,
      lending,
      load: () => loadOf(pool),
      listen: listenToNobody,
      checks,
      maintain: () => maintainEmbedded(pool),
      dump: async () => {
        // So that the next start needs no recovery.
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

function loadOf({ waitingCount }: Pool): number {
  return waitingCount / MAX_WAITING
}

/** A `pg` client whose every instance has its own connection to PGlite: the pool may replace one and go on. */
function clientOf(database: PGlite): typeof Client {
  return class EmbeddedClient extends Client {
    constructor() {
      super(createPgConfig(database))
    }
  }
}

/** Closing is asked for from several places when things end badly; the first one does it. */
function once(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  return () => (running ??= work())
}
