/**
 * `npm run footprint:check`: memory, disk and connections of the packed program, as its units start it, with people who have
 * vaults and use an app. Writes the table of `docs/guides/run/limits.md`. With `--under 'systemd-run --scope
 * --property=MemoryMax=640M'` it starts each process by that command, writes nothing, and fails where a process ends.
 */
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { markdownTable, writeBlock } from '@countersign/bench/report'
import { createEnvironment } from '@countersign/bench/set-up'
import { arePagesStale, buildPages } from '@countersign/console'
import { openDatabase, type Sql } from '@countersign/service/sql'
import { startPostgres } from '@countersign/testing'
import { addPeople } from './footprint/people.ts'
import {
  addressesOf,
  type Installed,
  type Memory,
  registerApp,
  sizeOf,
  startMeasured,
} from './footprint/run-service.ts'
import { buildProgram } from './pack/build-program.ts'

const GUIDE = new URL('../docs/guides/run/limits.md', import.meta.url)
const SCALE = new URL('../bench/results/scale.json', import.meta.url)
const MIB = 1024 * 1024
/** Its size follows the load of the moment. */
const WAL = 'pg_wal'
const SIGN_INS_A_YEAR = 52
const SAMPLE_MS = 100

const { values } = parseArgs({
  options: { people: { type: 'string', default: '300' }, under: { type: 'string', default: '' } },
})
const people = Number(values.people)

await using everything = new AsyncDisposableStack()
const folder = mkdtempSync(join(tmpdir(), 'countersign-footprint-'))
everything.defer(() => rmSync(folder, { recursive: true }))
if (arePagesStale()) await buildPages()
const program = join(await buildProgram(folder), 'operate/cli/src/main.js')
symlinkSync(join(import.meta.dirname, '../node_modules'), join(folder, 'node_modules'))
const installed: Installed = { folder, program, under: values.under.split(' ').filter(Boolean) }
const secrets = await createEnvironment()

type Disk = { readonly empty: number; readonly ofThousand: number }
type Measured = { readonly name: string; readonly memory: readonly Memory[]; readonly disk: Disk; connections: number }

async function measureEmbedded(): Promise<Measured> {
  const addresses = await addressesOf(false)
  const settings = settingsOf(addresses, addresses.provider, { DATA_DIR: join(folder, 'data') })
  const first = await startMeasured(installed, [], settings)
  await first.stop()
  const data = join(folder, 'data')
  const [whole, empty] = [sizeOf(data), sizeOf(data, WAL)]
  const later = await startMeasured(installed, [], settings)
  await later.rest()
  await addPeople(await registerApp(installed, settings, addresses), people)
  later.loaded()
  const code = await later.stop()
  if (code !== 0) throw new Error(`It ended with ${code}.`)
  const ofThousand = ((sizeOf(data, WAL) - empty) / people) * 1_000
  const memory = { ...later.memory, start: first.memory.start }
  return { name: 'all, embedded database', memory: [memory], disk: { empty: whole, ofThousand }, connections: 0 }
}

async function measureOnPostgres(isApart: boolean): Promise<Measured> {
  await using postgres = await startPostgres({ durable: false }).then((server) => ({
    ...server,
    [Symbol.asyncDispose]: () => server.stop(),
  }))
  const addresses = await addressesOf(isApart)
  const parts = isApart ? (['provider', 'core', 'web'] as const) : (['provider'] as const)
  const started = []
  for (const part of parts) {
    const settings = settingsOf(addresses, addresses[part], part === 'web' ? {} : { DATABASE_URL: postgres.url })
    started.push(await startMeasured(installed, isApart ? [part] : [], settings))
  }
  const { sql, close } = await openDatabase({ databaseUrl: postgres.url })
  const empty = await databaseSize(sql)
  await Promise.all(started.map(({ rest }) => rest()))
  const settings = settingsOf(addresses, addresses.provider, { DATABASE_URL: postgres.url })
  const service = await registerApp(installed, settings, addresses)
  const counted = countConnections(sql)
  await addPeople(service, people)
  const connections = await counted.stop()
  for (const { loaded } of started) loaded()
  const ofThousand = (((await databaseSize(sql)) - empty) / people) * 1_000
  await close()
  for (const { stop } of started) if ((await stop()) !== 0) throw new Error('A process ended badly.')
  const name = isApart ? 'apart, PostgreSQL' : 'all, PostgreSQL'
  return { name, memory: started.map(({ memory }) => memory), disk: { empty, ofThousand }, connections }
}

function settingsOf(
  { provider, core, web }: Awaited<ReturnType<typeof addressesOf>>,
  own: string,
  database: Readonly<Record<string, string>>,
) {
  const apart = core === provider ? {} : { CORE_URL: core, WEB_URL: web, PROVIDER_URL: provider }
  return { ...secrets, BASE_URL: provider, ...apart, PORT: new URL(own).port, TRUSTED_PROXIES: 'none', ...database }
}

async function databaseSize(sql: Sql): Promise<number> {
  const [row] = await sql<{ size: string }>`select pg_database_size(current_database())::text as size`
  return Number(row?.size)
}

/** Of a large table, with its indexes, as the scale guide has it. */
function bytesOfAuditRow(): number {
  const { footprints }: { readonly footprints: readonly { readonly table: string; readonly bytesPerRow: number }[] } =
    JSON.parse(readFileSync(SCALE, 'utf8'))
  return footprints.find(({ table }) => table === 'provider.audit_events')?.bytesPerRow ?? 0
}

/** The most at once, ours left out. */
function countConnections(sql: Sql) {
  const over = new AbortController()
  let most = 0
  const watch = async (): Promise<void> => {
    while (!over.signal.aborted) {
      const [row] = await sql<{ count: number }>`
        select count(*)::int as count from pg_stat_activity
         where datname = current_database() and backend_type = 'client backend' and query not like '%pg_stat_activity%'`
      most = Math.max(most, row?.count ?? 0)
      await pause(SAMPLE_MS)
    }
  }
  const watching = watch()
  return {
    stop: async () => {
      over.abort()
      await watching
      return most
    },
  }
}

const all = [await measureEmbedded(), await measureOnPostgres(false), await measureOnPostgres(true)]
const text = `${formatMemory(all)}\n\n${formatDisk(all)}`
console.log(text)
if (values.under === '') writeBlock(GUIDE, 'footprint', text)

function formatMemory(measured: readonly Measured[]): string {
  const rows = measured.flatMap(({ name, memory }) =>
    memory.map(({ components, start, rest, load }) => {
      const called = components === '' ? name : `\`serve ${components}\`, PostgreSQL`
      return [called, ...[start, rest, load].map((mebibytes) => String(Math.ceil(mebibytes)))]
    }),
  )
  return markdownTable([['memory of a process, MiB', 'at most until ready', 'at rest', 'at most under load'], ...rows])
}

function formatDisk(measured: readonly Measured[]): string {
  const [embedded, postgres, apart] = measured
  if (!embedded || !postgres || !apart) return ''
  const mebibytes = (bytes: number): string => (bytes / MIB).toFixed(bytes < 10 * MIB ? 1 : 0)
  // Two for a sign-in.
  const year = bytesOfAuditRow() * 2 * SIGN_INS_A_YEAR * 1_000
  return markdownTable([
    ['disk, MiB', 'embedded database', 'PostgreSQL'],
    ['new', mebibytes(embedded.disk.empty), mebibytes(postgres.disk.empty)],
    [
      '1,000 people, each with a vault of ten values, one app approved, one refresh',
      mebibytes(embedded.disk.ofThousand),
      mebibytes(postgres.disk.ofThousand),
    ],
    ['their audit trail of a year, at a sign-in a week', 'the same', mebibytes(year)],
    [
      'connections under load: one process; provider and core apart',
      'none',
      `${postgres.connections}; ${apart.connections}`,
    ],
  ])
}
