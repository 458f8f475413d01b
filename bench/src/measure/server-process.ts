import { fork } from 'node:child_process'
import { once } from 'node:events'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'

export type Listening = { readonly url: string; readonly clientId: string; readonly clientSecret: string }

export type ServerProcess = Awaited<ReturnType<typeof startServerProcess>>

type Asked = { readonly question: string; readonly about?: unknown }

/** In a process of its own, so that the load does not count. */
export async function startServerProcess(program: URL, env: Readonly<Record<string, string>>) {
  const child = fork(program, { env: { ...process.env, ...env } })
  const exited = once(child, 'exit')
  const receive = async <Reply>(): Promise<Reply> => {
    const first: unknown[] = await Promise.race([once(child, 'message'), exited.then(() => [])])
    if (first.length === 0) throw new Error(`${fileURLToPath(program)} ended.`)
    return first[0] as Reply
  }
  const listening = await receive<Listening>()
  return {
    pid: child.pid ?? 0,
    listening,
    ask: <Reply>(question: string, about?: unknown): Promise<Reply> => {
      const reply = receive<Reply>()
      child.send({ question, about } satisfies Asked)
      return reply
    },
    stop: async (): Promise<void> => {
      child.send({ question: 'stop' } satisfies Asked)
      await exited
    },
  }
}

type Answers = Readonly<Record<string, (about: unknown) => unknown>>

/** The child's end: tells where it listens, answers questions, and stops when told. */
export function answerParent(listening: Listening, close: () => Promise<void>, own: Answers = {}): void {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  const answers: Answers = {
    ...own,
    blockedMilliseconds: () => {
      const milliseconds = delay.max / 1_000_000
      delay.reset()
      return milliseconds
    },
    stop: async () => {
      await close()
      process.exit(0)
    },
  }
  const answer = async ({ question, about }: Asked): Promise<void> => {
    process.send?.((await answers[question]?.(about)) ?? true)
  }
  process.on('message', (asked: Asked) => void answer(asked))
  // Exits with its parent.
  process.on('disconnect', () => process.exit(1))
  process.send?.(listening)
}
