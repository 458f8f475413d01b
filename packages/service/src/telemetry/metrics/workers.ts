import cluster from 'node:cluster'
import { addMetrics, type Metric, readOwnMetrics } from './registry.ts'

/** Must exceed the limit of a readiness check. */
const WORKER_MS = 3_000
/** Must exceed `WORKER_MS`. */
const ALL_WORKERS_MS = 4_000

type Wanted = { readonly withNode: boolean }
type Metrics = readonly Metric[]
type Message =
  | { readonly metrics: 'wanted'; readonly id: number; readonly withNode: boolean }
  | { readonly metrics: 'told'; readonly id: number; readonly list: Metrics }

type Peer = { send?(message: object, done: (error: Error | null) => void): boolean }

const waiting = new Map<number, (list: Metrics) => void>()
let questions = 0

/** Metrics of all workers and their primary, in any of them. */
export async function readMetrics(wanted: Wanted): Promise<Metrics> {
  if (gathered) return gathered(wanted)
  const all = cluster.isWorker ? await ask(process, wanted, ALL_WORKERS_MS) : undefined
  return all ?? readOwnMetrics(wanted)
}

/** Makes a worker send its metrics to the primary, which sums them. */
export function tellMetrics(): void {
  process.on('message', (message) => receive(process, message, readOwnMetrics))
}

let gathered: ((wanted: Wanted) => Promise<Metrics>) | undefined

/** Makes the primary sum its workers' metrics. Counts of ended workers stay: a falling counter looks like a reset. */
export function gatherMetrics(): void {
  const lastTold = new Map<number, Metrics>()
  let ended: Promise<Metrics> = Promise.resolve([])
  gathered = async (wanted) => {
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
    const told = workers.map(async (worker) => {
      const list = worker.isConnected() ? await ask(worker, wanted, WORKER_MS) : undefined
      if (list && !worker.isDead()) lastTold.set(worker.id, withOthers(list, lastTold.get(worker.id)))
      return list ?? lastTold.get(worker.id) ?? []
    })
    const own = await readOwnMetrics({ withNode: false })
    return addMetrics([own, await ended, ...(await Promise.all(told))]).getMetricsAsJSON()
  }
  cluster.on('message', (worker, message) => receive(worker, message, (wanted) => readMetrics(wanted)))
  cluster.on('exit', ({ id }) => {
    const counted = lastTold.get(id)?.filter(isCounted) ?? []
    lastTold.delete(id)
    ended = ended.then((before) => addMetrics([before, counted]).getMetricsAsJSON())
  })
}

/** Keeps Node's counters, which are not part of every answer. */
function withOthers(told: Metrics, before: Metrics = []): Metrics {
  const names = new Set(told.map(({ name }) => name))
  return [...before.filter(({ name }) => !names.has(name)), ...told]
}

function isCounted({ type }: Metric): boolean {
  return type === 'counter' || type === 'histogram'
}

async function ask(peer: Peer, wanted: Wanted, withinMs: number): Promise<Metrics | undefined> {
  const id = (questions += 1)
  const answer = Promise.withResolvers<Metrics | undefined>()
  const timer = setTimeout(() => answer.resolve(undefined), withinMs)
  waiting.set(id, answer.resolve)
  send(peer, { metrics: 'wanted', id, ...wanted })
  try {
    return await answer.promise
  } finally {
    clearTimeout(timer)
    waiting.delete(id)
  }
}

function receive(peer: Peer, message: unknown, read: (wanted: Wanted) => Promise<Metrics>): void {
  if (!isMessage(message)) return
  const { id } = message
  if (message.metrics === 'told') return waiting.get(id)?.(message.list)
  // The caller times out and continues.
  read(message).then(
    (list) => send(peer, { metrics: 'told', id, list }),
    () => undefined,
  )
}

function send(peer: Peer, message: Message): void {
  peer.send?.(message, () => undefined)
}

/** Only this program writes to the channel. */
function isMessage(message: unknown): message is Message {
  return typeof message === 'object' && message !== null && 'metrics' in message
}
