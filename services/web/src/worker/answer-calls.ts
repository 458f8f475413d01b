import {
  type CallInput,
  type CallName,
  type CallOutput,
  createDevice,
  type DeviceMemories,
  toFailure,
} from '@countersign/device'
import { describeDevice } from './device-name.ts'
import type { FromWorker, ToWorker, WorkerSettings } from './messages.ts'
import { createSessionDatabase } from './session-database.ts'

/**
 * The vault worker: password, keys and the open vault exist here and nowhere else; the session is kept in IndexedDB, bound
 * to a key. The page can ask it for what `DeviceCalls` lists; terminating it is what locking means. What the device remembers the page keeps for it:
 * a worker has no `localStorage`.
 */
type Handler = (input: CallInput<CallName>) => Promise<CallOutput<CallName>>

let device: Readonly<Record<CallName, Handler>> | undefined
let memories: DeviceMemories = {}

export function answerCall({ data }: MessageEvent<ToWorker>): void {
  if (data.kind === 'start') return start(data)
  memories = data.memories
  return void answer(data.id, data.name, data.input)
}

function start({ coreUrl, issuer, pinnedServerKeys, credentialIssuers = [] }: WorkerSettings): void {
  device = createDevice({
    // A proof of the session's key names the whole address.
    core: { url: coreUrl || location.origin, issuer },
    sessions: createSessionDatabase(),
    storage: { read: () => memories, keep: (memory) => send({ kind: 'remember', memory }) },
    name: describeDevice(navigator.userAgent),
    pinnedServerKeys,
    credentialIssuers,
  }) as Readonly<Record<CallName, Handler>>
  send({ kind: 'ready' })
}

async function answer(id: number, name: CallName, input: CallInput<CallName>): Promise<void> {
  try {
    if (!device) throw new Error('The worker was called before it was ready.')
    send({ kind: 'result', id, output: await device[name](input) })
  } catch (error) {
    // A code only: a message could carry a value that came in.
    send({ kind: 'failure', id, failure: toFailure(error) })
  }
}

function send(message: FromWorker): void {
  self.postMessage(message, { transfer: [] })
}
