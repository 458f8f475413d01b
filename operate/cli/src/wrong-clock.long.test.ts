// Long: readiness, metrics and doctor of a process whose clock is wrong.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { freePort, startBeforeAll } from '@countersign/testing'
import { afterEach, expect, test } from 'vitest'
import { PROGRAM, startCommandLine } from '../test/command-line.ts'
import { generateSecrets } from './secrets.ts'

const secrets = await generateSecrets()
const line = startBeforeAll(startCommandLine)
const running: ChildProcess[] = []

afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL')
})

/** Runs the program with a clock that is ahead of the database's. */
function startAhead(seconds: number, env: Readonly<Record<string, string>>, ...parameters: readonly string[]) {
  const clock = `const Real = Date
    globalThis.Date = class Date extends Real {
      constructor(...given) { given.length > 0 ? super(...given) : super(Date.now()) }
      static now() { return Real.now() + ${seconds * 1000} }
    }`
  const ahead = `data:text/javascript,${encodeURIComponent(clock)}`
  const child = spawn(process.execPath, ['--import', ahead, PROGRAM, ...parameters], {
    env: {
      ...process.env,
      ...secrets,
      BASE_URL: 'http://localhost:8080',
      TRUSTED_PROXIES: 'none',
      DATABASE_URL: line.url,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  running.push(child)
  return { child, exited: once(child, 'close'), said: () => output }
}

test.each([
  [3_600, 503, 'unavailable'],
  [-3_600, 503, 'unavailable'],
  [10, 200, 'ok'],
])(
  'a process whose clock is %s s ahead answers %s when asked whether it is ready, and tells Prometheus',
  async (...row) => {
    const [seconds, status, clock] = row
    const [port, metrics] = [await freePort(), await freePort()]
    const env = { PORT: String(port), METRICS_ADDRESS: `127.0.0.1:${metrics}` }
    const { child, exited, said } = startAhead(seconds, env, 'serve', 'provider', 'core')
    while (!said().includes('"event":"listening"')) await once(child.stdout, 'data')
    const answer = await fetch(`http://localhost:${port}/health/ready`)
    expect(answer.status).toBe(status)
    const { checks }: { checks: object } = JSON.parse(await answer.text())
    expect(checks).toMatchObject({ database: 'ok', clock })
    const figures = await (await fetch(`http://127.0.0.1:${metrics}/metrics`)).text()
    const [, offset] = /^countersign_clock_offset_seconds (\S+)$/m.exec(figures) ?? []
    expect(Math.round(Number(offset) / 10) * 10).toBe(seconds)
    child.kill('SIGTERM')
    await exited
  },
)

test.each([
  [3_600, 1, /- clock is 3600 s ahead of the database's.* Sign-ins fail/],
  [-20, 0, /- clock is (19|20) s behind the database's/],
])('doctor says that the clock is %s s ahead, and ends with %s', async (seconds, code, weakness) => {
  const { exited, said } = startAhead(seconds, {}, 'doctor')
  expect(await exited).toEqual([code, null])
  expect(said()).toMatch(weakness)
})
