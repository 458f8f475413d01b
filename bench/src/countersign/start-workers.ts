import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '@countersign/testing'
import type { MeasuredPostgres } from '../measure/durable-database.ts'
import type { ServerProcess } from '../measure/server-process.ts'
import { createEnvironment } from './create-environment.ts'
import { registerBenchApp } from './register-bench-app.ts'

const PROGRAM = fileURLToPath(new URL('../../../cli/src/main.ts', import.meta.url))
const ATTEMPTS = 300
const PAUSE_MS = 100

/** Provider and core in so many processes that share an address, by the command that serves them in production. */
export async function startWorkers(
  count: number,
  { sql }: MeasuredPostgres,
  storage: Readonly<Record<string, string>>,
): Promise<ServerProcess> {
  const url = `http://localhost:${await freePort()}`
  const { port } = new URL(url)
  const own = { ...(await createEnvironment()), ...storage, PORT: port, BASE_URL: url, TRUSTED_PROXIES: 'none' }
  const log = openSync(join(storage['DATA_DIR'] ?? '.', 'bench.log'), 'a')
  const child = spawn(process.execPath, [PROGRAM, 'serve', 'provider', 'core', '--workers', String(count)], {
    env: { ...process.env, ...own },
    stdio: ['ignore', log, 'inherit'],
  })
  const exited = once(child, 'exit')
  await untilReady(url, () => child.exitCode !== null)
  return {
    pid: child.pid ?? 0,
    listening: { url, ...(await registerBenchApp(sql)) },
    ask: () => Promise.reject(new Error('The command is asked nothing: it is as it is in production.')),
    stop: async () => {
      child.kill('SIGTERM')
      await exited
    },
  }
}

async function untilReady(url: string, hasEnded: () => boolean): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS && !hasEnded(); attempt += 1) {
    const answer = await fetch(`${url}/health/ready`).catch(() => undefined)
    if (answer?.ok) return
    await pause(PAUSE_MS)
  }
  throw new Error('The workers did not become ready.')
}
