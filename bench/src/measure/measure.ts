import { type Load, median, percentile, runLoad, STEPS, type StepName } from '../load/run-load.ts'
import { cpuMicrosecondsBetween, readCpuTimes, readResidentBytes } from './cpu-time.ts'
import type { Target, Workload } from './target.ts'

type Latency = { readonly p50Ms: number; readonly p99Ms: number }

export type Measurement = {
  readonly perSecond: number
  /** Of Countersign's or the floor's processes. */
  readonly serverMicroseconds: number | undefined
  readonly postgresMicroseconds: number | undefined
  /** At the end. */
  readonly residentMiB: number
  readonly whole: Latency
  readonly steps: Readonly<Record<StepName, Latency>>
}

/** With each round's throughput, to compare with others of the same round. */
export type Measured = Measurement & { readonly rounds: readonly number[] }

/** Opens connections and fills caches. */
const PRELUDE_SECONDS = 0.3

type Round = Awaited<ReturnType<typeof measureOnce>>

/** After fewer, V8 still compiles hot code: a flow costs up to three times as much. */
const WARM_UP_WALKS: Readonly<Record<Workload, number>> = { flow: 2_000, refresh: 6_000, introspection: 6_000 }

/** Lets a process compile its hot code, within so many seconds. */
export async function warmUp({ walks }: Target, workload: Workload, seconds: number): Promise<void> {
  await runLoad(walks[workload], { people: 16, seconds, walks: WARM_UP_WALKS[workload] })
}

/**
 * Loads the targets in turn, in short rounds, so that other load meets all. Figures are medians of rounds; latencies are those
 * of all rounds.
 */
export async function measureInTurn<Name extends string>(
  targets: Readonly<Record<Name, Target>>,
  { workload, rounds, people, seconds }: Load & { readonly workload: Workload; readonly rounds: number },
): Promise<Readonly<Record<Name, Measured>>> {
  const named = Object.entries<Target>(targets)
  const measured = Object.fromEntries<Round[]>(named.map(([name]) => [name, []]))
  for (const [, target] of named) await runLoad(target.walks[workload], { people, seconds: PRELUDE_SECONDS })
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, target] of named) measured[name]?.push(await measureOnce(target, workload, { people, seconds }))
  }
  const summaries = Object.entries(measured).map(([name, each]) => [name, summarise(each)])
  return Object.fromEntries(summaries)
}

/** The median of the rounds. */
export function shareOf(measured: Measured, other: Measured): number {
  return rounded(median(measured.rounds.map((rate, round) => rate / (other.rounds[round] ?? rate))))
}

async function measureOnce({ walks, servers, database }: Target, workload: Workload, load: Load) {
  const serverPids = servers.map(({ pid }) => pid)
  const postgresPids = database.postgres ? [database.postgres.pid] : []
  const before = [readCpuTimes(serverPids), readCpuTimes(postgresPids)] as const
  const result = await runLoad(walks[workload], load)
  return {
    ...result,
    serverMicroseconds: cpuMicrosecondsBetween(before[0], readCpuTimes(serverPids)),
    postgresMicroseconds: cpuMicrosecondsBetween(before[1], readCpuTimes(postgresPids)),
    residentMiB: Math.round(readResidentBytes(serverPids) / 1_048_576),
  }
}

function summarise(rounds: readonly Round[]): Measured {
  const perSecond = rounds.map(({ count, seconds }) => count / seconds)
  const costOf = (read: (round: Round) => number): number | undefined =>
    Math.round(median(rounds.map((round) => read(round) / round.count))) || undefined
  const steps = STEPS.map((name) => [name, latencyOf(rounds.map(({ stepMilliseconds }) => stepMilliseconds[name]))])
  return {
    perSecond: Math.round(median(perSecond)),
    rounds: perSecond,
    serverMicroseconds: costOf((round) => round.serverMicroseconds),
    postgresMicroseconds: costOf((round) => round.postgresMicroseconds),
    residentMiB: rounds.at(-1)?.residentMiB ?? 0,
    whole: latencyOf(rounds.map(({ milliseconds }) => milliseconds)),
    steps: Object.fromEntries(steps),
  }
}

function latencyOf(rounds: readonly (readonly number[])[]): Latency {
  const all = rounds.flat()
  return { p50Ms: rounded(percentile(all, 0.5)), p99Ms: rounded(percentile(all, 0.99)) }
}

function rounded(value: number): number {
  return Number(value.toFixed(2))
}
