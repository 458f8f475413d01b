import { Health } from '@countersign/contracts'
import type { FastifyInstance } from 'fastify'
import { noteMethods } from './other-methods.ts'
import type { Sql } from './sql.ts'

/** A named question whether something that we need answers; it throws when it does not. */
export type ReadinessCheck = { readonly name: string; readonly check: () => Promise<unknown> }

export function databaseCheck(sql: Sql): ReadinessCheck {
  return { name: 'database', check: () => sql`select 1` }
}

/** `/health/live`: the process answers. `/health/ready`: all that it needs answers too, else 503. */
export function mountHealth(app: FastifyInstance, checks: readonly ReadinessCheck[]): void {
  const refuseOtherMethods = noteMethods(app)
  app.get('/health/live', { schema: { ...about('live'), response: { 200: Health } } }, async () => ({
    status: 'ok',
    checks: {},
  }))
  app.get(
    '/health/ready',
    { schema: { ...about('ready'), response: { 200: Health, 503: Health } } },
    async (_request, reply) => {
      const results = await Promise.all(checks.map(async ({ name, check }) => [name, await outcomeOf(check)] as const))
      const status = results.every(([, outcome]) => outcome === 'ok') ? 'ok' : 'unavailable'
      return reply.code(status === 'ok' ? 200 : 503).send({ status, checks: Object.fromEntries(results) })
    },
  )
  refuseOtherMethods()
}

function about(kind: 'live' | 'ready') {
  const summary = kind === 'live' ? 'Whether the process answers' : 'Whether everything it needs answers'
  return { operationId: `health_${kind}`, summary, tags: ['health'] }
}

async function outcomeOf(check: () => Promise<unknown>): Promise<'ok' | 'unavailable'> {
  return check().then(
    () => 'ok',
    () => 'unavailable',
  )
}
