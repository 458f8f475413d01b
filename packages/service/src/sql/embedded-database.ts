import { fsyncSync, mkdirSync } from 'node:fs'
import { Duplex } from 'node:stream'
import { setFlagsFromString } from 'node:v8'
import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { Client, type Pool } from 'pg'
import { compileEngine } from './embedded-engine.ts'

/** PGlite skips fsync, so a power loss could cost acknowledged rows. This, with `wal_sync_method=fsync`, syncs. */
class DurableFileSystem extends NodeFS {
  override async init(...[database, options]: Parameters<NodeFS['init']>) {
    const { emscriptenOpts } = await super.init(database, options)
    const syncFiles = (module: unknown): void => {
      const { stream_ops: operations } = nodeFileSystemOf(module)
      operations['fsync'] = (stream: { readonly nfd: number }) => {
        fsyncSync(stream.nfd)
        return 0
      }
    }
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), syncFiles] } }
  }
}

type Operations = Record<string, unknown>

function nodeFileSystemOf(module: unknown): { stream_ops: Operations } {
  if (isRecord(module) && isRecord(module['NODEFS']) && isRecord(module['NODEFS']['stream_ops'])) {
    return { stream_ops: module['NODEFS']['stream_ops'] }
  }
  throw new Error(
    'This version of PGlite keeps its file system elsewhere; embedded-database.ts must be brought up to date.',
  )
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

// WebAssembly touches all of it at the start; by default it is 128 MB. Reads beyond it come from the system's page cache.
const SMALL = [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB']
// `-F` is PostgreSQL's short form of fsync=off.
const DURABLE = [...SMALL.filter((parameter) => parameter !== '-F'), '-c', 'fsync=on', '-c', 'wal_sync_method=fsync']

// Of the servers that initdb runs.
const CREATE = ['--set', 'shared_buffers=16MB']
/** With a log file of 1 MB: by default each copy of the database holds one of 16 MB. */
const CREATE_SMALL = [...CREATE, '--wal-segsize=1']

/** In a directory, or in memory (for tests) with the dump's content. */
export async function openEmbeddedDatabase(directory: string | undefined, dump?: Blob): Promise<PGlite> {
  if (directory === undefined) {
    return openEngine({ startParams: SMALL, initDbStartParams: CREATE_SMALL, ...(dump && { loadDataDir: dump }) })
  }
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  return openEngine({ fs: new DurableFileSystem(directory), startParams: DURABLE, initDbStartParams: CREATE })
}

/** Of V8, on by default. */
const OPTIMIZING = ['wasm-tier-up', 'wasm-dynamic-tiering']

/**
 * Opens PGlite while V8 optimizes no WebAssembly; a function keeps what was in force when it first ran. Optimizing
 * PostgreSQL's interpreter of expressions, which each query runs, takes 600 MB and a second (ADR 97).
 */
async function openEngine(options: PGliteOptions): Promise<PGlite> {
  const modules = await compileEngine()
  for (const name of OPTIMIZING) setFlagsFromString(`--no-${name}`)
  try {
    return await PGlite.create({ ...modules, ...options })
  } finally {
    for (const name of OPTIMIZING) setFlagsFromString(`--${name}`)
  }
}

/** AuthenticationOk and ReadyForQuery (PostgreSQL, 55.7): the engine has no log-in. */
const WELCOME = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49])
const TERMINATE = 0x58

/** A client with a connection of its own to the engine, so that a pool may replace it. */
export function clientOf(database: PGlite): typeof Client {
  return class EmbeddedClient extends Client {
    constructor() {
      super({ user: 'postgres', database: 'postgres', ssl: false, stream: () => connectTo(database) })
    }
  }
}

/** A stand-in for the socket of `pg`: passes each write to the engine whole, and its answer back. */
function connectTo(database: PGlite): Duplex {
  let ask = async (_startup: Buffer): Promise<readonly Buffer[]> => {
    ask = (messages) => askEngine(database, messages)
    return [WELCOME]
  }
  const stream = new Duplex({
    read: () => undefined,
    write(messages: Buffer, _encoding, done) {
      const answer = async (): Promise<void> => {
        try {
          if (messages[0] === TERMINATE) stream.push(null)
          else for (const part of await ask(messages)) stream.push(part)
          done()
        } catch (error) {
          done(error instanceof Error ? error : new Error('The engine failed.', { cause: error }))
        }
      }
      // A busy loop of queries must not keep timers and sockets waiting.
      setImmediate(() => void answer())
    },
  })
  const ignore = () => stream
  return Object.assign(stream, {
    setNoDelay: ignore,
    setKeepAlive: ignore,
    ref: ignore,
    unref: ignore,
    connect: () => process.nextTick(() => stream.emit('connect')),
  })
}

/** `execProtocolRawSync` would also parse each answer, and keep all that it ever parsed. */
async function askEngine(database: PGlite, messages: Buffer): Promise<readonly Buffer[]> {
  const parts: Buffer[] = []
  // A part is a view of the engine's memory.
  const onRawData = (part: Uint8Array): void => void parts.push(Buffer.from(part))
  await database.execProtocolRawStream(messages, { syncToFs: false, onRawData })
  return parts
}

/** A vacuum reads the whole table, so it must free about two megabytes of large values and a fifth of it. */
const DEAD_ROWS = 1_000
/** A checkpoint makes the next changes longer in the log. */
const LOG_BYTES = 32 * 1024 * 1024

/** Vacuums the table with most dead rows and frees write-ahead log. Queries wait: frequent calls keep steps short. */
export async function maintainEmbedded(pool: Pool): Promise<void> {
  // Otherwise statistics miss the last second.
  await pool.query('select pg_stat_force_next_flush()')
  const dead = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, relname) as name from pg_stat_all_tables
      where n_dead_tup >= $1 + n_live_tup / 5 order by n_dead_tup desc limit 1`,
    [DEAD_ROWS],
  )
  for (const { name } of dead.rows) await pool.query(`vacuum ${name}`)
  const log = await pool.query<{ is_long: boolean }>(
    `select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn) >= $1 as is_long from pg_control_checkpoint()`,
    [LOG_BYTES],
  )
  if (log.rows[0]?.is_long) await pool.query('checkpoint')
}
