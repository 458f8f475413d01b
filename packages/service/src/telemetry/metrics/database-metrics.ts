import type { Pool } from 'pg'
import { Gauge } from 'prom-client'
import { registry } from './registry.ts'
import { createCounter, createHistogram } from './series.ts'

const BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5]

const pools = new Set<Pool>()

const connections = new Gauge({
  name: 'countersign_database_connections',
  help: 'Connections to the database that are in use or idle, and pieces of work that wait for one.',
  labelNames: ['state'],
  registers: [registry],
  collect() {
    let [used, idle, waiting] = [0, 0, 0]
    for (const { totalCount, idleCount, waitingCount } of pools) {
      used += totalCount - idleCount
      idle += idleCount
      waiting += waitingCount
    }
    connections.set({ state: 'used' }, used)
    connections.set({ state: 'idle' }, idle)
    connections.set({ state: 'waiting' }, waiting)
  },
})

const observeWait = createHistogram({
  name: 'countersign_database_wait_seconds',
  help: 'How long a piece of work waited for a connection to the database.',
  labelNames: [],
  buckets: BUCKETS,
})

const observeStatement = createHistogram({
  name: 'countersign_database_statement_duration_seconds',
  help: 'How long statements took: each is one round trip.',
  labelNames: [],
  buckets: BUCKETS,
})

export const countLoss: () => void = createCounter({
  name: 'countersign_database_losses_total',
  help: 'Pieces of work that the database did not answer: it was away, silent, full, or all connections were in use.',
  labelNames: [],
})

/** Counts a pool's connections until the returned function is called. */
export function watchPool(pool: Pool): () => void {
  pools.add(pool)
  return () => void pools.delete(pool)
}

/** The times as `performance.now()` told them. */
export const measureWait = measureBy(observeWait)
export const measureStatement = measureBy(observeStatement)

function measureBy(observe: (seconds: number) => void) {
  return (since: number): void => observe((performance.now() - since) / 1000)
}
