import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { coreMigrations } from '@countersign/core'
import { providerMigrations, registerClient } from '@countersign/provider'
import { openDatabase } from '@countersign/service/sql'
import { type Call, createServerDatabase, freePort } from '@countersign/testing'
import { generateSecrets } from 'countersign/internal/secrets.ts'
import { APP_REDIRECT_URI } from './app-page.ts'
import { serve } from './serve.ts'
import { SCOPES } from './start-flow.ts'
import { NO_LIMITS } from './system.ts'

type LogLine = Readonly<Record<string, unknown>>

/** `countersign serve --workers`, as an operator starts it, on a PostgreSQL of its own. */
export async function startServeByWorkers(workers: number) {
  const PORT = String(await freePort())
  const metricsAddress = `127.0.0.1:${await freePort()}`
  const url = `http://localhost:${PORT}`
  const { url: databaseUrl, drop } = await createServerDatabase(providerMigrations, coreMigrations)
  const database = await openDatabase({ databaseUrl })
  const client = await registerClient(database.sql, {
    name: 'Demo App',
    redirectUris: [APP_REDIRECT_URI],
    scopes: SCOPES.map((name) => ({ name, reason: '', required: false })),
  })
  const env = {
    PORT,
    BASE_URL: url,
    TRUSTED_PROXIES: 'none',
    METRICS_ADDRESS: metricsAddress,
    DATABASE_URL: databaseUrl,
    ...(await generateSecrets()),
    ...NO_LIMITS,
  }
  const repository = join(import.meta.dirname, '..', '..')
  const served = await serve(repository, ['provider', 'core'], env, '--workers', String(workers))

  /** How often an event happened, by Prometheus' endpoint. */
  async function counted(event: string): Promise<number> {
    const text = await (await fetch(`http://${metricsAddress}/metrics`)).text()
    const lines = text.split('\n').filter((line) => line.startsWith(`countersign_events_total{event="${event}"`))
    return lines.reduce((total, line) => total + Number(line.split(' ').at(-1)), 0)
  }

  /** Log lines of an event so far. */
  function logged(event: string): readonly LogLine[] {
    const whole = served.output().split('\n').slice(0, -1)
    const parsed = whole.filter((line) => line.startsWith('{')).map((line): LogLine => JSON.parse(line))
    return parsed.filter((line) => line['event'] === event)
  }

  /** Asks all workers to stop, and answers the exit code. */
  async function stop(): Promise<number | null> {
    await served.stop()
    return served.exitCode()
  }

  async function close(): Promise<void> {
    await served.stop()
    await database.close()
    await drop()
  }
  return { url, client, sql: database.sql, counted, logged, stop, close }
}

/** Calls over one connection: one worker answers all of them. */
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
