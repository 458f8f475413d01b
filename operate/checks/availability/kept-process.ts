import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

export type KeptProcess = ReturnType<typeof keepProcess>

type Program = {
  readonly name: string
  readonly command: string
  readonly args: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  readonly account?: { readonly uid?: number; readonly gid?: number }
  readonly logFile: string
  /** Restarted whenever it ends; otherwise by the killer. */
  readonly isSupervised?: true
}

/** A supervisor's delay. */
const RESTART_MS = 2_000

/** Output goes to a file. */
export function keepProcess({ name, command, args, env, account, logFile, isSupervised }: Program) {
  const log = openSync(logFile, 'a')
  let child: ChildProcess | undefined
  let isWanted = false
  // Also after a failure. SIGTERM: Patroni ends its PostgreSQL itself.
  process.once('exit', () => child?.kill())

  function start(): void {
    isWanted = true
    child = spawn(command, args, { ...account, env: { ...process.env, ...env }, stdio: ['ignore', log, log] })
    child.once('exit', () => {
      if (isSupervised) setTimeout(() => isWanted && start(), RESTART_MS)
    })
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill(signal)
    await exited
  }

  async function stop(): Promise<void> {
    isWanted = false
    await end('SIGTERM')
  }
  // SIGKILL: like a power loss.
  return { name, start, kill: () => end('SIGKILL'), stop }
}

const PAUSE_MS = 200
const PATIENCE_MS = 120_000

/** @throws when it is still not so after two minutes */
export async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const endsAt = performance.now() + PATIENCE_MS
  while (performance.now() < endsAt) {
    if (await isSo()) return
    await pause(PAUSE_MS)
  }
  throw new Error(`Waited for two minutes, and it is still not so: ${what}.`)
}

export async function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    ({ ok }) => ok,
    () => false,
  )
}
