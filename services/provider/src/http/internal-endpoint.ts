import { requireServiceToken } from '@countersign/service'
import type { FastifyInstance } from 'fastify'
import { requireInProcess } from './in-process-only.ts'
import { recordRefusals } from './record-refusals.ts'

type Callers = {
  /** Whence core calls: in the same process nobody else is answered at all. */
  readonly core: 'elsewhere' | 'in_process'
  readonly serviceTokens: readonly string[]
}

/** What every route for core says of itself. */
export const INTERNAL = { tags: ['internal'], security: [{ serviceToken: [] }] }

/** Makes a route scope one for the core service alone (specification §5). */
export function beInternalEndpoint(app: FastifyInstance, { core, serviceTokens }: Callers): void {
  if (core === 'in_process') app.addHook('onRequest', requireInProcess)
  // Before validation: a caller without the token learns nothing about what would be valid.
  app.addHook('onRequest', requireServiceToken(serviceTokens))
  app.addHook('onSend', async (_request, reply) => void reply.header('cache-control', 'no-store'))
  recordRefusals(app)
}
