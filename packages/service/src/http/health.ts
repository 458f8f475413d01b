import { Health } from '@countersign/contracts'
import type { FastifyInstance } from 'fastify'
import { NEVER_SHED } from '../limits/shed-load.ts'
import { checksOf, REMEMBERED_MS, type ReadinessCheck, readinessOf, watchReadiness } from '../telemetry/readiness.ts'
import { noteMethods } from './other-methods.ts'

type ReadReadiness = ReturnType<typeof readinessOf>

const readings = new WeakMap<FastifyInstance, ReadReadiness>()

/** Outcomes by check, as `/health/ready` answers them; empty where that is not mounted. */
export async function readReadiness(app: FastifyInstance): ReturnType<ReadReadiness> {
  return (await readings.get(app)?.()) ?? {}
}

/** Mount after the components, which add checks. */
export function mountHealth(
  app: FastifyInstance,
  checks: readonly ReadinessCheck[],
  rememberedMs = REMEMBERED_MS,
): void {
  const read = readinessOf([...checks, ...checksOf(app)], rememberedMs)
  readings.set(app, read)
  const unwatch = watchReadiness(read)
  app.addHook('onClose', async () => unwatch())
  const refuseOtherMethods = noteMethods(app)
  app.get('/health/live', about('live', { 200: Health }), async () => ({ status: 'ok', checks: {} }))
  app.get('/health/ready', about('ready', { 200: Health, 503: Health }), async (_request, reply) => {
    const checked = await read()
    const status = Object.values(checked).every((outcome) => outcome === 'ok') ? 'ok' : 'unavailable'
    return reply.code(status === 'ok' ? 200 : 503).send({ status, checks: checked })
  })
  refuseOtherMethods()
}

function about(kind: 'live' | 'ready', response: object) {
  const summary = kind === 'live' ? 'Whether the process answers' : 'Whether everything it needs answers'
  return { ...NEVER_SHED, schema: { operationId: `health_${kind}`, summary, tags: ['health'], response } }
}
