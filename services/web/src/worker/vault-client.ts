import {
  type CallInput,
  type CallName,
  type CallOutput,
  ClientError,
  createMemoryStorage,
  type DeviceMemory,
  type DeviceStorage,
  type Failure,
} from '@countersign/device'
import type { FromWorker, ToWorker, WorkerSettings } from './messages.ts'

/** Long enough for a slow connection to bring the worker. */
const START_TIMEOUT_MS = 45_000

export type VaultClient = {
  /** Starts the worker without asking it anything, so that it is there when the form is sent. */
  readonly warmUp: () => void
  /**
   * Asks the worker.
   * @throws ClientError
   */
  readonly call: <Name extends CallName>(name: Name, input: CallInput<Name>) => Promise<CallOutput<Name>>
  /** Ends the worker and everything in it; calls under way fail with `locked`. */
  readonly terminate: () => void
}

type Pending = {
  readonly resolve: (output: never) => void
  readonly reject: (error: ClientError) => void
}

type Running = {
  readonly ready: Promise<Worker>
  readonly pending: Map<number, Pending>
  /** Ends the worker; whoever waits for it fails with this. */
  readonly stop: (failure: Failure) => void
}

/**
 * The page's side of the vault worker: it is started on the first use, and again after it was terminated.
 * @param storage where this browser remembers; only as long as the page lives if left out
 */
export function createVaultClient(
  startWorker: () => Promise<Worker>,
  settings: WorkerSettings,
  storage: DeviceStorage = createMemoryStorage(),
): VaultClient {
  let running: Running | undefined
  let lastId = 0

  const start = () => {
    running ??= runWorker(startWorker(), settings, {
      onMemory: (memory) => void storage.keep(memory),
      onStopped: () => {
        running = undefined
      },
    })
    return running
  }

  return {
    warmUp: () => void start(),
    terminate: () => running?.stop({ code: 'locked' }),
    async call<Name extends CallName>(name: Name, input: CallInput<Name>) {
      const current = start()
      const worker = await current.ready
      const memories = await storage.read()
      if (current !== running) throw new ClientError({ code: 'locked' })
      const id = (lastId += 1)
      return new Promise<CallOutput<Name>>((resolve, reject) => {
        current.pending.set(id, { resolve, reject })
        post(worker, { kind: 'call', id, name, input, memories })
      })
    },
  }
}

type Listener = {
  readonly onMemory: (memory: DeviceMemory) => void
  readonly onStopped: () => void
}

function runWorker(starting: Promise<Worker>, settings: WorkerSettings, { onMemory, onStopped }: Listener): Running {
  const pending = new Map<number, Pending>()
  const { promise: ready, resolve, reject } = Promise.withResolvers<Worker>()
  let isStopped = false
  const stop = (failure: Failure) => {
    // A start that fails after it was stopped must not end the next one.
    if (isStopped) return
    isStopped = true
    clearTimeout(timer)
    void starting.then(
      (worker) => worker.terminate(),
      () => undefined,
    )
    for (const waiting of [{ reject }, ...pending.values()]) waiting.reject(new ClientError(failure))
    onStopped()
  }
  const fail = () => stop({ code: 'worker_failed' })
  const timer = setTimeout(fail, START_TIMEOUT_MS)
  const listen = (worker: Worker): void => {
    worker.addEventListener('error', fail)
    worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
      if ('id' in data) return settle(pending, data)
      if (data.kind === 'remember') return onMemory(data.memory)
      clearTimeout(timer)
      return resolve(worker)
    })
    post(worker, { kind: 'start', ...settings })
  }
  starting.then(listen, fail)
  // Whoever calls hears of a failed start; a start ahead of time has nobody to tell.
  ready.catch(() => undefined)
  return { ready, pending, stop }
}

function settle(pending: Map<number, Pending>, message: Extract<FromWorker, { readonly id: number }>): void {
  const call = pending.get(message.id)
  pending.delete(message.id)
  if (message.kind === 'result') call?.resolve(message.output as never)
  else call?.reject(new ClientError(message.failure))
}

function post(worker: Worker, message: ToWorker): void {
  worker.postMessage(message, { transfer: message.kind === 'call' ? secretsIn(message.input) : [] })
}

/** The output of a passkey moves to the worker: the page keeps no copy. */
function secretsIn(input: CallInput<CallName>): ArrayBuffer[] {
  return 'prf' in input ? [input.prf] : []
}
