import { execFileSync } from 'node:child_process'
import { chownSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openDatabase } from '@countersign/service/sql'
import { freePort } from '@countersign/testing'
import { answers, keepProcess, until } from './kept-process.ts'

const CONFIG = fileURLToPath(new URL('../../../deploy/patroni/patroni.yml', import.meta.url))
const BINARIES = '/usr/lib/postgresql'
export const SUPERUSER_PASSWORD = 'of-the-bench'

export type DatabaseNodes = Awaited<ReturnType<typeof startPatroni>>['nodes']

/** Two nodes of PostgreSQL under Patroni, as `deploy/patroni` has them, and one etcd. */
export async function startPatroni(folder: string) {
  const account = accountOf('postgres')
  chownSync(folder, account.uid, account.gid)
  const { etcd, address } = await startEtcd(folder)
  const nodes = [await createNode(folder, 'a', address), await createNode(folder, 'b', address)] as const
  nodes[0].start()
  await until('the first node is primary', nodes[0].isPrimary)
  nodes[1].start()
  await until('the second node follows', nodes[0].isFollowed)
  const stop = async (): Promise<void> => {
    await Promise.all(nodes.toReversed().map((node) => node.stop()))
    await etcd.stop()
  }
  return { nodes, stop }
}

async function startEtcd(folder: string) {
  const [client, peer] = [`127.0.0.1:${await freePort()}`, `127.0.0.1:${await freePort()}`]
  const etcd = keepProcess({
    name: 'etcd',
    command: 'etcd',
    args: [
      ['--data-dir', join(folder, 'etcd')],
      ['--listen-client-urls', `http://${client}`],
      ['--advertise-client-urls', `http://${client}`],
      ['--listen-peer-urls', `http://${peer}`],
      ['--initial-advertise-peer-urls', `http://${peer}`],
      ['--initial-cluster', `default=http://${peer}`],
    ].flat(),
    logFile: join(folder, 'etcd.log'),
  })
  etcd.start()
  await until('etcd answers', () => answers(`http://${client}/health`))
  return { etcd, address: client }
}

async function createNode(folder: string, name: string, etcd: string) {
  const account = accountOf('postgres')
  const data = join(folder, `node-${name}`)
  mkdirSync(data, { mode: 0o700 })
  chownSync(data, account.uid, account.gid)
  const address = `127.0.0.1:${await freePort()}`
  const api = { host: '127.0.0.1', port: String(await freePort()) }
  const patroni = keepProcess({
    name: `patroni ${name}`,
    command: 'patroni',
    args: [CONFIG],
    account,
    env: {
      PATRONI_NAME: name,
      PATRONI_ETCD3_HOSTS: etcd,
      PATRONI_RESTAPI_LISTEN: `${api.host}:${api.port}`,
      PATRONI_RESTAPI_CONNECT_ADDRESS: `${api.host}:${api.port}`,
      PATRONI_POSTGRESQL_LISTEN: address,
      PATRONI_POSTGRESQL_CONNECT_ADDRESS: address,
      PATRONI_POSTGRESQL_DATA_DIR: data,
      PATRONI_POSTGRESQL_BIN_DIR: join(BINARIES, readdirSync(BINARIES)[0] ?? '', 'bin'),
      PATRONI_POSTGRESQL_PGPASS: join(folder, `pgpass-${name}`),
      PATRONI_SUPERUSER_USERNAME: 'postgres',
      PATRONI_SUPERUSER_PASSWORD: SUPERUSER_PASSWORD,
      PATRONI_REPLICATION_USERNAME: 'replicator',
      PATRONI_REPLICATION_PASSWORD: SUPERUSER_PASSWORD,
    },
    logFile: join(folder, `patroni-${name}.log`),
  })
  const says = (path: string) => answers(`http://${api.host}:${api.port}/${path}`)
  /** Patroni notices. */
  const killPostgres = (): void => {
    process.kill(Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL')
  }
  return {
    name,
    address,
    api,
    isPrimary: () => says('primary'),
    isFollowed: () => hasSynchronousStandby(address),
    killPostgres,
    /** Like a lost machine. */
    killMachine: async () => {
      await patroni.kill()
      killPostgres()
    },
    start: patroni.start,
    stop: patroni.stop,
  }
}

/** Asks PostgreSQL: Patroni still names a standby that has just left. */
async function hasSynchronousStandby(address: string): Promise<boolean> {
  const database = await openDatabase({
    databaseUrl: `postgresql://postgres:${SUPERUSER_PASSWORD}@${address}/postgres`,
  })
  try {
    const standbys = await database.sql<{ pid: number }>`
      select pid from pg_stat_replication where state = 'streaming' and sync_state in ('sync', 'quorum')`
    return standbys.length === 1
  } catch {
    return false
  } finally {
    await database.close()
  }
}

function accountOf(name: string): { readonly uid: number; readonly gid: number } {
  const read = (option: string) => Number(execFileSync('id', [option, name], { encoding: 'utf8' }))
  return { uid: read('-u'), gid: read('-g') }
}
