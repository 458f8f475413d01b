import { fork } from 'node:child_process'
import { once } from 'node:events'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'

/** What a measured process says once it listens. */
export type Listening = { readonly url: string; readonly clientId: string; readonly clientSecret: string }

/** What a measured process has used since it started, and how long at most nobody was answered since it was last asked. */
export type Usage = {
  readonly cpuMicroseconds: number
  readonly rssBytes: number
  readonly blockedMilliseconds: number
}

export type ServerProcess = {
  readonly listening: Listening
  readonly readUsage: () => Promise<Usage>
  readonly stop: () => Promise<void>
}

/** Starts a program in a process of its own, so that the load does not count as its work. */
export async function startServerProcess(program: URL, env: Readonly<Record<string, string>>): Promise<ServerProcess> {
  const child = fork(program, { env: { ...process.env, ...env } })
  const exited = once(child, 'exit')
  const ask = async <Reply>(question?: string): Promise<Reply> => {
    const reply = once(child, 'message')
    if (question) child.send(question)
    const first: unknown[] = await Promise.race([reply, exited.then(() => [])])
    if (first.length === 0) throw new Error(`${fileURLToPath(program)} ended.`)
    return first[0] as Reply
  }
  const listening = await ask<Listening>()
  const stop = async (): Promise<void> => {
    child.send('stop')
    await exited
  }
  return { listening, readUsage: () => ask<Usage>('usage'), stop }
}

/** The other end: tells the parent where we listen, answers what we used, and stops when told. */
export function answerParent(listening: Listening, close: () => Promise<void>): void {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  process.on('message', (question) => {
    if (question === 'usage') {
      const { user, system } = process.cpuUsage()
      process.send?.({
        cpuMicroseconds: user + system,
        rssBytes: process.memoryUsage.rss(),
        blockedMilliseconds: delay.max / 1_000_000,
      } satisfies Usage)
      delay.reset()
    }
    if (question === 'stop') void close().then(() => process.exit(0))
  })
  process.send?.(listening)
}
