import {
  type CallInput,
  type CallName,
  createDevice,
  type Device,
  type DeviceMemories,
  toFailure,
} from '@countersign/device'
import { isPackaged } from '@countersign/ui/place.ts'
import { describeDevice } from './device-name.ts'
import { createSessionDatabase } from './session-database.ts'
import type { FromWorker, ToWorker, WorkerSettings } from './vault-client.ts'

let device: Device | undefined
let memories: DeviceMemories = {}

/*
 * The vault worker: password, keys and the open vault exist only here; the session is kept in IndexedDB, bound to a key.
 * `DeviceCalls` lists the page's calls. Locking terminates the worker. The page stores the device's memory, since a worker
 * has no `localStorage`.
 */

export function handleMessage({ data }: MessageEvent<ToWorker>): void {
  if (data.kind === 'start') return start(data)
  memories = data.memories
  return void answer(data.id, data.name, data.input)
}

function start({ coreUrl, issuer, pinnedServerKeys, credentialIssuers = [], database }: WorkerSettings): void {
  device = createDevice({
    // A proof of the session's key signs the whole address.
    core: { url: coreUrl || location.origin, issuer },
    sessions: createSessionDatabase(database),
    storage: { read: () => memories, keep: (memory) => send({ kind: 'remember', memory }) },
    name: describeDevice(navigator.userAgent, isPackaged()),
    pinnedServerKeys,
    credentialIssuers,
  })
  send({ kind: 'ready' })
}

async function answer<Name extends CallName>(id: number, name: Name, input: CallInput<Name>): Promise<void> {
  try {
    if (!device) throw new Error('The worker was called before it was ready.')
    send({ kind: 'result', id, output: await device[name](input) })
  } catch (error) {
    // Only a code: a message could carry user input.
    send({ kind: 'failure', id, failure: toFailure(error) })
  }
}

function send(message: FromWorker): void {
  // `transfer` picks the overload of a worker: `self` is typed as a window.
  self.postMessage(message, { transfer: [] })
}
