import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

type Program = {
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly logFile: string
  /** Answered with 2xx once it is ready. */
  readonly readyUrl: string
}

/** On a busy machine a JVM takes minutes. */
const PATIENCE_MS = 600_000
const PAUSE_MS = 100

/** A server that is asked nothing by the bench but over HTTP. */
export async function startProgram({ command, args, env, logFile, readyUrl }: Program) {
  const log = openSync(logFile, 'a')
  const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: ['ignore', log, log] })
  const exited = once(child, 'exit')
  // Also after a failure.
  process.once('exit', () => child.kill())
  const endsAt = performance.now() + PATIENCE_MS
  while (child.exitCode === null && performance.now() < endsAt) {
    const answer = await fetch(readyUrl).catch(() => undefined)
    if (answer?.ok) return { pid: child.pid ?? 0, stop }
    await pause(PAUSE_MS)
  }
  await stop()
  throw new Error(`${command} did not become ready: ${logFile} says why.`)

  async function stop(): Promise<void> {
    child.kill('SIGTERM')
    await exited
  }
}
