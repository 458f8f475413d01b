import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Engine, signUpForToken, startPostgres } from '@countersign/testing'
import { runBareFlow } from './bare-flow.ts'
import { runFlow } from './flow.ts'
import { createHttpClient, type HttpClient } from './http-client.ts'
import { type LoadResult, percentile, runLoad, type StepName, type Timed } from './load.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'

const PEOPLE = 16
const ACCOUNTS = 4
const WARM_UP_SECONDS = 1.5
const MEASURED_SECONDS = 5

export type Latency = { readonly p50Ms: number; readonly p99Ms: number }

export type Measurement = {
  readonly flowsPerSecond: number
  readonly cpuMicrosecondsPerFlow: number
  readonly rssMiB: number
  readonly flow: Latency
  readonly steps: Readonly<Record<StepName, Latency>>
}

export type EngineResult = { readonly countersign: Measurement; readonly bare: Measurement }

/** Measures Countersign and then the yardstick, each in a process of its own on a new database of the same kind. */
export async function measureEngine(engine: Engine): Promise<EngineResult> {
  const countersign = await onNewDatabase(engine, async (env) => {
    const server = await startServerProcess(new URL('countersign-server.ts', import.meta.url), env)
    return measureServer(server, async (client) => {
      const { url } = server.listening
      const people = await Promise.all(Array.from({ length: ACCOUNTS }, () => signUpForToken({ url, origin: url })))
      return async (timed, index) => {
        const person = people[index % people.length]
        if (person) await runFlow(client, server.listening, { timed, person })
      }
    })
  })
  const bare = await onNewDatabase(engine, async (env) => {
    const server = await startServerProcess(new URL('bare-server.ts', import.meta.url), env)
    return measureServer(server, async (client) => (timed) => runBareFlow(client, timed))
  })
  return { countersign, bare }
}

type Walk = (timed: Timed, person: number) => Promise<void>

async function measureServer(
  server: ServerProcess,
  prepare: (client: HttpClient) => Promise<Walk>,
): Promise<Measurement> {
  const client = createHttpClient(server.listening.url)
  try {
    const walk = await prepare(client)
    await runLoad(walk, { people: PEOPLE, seconds: WARM_UP_SECONDS })
    const before = await server.readUsage()
    const load = await runLoad(walk, { people: PEOPLE, seconds: MEASURED_SECONDS })
    const after = await server.readUsage()
    return summarise(load, after.cpuMicroseconds - before.cpuMicroseconds, after.rssBytes)
  } finally {
    client.close()
    await server.stop()
  }
}

function summarise(load: LoadResult, cpuMicroseconds: number, rssBytes: number): Measurement {
  const { authorize, details, attest, complete, token } = load.stepMilliseconds
  return {
    flowsPerSecond: Math.round(load.flows / load.seconds),
    cpuMicrosecondsPerFlow: Math.round(cpuMicroseconds / load.flows),
    rssMiB: Math.round(rssBytes / 1_048_576),
    flow: latencyOf(load.flowMilliseconds),
    steps: {
      authorize: latencyOf(authorize),
      details: latencyOf(details),
      attest: latencyOf(attest),
      complete: latencyOf(complete),
      token: latencyOf(token),
    },
  }
}

function latencyOf(milliseconds: readonly number[]): Latency {
  return { p50Ms: rounded(percentile(milliseconds, 0.5)), p99Ms: rounded(percentile(milliseconds, 0.99)) }
}

function rounded(milliseconds: number): number {
  return Math.round(milliseconds * 10) / 10
}

/** A new database of the kind, durable as in production, gone afterwards. */
async function onNewDatabase<Result>(
  engine: Engine,
  work: (env: Readonly<Record<string, string>>) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-bench-'))
  const postgres = engine === 'postgresql' ? await startPostgres({ durable: true }) : undefined
  try {
    return await work({ DATA_DIR: folder, DATABASE_URL: postgres?.url ?? '' })
  } finally {
    await postgres?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
