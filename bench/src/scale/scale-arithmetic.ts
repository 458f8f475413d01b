import type { Workload } from '../measure/target.ts'

/** A table's share of a sign-in. */
export type Footprint = {
  readonly table: string
  /** Indexes included. */
  readonly bytesPerRow: number
  readonly rowsPerFlow: number
  readonly rowsPerRefresh: number
}

/** Microseconds of CPU. */
export type Cost = { readonly server: number; readonly postgres: number }

export type Costs = Readonly<Record<Workload, Cost>>

/** Assumptions about people, machines and retention; nothing measured. */
export const ASSUMED = {
  /** Per sign-in. */
  refreshes: 5,
  introspections: 5,
  /** The busiest hour against the day's mean. */
  peak: 3,
  /** Load of a core in that hour. */
  busy: 0.5,
  coresOfMachine: 16,
  diskOfMachineTerabytes: 4,
  /** Account, unlock methods, session and a few dozen entries. */
  kilobytesOfPerson: 30,
  /** Default settings. */
  daysKept: {
    'provider.authorization_requests': 1,
    'provider.grants': 60,
    'provider.audit_events': 365,
  } as Readonly<Record<string, number>>,
} as const

const SECONDS_A_DAY = 86_400
const TERABYTE = 1e12

/** Without spare machines and replicas. */
export function reckonNeed(
  { people, signInsADay }: { readonly people: number; readonly signInsADay: number },
  { costs, footprints }: { readonly costs: Costs; readonly footprints: readonly Footprint[] },
) {
  const flowsADay = people * signInsADay
  const peakPerSecond = (flowsADay / SECONDS_A_DAY) * ASSUMED.peak
  const coresFor = (microseconds: number): number => (peakPerSecond * microseconds) / 1e6 / ASSUMED.busy
  const each = costOfSignIn(costs)
  const [serverCores, postgresCores] = [coresFor(each.server), coresFor(each.postgres)]
  const terabytes = (flowsADay * bytesOfDailySignIn(footprints) + people * ASSUMED.kilobytesOfPerson * 1e3) / TERABYTE
  return {
    peakPerSecond,
    serverCores,
    postgresCores,
    terabytes,
    servers: machinesFor(serverCores / ASSUMED.coresOfMachine),
    /** PostgreSQL machines, by cores or disk, whichever needs more. */
    shards: machinesFor(Math.max(postgresCores / ASSUMED.coresOfMachine, terabytes / ASSUMED.diskOfMachineTerabytes)),
  }
}

/**
 * A flow with its refreshes and introspections, without the sign-in at core, and with a session that was used within the last
 * minute.
 */
export function costOfSignIn({ flow, refresh, introspection }: Costs): Cost {
  const sum = (of: keyof Cost): number =>
    flow[of] + ASSUMED.refreshes * refresh[of] + ASSUMED.introspections * introspection[of]
  return { server: sum('server'), postgres: sum('postgres') }
}

/** Once the first rows expire. */
export function bytesOfDailySignIn(footprints: readonly Footprint[]): number {
  return footprints.reduce((sum, footprint) => sum + bytesKept(footprint), 0)
}

export function bytesKept({ table, bytesPerRow, rowsPerFlow, rowsPerRefresh }: Footprint): number {
  return bytesPerRow * (rowsPerFlow + ASSUMED.refreshes * rowsPerRefresh) * (ASSUMED.daysKept[table] ?? 0)
}

function machinesFor(share: number): number {
  return Math.max(Math.ceil(share), 1)
}
