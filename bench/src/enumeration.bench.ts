/**
 * `node bench/src/enumeration.bench.ts`: whether the time of a sign-in's first answer reveals which names exist: a t-test of
 * starts over HTTP in random order. As many starts with unknown names are the control: their difference is noise.
 */
import { newStartLoginRequest, signUpByPassword, startPostgres } from '@countersign/testing'
import { createHttpClient, type HttpClient } from './load/http-client.ts'
import { percentile } from './load/run-load.ts'
import { startServerProcess } from './measure/server-process.ts'

/** The sixth of one name would be refused. */
const STARTS_A_NAME = 5
const NAMES = 400
const WARM_UP_NAMES = 40
const PASSWORD = 'violet kettle sleeps in orbit'

type Group = 'known' | 'unknown' | 'control'
type Start = { readonly login: string; readonly group: Group }

const postgres = await startPostgres({ durable: true })
const server = await startServerProcess(new URL('countersign/server.ts', import.meta.url), {
  DATABASE_URL: postgres.url,
})
const http = createHttpClient(server.listening.url)
try {
  const { url } = server.listening
  for (let index = 0; index < NAMES; index += 1) {
    await signUpByPassword({ url, origin: url }, { login: nameOf('known', index), password: PASSWORD })
  }
  await measure(startsOf('warm-up', WARM_UP_NAMES, 'unknown'))
  const starts = (['known', 'unknown', 'control'] as const).flatMap((group) => startsOf(group, NAMES, group))
  report(await measure(shuffle(starts)))
} finally {
  http.close()
  await server.stop()
  await postgres.stop()
}

/** Of one length, so that only being known differs. */
function nameOf(prefix: string, index: number): string {
  return `${prefix.padEnd(7, '-')}-${index}`
}

function startsOf(prefix: string, names: number, group: Group): Start[] {
  const length = STARTS_A_NAME * names
  return Array.from({ length }, (_, index) => ({ login: nameOf(prefix, index % names), group }))
}

function shuffle(starts: Start[]): Start[] {
  const keyed = starts.map((start) => ({ start, key: Math.random() }))
  return keyed.toSorted((left, right) => left.key - right.key).map(({ start }) => start)
}

type Timings = Readonly<Record<Group, number[]>>

async function measure(starts: readonly Start[]): Promise<Timings> {
  const timings: Timings = { known: [], unknown: [], control: [] }
  for (const { login, group } of starts) timings[group].push(await timeStart(http, login))
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

function report({ known, unknown, control }: Timings): void {
  const median = (sample: number[]): string => percentile(sample, 0.5).toFixed(3)
  console.log(`median: known ${median(known)} ms, unknown ${median(unknown)} ms, control ${median(control)} ms`)
  for (const share of [1, 0.9]) {
    for (const [name, sample] of [
      ['known', known],
      ['control', control],
    ] as const) {
      const { t, p } = compareMeans(fastest(sample, share), fastest(unknown, share))
      console.log(`${name} against unknown, fastest ${share * 100} %: t = ${t.toFixed(2)}, p = ${p.toFixed(3)}`)
    }
  }
}

/** Welch's t-test. With thousands of values t is normally distributed. */
function compareMeans(left: readonly number[], right: readonly number[]) {
  const [a, b] = [describe(left), describe(right)]
  const t = (a.mean - b.mean) / Math.sqrt(a.variance / left.length + b.variance / right.length)
  return { t, p: 2 * upperTail(Math.abs(t)) }
}

/** The fastest part of a sample: other load shows in the slowest (as in dudect). */
function fastest(sample: readonly number[], share: number): number[] {
  return sample.toSorted((left, right) => left - right).slice(0, Math.floor(sample.length * share))
}

function describe(sample: readonly number[]) {
  const mean = sample.reduce((sum, value) => sum + value, 0) / sample.length
  const squares = sample.reduce((sum, value) => sum + (value - mean) ** 2, 0)
  return { mean, variance: squares / (sample.length - 1) }
}

/** The normal distribution's tail (Abramowitz and Stegun 26.2.17, exact to 1e-7). */
function upperTail(x: number): number {
  const k = 1 / (1 + 0.2316419 * x)
  const polynomial = k * (0.31938153 + k * (-0.356563782 + k * (1.781477937 + k * (-1.821255978 + k * 1.330274429))))
  return (Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI)) * polynomial
}
