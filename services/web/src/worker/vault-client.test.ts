import type { PasskeyAssertion } from '@countersign/contracts'
import { createMemoryStorage, type DeviceStorage, toFailure } from '@countersign/device'
import { describe, expect, test } from 'vitest'
import { createVaultClient, type FromWorker, type ToWorker } from './vault-client.ts'

/** A fake worker: records posted messages and emits answers. */
class PlatformWorker extends EventTarget {
  readonly posted: ToWorker[] = []
  isTerminated = false
  readonly transferred: Transferable[] = []
  postMessage(message: ToWorker, { transfer }: { transfer: Transferable[] }) {
    this.posted.push(message)
    this.transferred.push(...transfer)
  }
  terminate() {
    this.isTerminated = true
  }
  say(data: FromWorker) {
    this.dispatchEvent(new MessageEvent('message', { data }))
  }
}

const SETTINGS = { coreUrl: 'https://core.example', issuer: 'https://id.example', database: 'countersign' }

function start(storage?: DeviceStorage) {
  const workers: PlatformWorker[] = []
  const client = createVaultClient(
    async () => {
      const worker = new PlatformWorker()
      workers.push(worker)
      return worker as unknown as Worker
    },
    SETTINGS,
    storage,
  )
  return { client, workers }
}

/** Waits until the worker has started, or handled a message. */
const settle = () => new Promise((resolve) => setImmediate(resolve))

/** A client with one call, whose worker has started and may be ready. */
async function startCall({ storage, isReady = true }: { storage?: DeviceStorage; isReady?: boolean } = {}) {
  const { client, workers } = start(storage)
  const code = client.call('deny', { id: 'r1' }).then(
    () => 'nothing',
    (error: unknown) => toFailure(error).code,
  )
  await settle()
  const worker = workers[0]!
  if (isReady) worker.say({ kind: 'ready' })
  await settle()
  return { client, workers, worker, code }
}

type Started = Awaited<ReturnType<typeof startCall>>

describe('the vault worker', () => {
  test('is started once, told where core is, and asked when it is ready', async () => {
    const { client, workers } = start()
    client.warmUp()
    const asked = client.call('deny', { id: 'r1' })
    await settle()
    const [worker] = workers
    expect(workers).toHaveLength(1)
    expect(worker!.posted).toEqual([{ kind: 'start', ...SETTINGS }])
    worker!.say({ kind: 'ready' })
    await settle()
    expect(worker!.posted.at(-1)).toEqual({ kind: 'call', id: 1, name: 'deny', input: { id: 'r1' }, memories: {} })
    worker!.say({ kind: 'result', id: 1, output: { redirectUri: 'https://books.example/', state: '' } })
    expect(await asked).toEqual({ redirectUri: 'https://books.example/', state: '' })
  })

  test.each([
    ['terminated', 'locked', true, ({ client }: Started) => client.terminate()],
    ['not loaded', 'worker_failed', false, ({ worker }: Started) => worker.dispatchEvent(new Event('error'))],
  ])('%s: pending calls fail with %s, and the next call starts a new worker', async (_, code, isReady, end) => {
    const started = await startCall({ isReady })
    end(started)
    expect(await started.code).toBe(code)
    await settle()
    expect(started.worker.isTerminated).toBe(true)
    started.client.warmUp()
    expect(started.workers).toHaveLength(2)
  })

  test('terminated while starting: the caller gets locked', async () => {
    const { client } = start()
    const asked = client.call('deny', { id: 'r1' })
    client.terminate()
    await expect(asked).rejects.toMatchObject({ failure: { code: 'locked' } })
  })

  test('terminated: a late load failure does not end the next worker', async () => {
    const worker = new PlatformWorker()
    const starts = [Promise.withResolvers<Worker>(), Promise.withResolvers<Worker>()]
    const left = [...starts]
    const client = createVaultClient(async () => left.shift()!.promise, { ...SETTINGS, coreUrl: '' })
    client.warmUp()
    client.terminate()
    const asked = client.call('deny', { id: 'r1' })
    starts[0]!.reject(new TypeError('Offline'))
    starts[1]!.resolve(worker as unknown as Worker)
    await settle()
    worker.say({ kind: 'ready' })
    await settle()
    worker.say({ kind: 'failure', id: 1, failure: { code: 'request_expired' } })
    await expect(asked).rejects.toMatchObject({ failure: { code: 'request_expired' } })
  })

  test('a passkey secret is transferred, and the page keeps no copy', async () => {
    const { client, worker } = await startCall()
    const prf = new ArrayBuffer(32)
    const response = { id: 'c', rawId: 'c', type: 'public-key' } as PasskeyAssertion
    void client.call('stepUpByPasskey', { challengeId: 'c1', response, prf })
    await settle()
    expect(worker.transferred).toEqual([prf])
  })

  test("each call carries the browser's memory, and the page stores what the worker returns", async () => {
    const memory = { vault_id: 'v', gen: 1, hash: 'h', past: { from: 1, h: 'p' }, wrote_at: 'now' } as const
    const storage = createMemoryStorage({ vaults: { ada: memory }, deviceToken: 'cs_dt_1' })
    const { worker } = await startCall({ storage })
    await expect.poll(() => worker.posted.at(-1)).toMatchObject({ name: 'deny', memories: storage.read() })
    const newer = { ...memory, gen: 2 }
    worker.say({ kind: 'remember', memory: { userId: 'ada', memory: newer } })
    expect(storage.read()).toEqual({ vaults: { ada: newer }, deviceToken: 'cs_dt_1' })
  })
})
