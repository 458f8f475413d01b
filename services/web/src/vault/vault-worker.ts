import { VaultError } from '@countersign/vault'
import { createCoreApi } from '../api/core-api.ts'
import { type Failure, toFailure } from '../failure.ts'
import { describeDevice } from './device/device-name.ts'
import type { CallInput, CallName, CallOutput, FromWorker, ToWorker, WorkerSettings } from './protocol.ts'
import { createHandlers } from './worker-calls.ts'

/**
 * The vault worker: password, keys, the open vault and the session token exist here and nowhere else. The page can ask
 * it for what `VaultCalls` lists; terminating it is what locking means.
 */
type Handler = (input: CallInput<CallName>) => Promise<CallOutput<CallName>>

let handlers: Readonly<Record<CallName, Handler>> | undefined

self.addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  if (data.kind === 'start') start(data)
  else void answer(data.id, data.name, data.input)
})

function start({ coreUrl, pinnedServerKeys }: WorkerSettings): void {
  const api = createCoreApi({ coreUrl, fetch: (url, init) => fetch(url, init) })
  const options = { device: describeDevice(navigator.userAgent), pinnedServerKeys }
  handlers = createHandlers(api, options) as Readonly<Record<CallName, Handler>>
  send({ kind: 'ready' })
}

async function answer(id: number, name: CallName, input: CallInput<CallName>): Promise<void> {
  try {
    if (!handlers) throw new Error('The worker was called before it was ready.')
    send({ kind: 'result', id, output: await handlers[name](input) })
  } catch (error) {
    send({ kind: 'failure', id, failure: describe(error) })
  }
}

/** Codes only: a message could carry a value that came in. */
function describe(error: unknown): Failure {
  return error instanceof VaultError ? { code: error.code } : toFailure(error)
}

function send(message: FromWorker): void {
  self.postMessage(message, { transfer: [] })
}
