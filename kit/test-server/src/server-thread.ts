import { extname } from 'node:path'
import { setTimeout } from 'node:timers'
import { type MessagePort, Worker } from 'node:worker_threads'
import type { CallInput, CallName, CallOutput, Failure, FromThread, ToThread } from './thread-calls.ts'

/** With this file's extension: the build compiles both. */
const PROGRAM = new URL(`./thread${extname(import.meta.filename)}`, import.meta.url)
/** The next test file finds the modules loaded. */
const IDLE_MS = 5_000

type Pending = { readonly resolve: (answer: FromThread) => void; readonly reject: (error: Error) => void }
type Running = { readonly worker: Worker; readonly pending: Map<number, Pending> }

let running: Running | undefined
let [lastId, holders] = [0, 0]

/** Test servers run in a thread of their own, because sandboxes such as Jest's have other objects than Node's own. */
export async function callThread<Name extends CallName>(
  name: Name,
  input: CallInput<Name>,
  transfer: MessagePort[] = [],
): Promise<CallOutput<Name>> {
  const { worker, pending } = (running ??= startThread())
  const id = (lastId += 1)
  const answer = await new Promise<FromThread>((resolve, reject) => {
    pending.set(id, { resolve, reject })
    worker.postMessage({ id, name, input } satisfies ToThread, transfer)
  })
  // Thrown here, so that the stack leads to the line of the test.
  if ('failure' in answer) throw toError(answer.failure)
  return answer.output
}

/** Keeps the process running until the returned function is called. */
export function holdThread(): () => void {
  running ??= startThread()
  running.worker.ref()
  holders += 1
  return () => {
    holders -= 1
    if (holders > 0) return
    running?.worker.unref()
    setTimeout(endIdleThread, IDLE_MS).unref()
  }
}

/** Forgets it first: the next server must not be asked of a thread that is ending. */
function endIdleThread(): void {
  if (holders > 0) return
  void running?.worker.terminate()
  running = undefined
}

function startThread(): Running {
  // Loaders and flags of the test run are for the app's code.
  const worker = new Worker(PROGRAM, { execArgv: [] })
  const pending = new Map<number, Pending>()
  const end = (error: Error): void => {
    if (running?.worker === worker) running = undefined
    for (const { reject } of pending.values()) reject(error)
  }
  worker.on('error', end)
  worker.on('exit', () => end(new Error('The thread of the test server has ended.')))
  worker.on('message', (answer: FromThread) => {
    pending.get(answer.id)?.resolve(answer)
    pending.delete(answer.id)
  })
  return { worker, pending }
}

function toError({ name, message, cause }: Failure): Error {
  return Object.assign(new Error(message, cause === undefined ? {} : { cause }), { name })
}
