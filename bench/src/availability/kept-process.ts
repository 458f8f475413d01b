import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'

export type KeptProcess = {
  readonly name: string
  readonly start: () => void
  /** Ends it without a farewell, as a machine that loses its power does. */
  readonly kill: () => Promise<void>
  /** Asks it to end. */
  readonly stop: () => Promise<void>
}

type Program = {
  readonly name: string
  readonly command: string
  readonly args: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** The user and group it runs as. */
  readonly account?: { readonly uid?: number; readonly gid?: number }
  readonly logFile: string
  /** Restarted whenever it ends, as by a supervisor; otherwise the killer restarts it. */
  readonly isSupervised?: true
}

/** A supervisor's delay before a restart. */
const RESTART_MS = 2_000

/** Starts, kills and restarts a program; its output goes to a file. */
export function keepProcess({ name, command, args, env, account, logFile, isSupervised }: Program): KeptProcess {
  const log = openSync(logFile, 'a')
  let child: ChildProcess | undefined
  let isWanted = false
  // Also when the bench fails: asked and not killed, since Patroni ends its PostgreSQL itself.
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
  return { name, start, kill: () => end('SIGKILL'), stop }
}
