import { Health } from '@countersign/contracts'
import type { FastifyInstance } from 'fastify'
import { NEVER_SHED } from '../limits/shed-load.ts'
import { checksOf, REMEMBERED_MS, type ReadinessCheck, readinessOf, watchReadiness } from '../telemetry/readiness.ts'
import { noteMethods } from './other-methods.ts'

/** Mount after the components, which add checks. */
export function mountHealth(
  app: FastifyInstance,
  checks: readonly ReadinessCheck[],
  rememberedMs = REMEMBERED_MS,
): void {
  const read = readinessOf([...checks, ...checksOf(app)], rememberedMs)
  const unwatch = watchReadiness(read)
  app.addHook('onClose', async () => unwatch())
  const refuseOtherMethods = noteMethods(app)
  app.get('/health/live', { ...NEVER_SHED, schema: { ...about('live'), response: { 200: Health } } }, async () => ({
    status: 'ok',
    checks: {},
  }))
  app.get(
    '/health/ready',
    { ...NEVER_SHED, schema: { ...about('ready'), response: { 200: Health, 503: Health } } },
    async (_request, reply) => {
      const outcomes = await read()
      const status = Object.values(outcomes).every((outcome) => outcome === 'ok') ? 'ok' : 'unavailable'
      return reply.code(status === 'ok' ? 200 : 503).send({ status, checks: outcomes })
    },
  )
  refuseOtherMethods()
}

function about(kind: 'live' | 'ready') {
  const summary = kind === 'live' ? 'Whether the process answers' : 'Whether everything it needs answers'
  return { operationId: `health_${kind}`, summary, tags: ['health'] }
}
