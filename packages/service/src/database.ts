import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { createPgConfig } from '@electric-sql/pglite/node-postgres'
import { Client, Pool, type PoolClient } from 'pg'
import { lockDirectory } from './directory-lock.ts'
import { openEmbeddedDatabase } from './embedded-database.ts'
import { type Listen, listenOn, listenToNobody } from './notifications.ts'
import { createSql, type Sql } from './sql.ts'

export type DatabaseSettings = {
  /** A PostgreSQL address; without one the embedded database is opened. */
  readonly databaseUrl?: string | undefined
  /** Where the embedded database keeps its files; without one it lives in memory. */
  readonly dataDirectory?: string | undefined
}

export type Database = {
  readonly engine: 'postgresql' | 'embedded'
  readonly sql: Sql
  readonly pool: Pool
  /** Hears what other processes say about the rows that they changed. */
  readonly listen: Listen
  close(): Promise<void>
}

// In the prototypes compared beforehand 8 to 16 connections were best; 2 cost a third of the throughput.
const POOL_SIZE = 12
const CONNECT_TIMEOUT_MS = 5_000
const STATEMENT_TIMEOUT_MS = 10_000

/** Opens PostgreSQL or the embedded default, both behind the same `pg` pool and the same SQL. */
export async function openDatabase({ databaseUrl, dataDirectory }: DatabaseSettings): Promise<Database> {
  return databaseUrl === undefined ? openEmbedded(dataDirectory) : openPostgres(databaseUrl)
}

function openPostgres(connectionString: string): Database {
  const pool = new Pool({
    connectionString,
    max: POOL_SIZE,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
  })
  // An idle connection that breaks is replaced at the next query; without a listener it would end the process.
  pool.on('error', () => undefined)
  return {
    engine: 'postgresql',
    sql: createSql(pool),
    pool,
    listen: listenOn(connectionString),
    close: once(() => pool.end()),
  }
}

async function openEmbedded(dataDirectory: string | undefined): Promise<Database> {
  const unlock = dataDirectory === undefined ? () => undefined : lockDirectory(dataDirectory)
  try {
    const database = await openEmbeddedDatabase(dataDirectory && join(dataDirectory, 'database'))
    // The one engine keeps what an earlier client prepared, and a new client would prepare it again.
    const verify = (client: PoolClient, done: (error?: Error) => void) => client.query('deallocate all', done)
    const pool = new Pool({ max: 1, Client: clientOf(database), verify })
    const close = once(async () => {
      await pool.end()
      await database.close()
      unlock()
    })
    return { engine: 'embedded', sql: createSql(pool), pool, listen: listenToNobody, close }
  } catch (error) {
    unlock()
    throw error
  }
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
