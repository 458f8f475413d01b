import { execFileSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '@countersign/service/sql'
import type { Network, PostgresServer } from '@countersign/testing'
import type { Fault } from '../faults/shocks.ts'

type Parts = {
  readonly postgres: PostgresServer
  readonly network: Network
  readonly disk: ReturnType<typeof mountSmallDisk>
  /** Bypasses the network. */
  readonly pool: Database['pool']
  /** More people than can be served. */
  readonly crowd: (seconds: number) => Promise<void>
}

const AWAY_MS = 30_000
const BAD_MS = 15_000
const SLOW_MS = 300

/** Faults of a database, and one crowd. */
export function listFaults({ postgres, network, disk, pool, crowd }: Parts): readonly Fault[] {
  const ask = async (...statements: readonly string[]): Promise<void> => {
    const client = await pool.connect()
    try {
      for (const statement of statements) await client.query(statement)
    } finally {
      client.release(true)
    }
  }
  const forAWhile = async (begin: () => unknown, end: () => unknown, milliseconds = BAD_MS): Promise<void> => {
    await begin()
    await pause(milliseconds)
    await end()
  }
  return [
    { what: '1,500 people at once for 15 s', run: () => crowd(BAD_MS / 1_000) },
    { what: 'database silent for 30 s', run: () => forAWhile(network.freeze, network.thaw, AWAY_MS) },
    {
      what: `database ${SLOW_MS} ms slower each way, for 15 s`,
      run: () =>
        forAWhile(
          () => network.delay(SLOW_MS),
          () => network.delay(0),
        ),
    },
    { what: 'database restarted', run: postgres.restart },
    { what: 'connections forgotten by a firewall', run: async () => network.forget() },
    {
      what: 'database only reads for 15 s',
      run: () =>
        forAWhile(
          () => ask('alter system set default_transaction_read_only = on', 'select pg_reload_conf()'),
          () =>
            ask(
              'set default_transaction_read_only = off',
              'alter system reset default_transaction_read_only',
              'select pg_reload_conf()',
            ),
        ),
    },
    {
      what: 'disk of the database full for 15 s',
      // PostgreSQL ends when its log has no room.
      run: () =>
        forAWhile(disk.fill, async () => {
          disk.clear()
          await ask('select 1').catch(postgres.restart)
        }),
    },
  ]
}

const SIZE = '1g'
const CHUNK = Buffer.alloc(1_048_576)

/** A disk in memory. Needs root. */
export function mountSmallDisk() {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-small-disk-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE},mode=755`, 'none', folder])
  // Lazy: the disk goes once it is unused.
  process.once('exit', () => execFileSync('umount', ['--lazy', folder]))
  const filler = join(folder, 'filler')
  return {
    folder,
    fill: () => {
      const file = openSync(filler, 'w')
      try {
        for (;;) writeSync(file, CHUNK)
      } catch {
        // Full, as it should be.
      } finally {
        closeSync(file)
      }
    },
    clear: () => rmSync(filler, { force: true }),
  }
}
