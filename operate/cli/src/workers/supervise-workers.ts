import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import type { Environment } from '@countersign/service/settings'
import { countEvent, type Logger } from '@countersign/service/telemetry'
import { CommandError } from '../command-error.ts'

type WorkersOptions = {
  readonly count: number
  readonly env: Environment
  readonly logger: Logger
  /** A worker that served this long is replaced at once. 10 s if left out. */
  readonly stableMs?: number
  /** Pause before the first retry. 0.5 s if left out. */
  readonly pauseMs?: number
}

/** This many deaths in a row before all workers serve end the command. */
const ATTEMPTS = 3
const LONGEST_PAUSE_MS = 30_000
const NONE_SERVES = 'The workers end before they serve: read their messages above, or leave out --workers.'

/**
 * Runs this command line in several processes that share the port; each says `ready` when it serves. Replaces a worker
 * that ends: at once if it served for a while, otherwise with growing pauses.
 * @throws CommandError when workers end before all serve
 */
export async function superviseWorkers(options: WorkersOptions) {
  const { count, env, logger, stableMs = 10_000, pauseMs = 500 } = options
  const living = new Set<Worker>()
  const serving = new Set<Worker>()
  const restarts = new Set<NodeJS.Timeout>()
  const allServe = Promise.withResolvers<void>()
  let deaths = 0
  let isStopping = false

  function start(): void {
    let servedAt: number | undefined
    const worker = fork(env, (outcome) => {
      if (worker) living.delete(worker)
      if (worker) serving.delete(worker)
      if (isStopping) return
      countEvent(outcome.event)
      logger.error(outcome, 'another takes its place')
      deaths = servedAt !== undefined && performance.now() - servedAt >= stableMs ? 0 : deaths + 1
      // No effect once all have served: the remaining workers serve on.
      if (deaths >= ATTEMPTS) allServe.reject(new CommandError(NONE_SERVES))
      startIn(deaths === 0 ? 0 : Math.min(pauseMs * 2 ** (deaths - 1), LONGEST_PAUSE_MS))
    })
    if (!worker) return
    living.add(worker)
    logger.info({ event: 'worker_started', worker: worker.id, pid: worker.process.pid })
    worker.on('message', (message) => {
      if (message !== 'ready') return
      servedAt = performance.now()
      if (serving.add(worker).size === count) allServe.resolve()
    })
  }

  function startIn(waitMs: number): void {
    const restart = setTimeout(() => {
      restarts.delete(restart)
      start()
    }, waitMs)
    restarts.add(restart)
  }

  /** Stops each worker gracefully and waits until all have ended. */
  async function close(): Promise<void> {
    isStopping = true
    for (const restart of restarts) clearTimeout(restart)
    await Promise.all([...living].map(end))
  }

  for (let number = 1; number <= count; number += 1) start()
  try {
    await allServe.promise
    return { close }
  } catch (error) {
    await close()
    throw error
  }
}

type Outcome =
  | {
      readonly event: 'worker_ended'
      readonly worker: number
      readonly exit_code: number | null
      readonly signal: string | null
    }
  | { readonly event: 'worker_not_started'; readonly err: unknown }

/** Reports the end once, and asynchronously, even of a worker that could not be started and so never exits. */
function fork(env: Environment, ended: (outcome: Outcome) => void): Worker | undefined {
  const fail = (err: unknown): void => ended({ event: 'worker_not_started', err })
  try {
    const worker = cluster.fork(env)
    const hasProcess = worker.process.pid !== undefined
    // An unhandled `error` event would end this process. A worker that runs ends by `exit`.
    worker.on('error', (error) => hasProcess || fail(error))
    worker.once('exit', (exit_code, signal) => ended({ event: 'worker_ended', worker: worker.id, exit_code, signal }))
    return hasProcess ? worker : undefined
  } catch (error) {
    process.nextTick(fail, error)
    return undefined
  }
}

async function end(worker: Worker): Promise<void> {
  const ended = once(worker, 'exit')
  worker.process.kill('SIGTERM')
  await ended
}
