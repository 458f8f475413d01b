import type { FastifyInstance } from 'fastify'
import { Gauge } from 'prom-client'
import { registry } from './metrics/registry.ts'

/** `check` throws if the dependency does not answer. */
export type ReadinessCheck = { readonly name: string; readonly check: () => Promise<unknown> }

type Outcome = 'ok' | 'unavailable'

type Readiness = Readonly<Record<string, Outcome>>

/** Must be below the timeout of probes. */
const LIMIT_MS = 2_000
export const REMEMBERED_MS = 1_000

const ofComponents = new WeakMap<FastifyInstance, ReadinessCheck[]>()

export function addReadinessCheck(app: FastifyInstance, check: ReadinessCheck): void {
  ofComponents.set(app, [...checksOf(app), check])
}

export function checksOf(app: FastifyInstance): ReadinessCheck[] {
  return ofComponents.get(app) ?? []
}

const watched = new Set<() => Promise<Readiness>>()

const ready = new Gauge({
  name: 'countersign_ready',
  help: 'Whether each thing that is needed answers: 1, or 0.',
  labelNames: ['check'],
  aggregator: 'min',
  registers: [registry],
  async collect() {
    for (const read of watched) {
      for (const [check, outcome] of Object.entries(await read())) ready.set({ check }, Number(outcome === 'ok'))
    }
  },
})

/** Exports outcomes to Prometheus until the returned function is called. */
export function watchReadiness(read: () => Promise<Readiness>): () => void {
  watched.add(read)
  return () => void watched.delete(read)
}

/** Runs each check at most once per `rememberedMs` and never twice at once; waits two seconds at most. */
export function readinessOf(checks: readonly ReadinessCheck[], rememberedMs = REMEMBERED_MS): () => Promise<Readiness> {
  const questions = checks.map(({ name, check }) => [name, remember(check, rememberedMs)] as const)
  return async () => {
    const outcomes = questions.map(async ([name, ask]) => [name, await ask()] as const)
    return Object.fromEntries(await Promise.all(outcomes))
  }
}

/** A pending check is not repeated: each may hold a connection until it times out. */
function remember(check: ReadinessCheck['check'], rememberedMs: number): () => Promise<Outcome> {
  let last: { readonly outcome: Promise<Outcome>; readonly askedAt: number } | undefined
  let isAnswered = true
  return () => {
    const now = performance.now()
    if (!last || (isAnswered && now - last.askedAt >= rememberedMs)) {
      isAnswered = false
      const answer = answerOf(check).finally(() => (isAnswered = true))
      last = { outcome: withinLimit(answer), askedAt: now }
    }
    return last.outcome
  }
}

async function answerOf(check: ReadinessCheck['check']): Promise<Outcome> {
  try {
    await check()
    return 'ok'
  } catch {
    return 'unavailable'
  }
}

async function withinLimit(answer: Promise<Outcome>): Promise<Outcome> {
  const late = Promise.withResolvers<Outcome>()
  const timer = setTimeout(() => late.resolve('unavailable'), LIMIT_MS)
  const outcome = await Promise.race([answer, late.promise])
  clearTimeout(timer)
  return outcome
}
