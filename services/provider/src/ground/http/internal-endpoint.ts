import { requireServiceToken } from '@countersign/service/http'
import type { FastifyInstance } from 'fastify'
import { recordRefusals } from './record-refusals.ts'

/** What every route for core says of itself. */
export const INTERNAL = { tags: ['internal'], security: [{ serviceToken: [] }] }

/** Makes a route scope one for the core service alone (specification §5). */
export function beInternalEndpoint(
  app: FastifyInstance,
  { serviceTokens }: { readonly serviceTokens: readonly string[] },
): void {
  // Before validation: a caller without the token learns nothing about what would be valid.
  app.addHook('onRequest', requireServiceToken(serviceTokens))
  app.addHook('onSend', async (_request, reply) => void reply.header('cache-control', 'no-store'))
  recordRefusals(app)
}
