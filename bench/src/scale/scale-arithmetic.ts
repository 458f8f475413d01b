import type { Footprint } from '../growth/measure-footprints.ts'

/** Microseconds of CPU that one of them takes. */
export type Cost = { readonly server: number; readonly postgres: number }

export type Costs = { readonly flow: Cost; readonly refresh: Cost; readonly introspection: Cost }

/** What is assumed of people, of machines and of how long rows stay; what is measured is not in here. */
export const ASSUMED = {
  /** That come with each sign-in, until the next one. */
  refreshes: 5,
  introspections: 5,
  /** Of the busiest hour, of the day's mean. */
  peak: 3,
  /** Of a core that may be busy in that hour. */
  busy: 0.5,
  coresOfMachine: 16,
  diskOfMachineTerabytes: 4,
  /** The account, its unlock methods, its session and a vault of a few dozen entries. */
  kilobytesOfPerson: 30,
  /** As the settings are by default; an access token lives an hour. */
  daysKept: {
    'provider.authorization_requests': 1,
    'provider.access_tokens': 0.05,
    'provider.grants': 60,
    'provider.refresh_tokens': 60,
    'provider.audit_events': 365,
  } as Readonly<Record<string, number>>,
} as const

export type Need = {
  readonly peakPerSecond: number
  readonly serverCores: number
  readonly postgresCores: number
  readonly terabytes: number
  readonly servers: number
  /** PostgreSQL machines: as many as the cores or the disk takes, whichever is more. */
  readonly shards: number
}

const SECONDS_A_DAY = 86_400
const TERABYTE = 1e12

/** What so many people need who sign in so often, without spare machines and replicas. */
export function reckonNeed(
  { people, signInsADay }: { readonly people: number; readonly signInsADay: number },
  { costs, footprints }: { readonly costs: Costs; readonly footprints: readonly Footprint[] },
): Need {
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
    shards: machinesFor(Math.max(postgresCores / ASSUMED.coresOfMachine, terabytes / ASSUMED.diskOfMachineTerabytes)),
  }
}

/**
 * A flow with the refreshes and introspections that come with it. The person's own sign-in at core is not in it, nor the
 * statement that notes when their session was last used: those of the bench were used within the minute.
 */
export function costOfSignIn({ flow, refresh, introspection }: Costs): Cost {
  const sum = (of: keyof Cost): number =>
    flow[of] + ASSUMED.refreshes * refresh[of] + ASSUMED.introspections * introspection[of]
  return { server: sum('server'), postgres: sum('postgres') }
}

/** What a sign-in a day takes on disk, once the first rows leave. */
export function bytesOfDailySignIn(footprints: readonly Footprint[]): number {
  return footprints.reduce((sum, footprint) => sum + bytesKept(footprint), 0)
}

/** In one table, of a sign-in a day. */
export function bytesKept({ table, bytesPerRow, rowsPerFlow, rowsPerRefresh }: Footprint): number {
  return bytesPerRow * (rowsPerFlow + ASSUMED.refreshes * rowsPerRefresh) * (ASSUMED.daysKept[table] ?? 0)
}

function machinesFor(share: number): number {
  return Math.max(Math.ceil(share), 1)
}
