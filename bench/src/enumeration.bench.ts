/**
 * `node bench/src/enumeration.bench.ts`: whether the time of the first answer of a sign-in tells which names exist. 4,000
 * starts over HTTP in random order, half of them with names that somebody has, compared by a t-test.
 */
import { httpCaller, newStartLoginRequest, signUp, startPostgres } from '@countersign/testing'
import { createHttpClient, type HttpClient } from './http-client.ts'
import { percentile } from './load.ts'
import { startServerProcess } from './server-process.ts'
import { compareMeans, fastest } from './welch.ts'

/** As many as are free for one name: a sixth would be refused. */
const STARTS_A_NAME = 5
const NAMES = 400
const WARM_UP_NAMES = 40

type Start = { readonly login: string; readonly isKnown: boolean }

const postgres = await startPostgres({ durable: true })
const server = await startServerProcess(new URL('countersign-server.ts', import.meta.url), {
  DATABASE_URL: postgres.url,
})
const http = createHttpClient(server.listening.url)
try {
  const call = httpCaller(server.listening.url)
  for (let index = 0; index < NAMES; index += 1) await signUp(call, `known--${index}`)
  await measure(startsOf('warm-up', WARM_UP_NAMES, false))
  const starts = [...startsOf('known-', NAMES, true), ...startsOf('nobody', NAMES, false)]
  report(await measure(shuffle(starts)))
} finally {
  http.close()
  await server.stop()
  await postgres.stop()
}

/** Names of one length, so that nothing but their being known differs. */
function startsOf(prefix: string, names: number, isKnown: boolean): Start[] {
  const length = STARTS_A_NAME * names
  return Array.from({ length }, (_, index) => ({ login: `${prefix}-${index % names}`, isKnown }))
}

function shuffle(starts: Start[]): Start[] {
  const keyed = starts.map((start) => ({ start, key: Math.random() }))
  return keyed.toSorted((left, right) => left.key - right.key).map(({ start }) => start)
}

type Timings = { readonly known: number[]; readonly unknown: number[] }

async function measure(starts: readonly Start[]): Promise<Timings> {
  const timings: Timings = { known: [], unknown: [] }
  for (const { login, isKnown } of starts) {
    const milliseconds = await timeStart(http, login)
    timings[isKnown ? 'known' : 'unknown'].push(milliseconds)
  }
  return timings
}

async function timeStart({ send }: HttpClient, login: string): Promise<number> {
  const body = { login, start_login_request: await newStartLoginRequest() }
  const startedAt = performance.now()
  const { status } = await send({ method: 'POST', path: '/api/session/password/start/', body })
  const milliseconds = performance.now() - startedAt
  if (status !== 200) throw new Error(`A start was answered with ${status}.`)
  return milliseconds
}

function report({ known, unknown }: Timings): void {
  const median = (sample: number[]): string => percentile(sample, 0.5).toFixed(3)
  console.log(
    `median: known ${median(known)} ms, unknown ${median(unknown)} ms (${known.length} and ${unknown.length})`,
  )
  for (const share of [1, 0.9]) {
    const { t, p } = compareMeans(fastest(known, share), fastest(unknown, share))
    console.log(`fastest ${share * 100} %: t = ${t.toFixed(2)}, p = ${p.toFixed(3)}`)
  }
}
