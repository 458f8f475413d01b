import {
  type CallInput,
  type CallName,
  type CallOutput,
  ClientError,
  createMemoryStorage,
  type DeviceMemories,
  type DeviceMemory,
  type DeviceStorage,
  type Failure,
} from '@countersign/device'

/** Enough for a slow connection to load the worker. */
const START_TIMEOUT_MS = 45_000

export type VaultClient = {
  readonly warmUp: () => void
  /** @throws ClientError */
  readonly call: <Name extends CallName>(name: Name, input: CallInput<Name>) => Promise<CallOutput<Name>>
  /** Ends the worker; pending calls fail with `locked`. */
  readonly terminate: () => void
}

type Pending = {
  readonly resolve: (output: never) => void
  readonly reject: (error: ClientError) => void
}

type Running = {
  readonly ready: Promise<Worker>
  readonly pending: Map<number, Pending>
  readonly stop: (failure: Failure) => void
}

/** The page's side of the vault worker, which starts on the first call. `storage` defaults to the page's memory. */
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
    // A late failure of this start must not end the next one.
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
  // A call reports a failed start; an early start has no caller.
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

/** A passkey's secret is transferred: the page keeps no copy. */
function secretsIn(input: CallInput<CallName>): ArrayBuffer[] {
  return 'prf' in input ? [input.prf] : []
}

export type WorkerSettings = {
  readonly coreUrl: string
  /** The provider's issuer identifier. Never taken from core. */
  readonly issuer: string
  /** Public OPAQUE keys that core may use; empty: any. Never taken from core. */
  readonly pinnedServerKeys?: readonly string[] | undefined
  /** Origins of credential issuers that the worker may call. Default: none. */
  readonly credentialIssuers?: readonly string[] | undefined
  /** Name of the session's IndexedDB. */
  readonly database: string
}

/** Page to worker: first `start`, then calls, each with this browser's current memory. */
export type ToWorker =
  | ({ readonly kind: 'start' } & WorkerSettings)
  | ({ readonly kind: 'call'; readonly id: number; readonly memories: DeviceMemories } & NamedCall)

type NamedCall = { readonly name: CallName; readonly input: CallInput<CallName> }

/** Worker to page: `ready` once it listens; `remember` before the result that caused it. */
export type FromWorker =
  | { readonly kind: 'ready' }
  | { readonly kind: 'remember'; readonly memory: DeviceMemory }
  | { readonly kind: 'result'; readonly id: number; readonly output: CallOutput<CallName> }
  | { readonly kind: 'failure'; readonly id: number; readonly failure: Failure }
