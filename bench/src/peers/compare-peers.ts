import { loadavg } from 'node:os'
import type { Plan } from '../comparison/compare.ts'
import { startCountersign } from '../countersign/start-countersign.ts'
import { startFloor } from '../floor/start-floor.ts'
import { type CountedStatement, countStatements } from '../measure/count-statements.ts'
import { createDurableDatabase } from '../measure/durable-database.ts'
import { type Measured, measureInTurn, shareOf, warmUp } from '../measure/measure.ts'
import type { Target, Workload } from '../measure/target.ts'
import { hydra } from './hydra.ts'
import { keycloak } from './keycloak.ts'
import { oidcProvider } from './oidc-provider.ts'
import { createPeerTarget, type Peer, signIn } from './peer.ts'

const PEERS = { 'oidc-provider': oidcProvider, keycloak, hydra }

export type PeerName = keyof typeof PEERS

export const PEER_NAMES: readonly PeerName[] = ['oidc-provider', 'keycloak', 'hydra']

const FLOOR = 'its floor'

export type PeerMeasured = {
  readonly title: string
  readonly workload: Workload
  readonly measured: Measured
  readonly ofFloor: number
  readonly statements: readonly CountedStatement[]
  /** Each begun again. */
  readonly errors: number
}

export type PeersCompared = {
  readonly measured: readonly PeerMeasured[]
  /** Peers that could not be installed or started: a sentence each. */
  readonly leftOut: readonly string[]
  readonly postgresVersion: string
  /** The machine's load before. */
  readonly otherLoad: string
}

/** All take turns with Countersign and the floor. */
export async function comparePeers(names: readonly PeerName[], plan: Plan): Promise<PeersCompared> {
  const targets: Record<string, Compared> = {}
  const leftOut: string[] = []
  const otherLoad = loadavg()[0]?.toFixed(1) ?? ''
  try {
    targets['Countersign'] = await startCountersign('postgresql', 'together')
    for (const name of names) {
      const { title } = PEERS[name]
      say(`${title}: is installed and started`)
      try {
        targets[title] = await startPeer(PEERS[name])
      } catch (error) {
        const [reason] = (error instanceof Error ? error.message : String(error)).split('\n')
        leftOut.push(`${title} could not be installed or started, and is left out: ${reason}.`)
        say(leftOut.at(-1) ?? '')
      }
    }
    targets[FLOOR] = await startFloor('postgresql', 'together')
    const measured = await measureAll(targets, plan)
    return { measured, leftOut, otherLoad, postgresVersion: await readVersion(targets[FLOOR]) }
  } finally {
    for (const target of Object.values(targets)) await target.stop()
  }
}

type Compared = Target & { readonly errors?: unknown[] }

async function startPeer({ install, start }: Peer): Promise<Compared> {
  const folder = await install()
  const database = await createDurableDatabase('postgresql')
  let stop = () => database.remove()
  try {
    const server = await start(folder, database)
    const target = createPeerTarget(server, database)
    stop = () => target.stop()
    await signIn(server, target)
    return target
  } catch (error) {
    await stop()
    throw error
  }
}

async function readVersion({ database: { postgres } }: Target): Promise<string> {
  const rows = await postgres?.pool.query<{ server_version: string }>('show server_version')
  return rows?.rows[0]?.server_version ?? ''
}

async function measureAll(targets: Readonly<Record<string, Compared>>, plan: Plan): Promise<PeerMeasured[]> {
  const found: PeerMeasured[] = []
  for (const load of plan.loads) {
    for (const [title, target] of Object.entries(targets)) {
      say(`${load.workload}: ${title} warms up`)
      await warmUp(target, load.workload, plan.warmUpSeconds)
    }
    say(`${load.workload}: all are measured in turn`)
    for (const { errors } of Object.values(targets)) errors?.splice(0)
    const measured = await measureInTurn(targets, { ...plan, ...load })
    for (const [title, target] of Object.entries(targets)) {
      const [own, floor] = [measured[title], measured[FLOOR]]
      if (!own || !floor) continue
      found.push({
        title,
        workload: load.workload,
        measured: own,
        ofFloor: shareOf(own, floor),
        errors: target.errors?.length ?? 0,
        statements: await countStatements(target, load.workload),
      })
    }
  }
  return found
}

function say(what: string): void {
  console.log(`${new Date().toISOString().slice(11, 19)} ${what}`)
}
