import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { coreMigrations, generateCoreSecrets } from '@countersign/core'
import { generateDataTokenSecret } from '@countersign/data-token'
import { providerMigrations, registerClient } from '@countersign/provider'
import { openDatabase } from '@countersign/service/sql'
import { type Call, createServerDatabase, freePort } from '@countersign/testing'
import { APP_REDIRECT_URI } from './system.ts'

type LogLine = Readonly<Record<string, unknown>>

const PROGRAM = ['cli/src/main.ts', 'serve', 'provider', 'core', '--workers']

/** `countersign serve` by several processes, as an operator starts it, on a PostgreSQL of its own. */
export async function startServeByWorkers(workers: number) {
  const port = String(await freePort())
  const metricsAddress = `127.0.0.1:${await freePort()}`
  const url = `http://localhost:${port}`
  const { url: databaseUrl, drop } = await createServerDatabase(providerMigrations, coreMigrations)
  const database = await openDatabase({ databaseUrl })
  const client = await registerClient(database.sql, {
    name: 'Demo App',
    redirectUris: [APP_REDIRECT_URI],
    scopes: ['openid', 'email', 'profile'].map((name) => ({ name, reason: '', required: false })),
  })
  const env = {
    PORT: port,
    BASE_URL: url,
    TRUSTED_PROXIES: 'none',
    METRICS_ADDRESS: metricsAddress,
    DATABASE_URL: databaseUrl,
    INTERNAL_SERVICE_TOKEN: randomBytes(32).toString('base64url'),
    DATA_TOKEN_SECRET: await generateDataTokenSecret(),
    ...(await generateCoreSecrets()),
    RATE_LIMIT_AUTHORIZE: '1000000',
    RATE_LIMIT_SIGN_UPS: '1000000',
    // A machine that runs all tests at once keeps everybody waiting.
    MAX_EVENT_LOOP_DELAY: '60000',
  }
  const child = spawn(process.execPath, [...PROGRAM, String(workers)], {
    cwd: join(import.meta.dirname, '..', '..'),
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const exited: Promise<unknown[]> = once(child, 'exit')
  const isOver = exited.then(() => true)
  while (!output.includes('"event":"listening"')) {
    if (await Promise.race([isOver, once(child.stdout, 'data').then(() => false)])) throw new Error(output)
  }

  /** How often something happened, as Prometheus reads it. */
  async function counted(event: string): Promise<number> {
    const text = await (await fetch(`http://${metricsAddress}/metrics`)).text()
    const lines = text.split('\n').filter((line) => line.startsWith(`countersign_events_total{event="${event}"`))
    return lines.reduce((total, line) => total + Number(line.split(' ').at(-1)), 0)
  }

  /** What was logged of an event so far. */
  function logged(event: string): readonly LogLine[] {
    const whole = output.split('\n').slice(0, -1)
    return whole.map((line): LogLine => JSON.parse(line)).filter((line) => line['event'] === event)
  }

  /** Asks all of them to stop, and answers with the exit code. */
  async function stop(): Promise<unknown> {
    child.kill('SIGTERM')
    const [code] = await exited
    return code
  }

  async function close(): Promise<void> {
    if (child.exitCode === null) await stop()
    await database.close()
    await drop()
  }
  return { url, client, sql: database.sql, counted, logged, stop, close }
}

/** Calls over one connection, which is one worker's for as long as it is kept. */
export function callerOnOneConnection(url: string): Call & { readonly close: () => void } {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const call: Call = ({ method, path, body, headers }) =>
    new Promise((resolve, reject) => {
      const type = body && { 'content-type': 'application/json' }
      const outgoing = request(`${url}${path}`, { agent, method, headers: { ...type, ...headers } }, (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
        response.on('error', reject).on('end', () => {
          const answered = new Headers({ location: response.headers.location ?? '' })
          const json = text.startsWith('{') ? JSON.parse(text) : {}
          resolve({ status: response.statusCode ?? 0, headers: answered, body: json })
        })
      })
      outgoing.on('error', reject).end(body && JSON.stringify(body))
    })
  return Object.assign(call, { close: () => agent.destroy() })
}
