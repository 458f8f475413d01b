/**
 * `node bench/src/enumeration.bench.ts`: whether the time of a sign-in's first answer reveals which names exist. A t-test
 * of 4,000 starts over HTTP in random order, half with existing names. As many starts with unknown names are the control:
 * their difference is the machine's noise.
 */
import { newStartLoginRequest, signUpByPassword, startPostgres } from '@countersign/testing'
import { createHttpClient, type HttpClient } from './load/http-client.ts'
import { percentile } from './load/percentile.ts'
import { startServerProcess } from './measure/server-process.ts'
import { compareMeans, fastest } from './welch.ts'

/** As many as are free for one name: a sixth would be refused. */
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

/** Names of one length, so that nothing but their being known differs. */
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
