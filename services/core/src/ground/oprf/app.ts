import { ServiceError } from '@countersign/service/errors'
import { mountApi, mountEach, requireServiceToken } from '@countersign/service/http'
import type { FastifyInstance } from 'fastify'
import { logGuessesUsedUp } from '../events.ts'
import { openGuessCounter } from './guess-counter.ts'
import { createLocalEvaluator } from './local-evaluator.ts'
import { mountOprfLogins, mountOprfRegistrations, mountOprfSetups } from './oprf.route.ts'
import type { OprfConfig } from './oprf-config.ts'

const OPRF_API = {
  name: 'oprf',
  title: 'Countersign OPRF',
  description: 'Evaluates passwords for core, which has no OPAQUE setup of its own, and counts for itself.',
  version: '0.1.0',
} as const

type OprfOptions = {
  readonly config: OprfConfig
  /** Where it counts. */
  readonly directory: string
  readonly now: () => Date
}

/** Mounts what holds `OPAQUE_SERVER_SETUP` apart from core: a server of its own, for core alone. */
export async function mountOprf(app: FastifyInstance, { config, directory, now }: OprfOptions): Promise<void> {
  const evaluator = await createLocalEvaluator(config.opaqueServerSetups)
  const counter = openGuessCounter(directory, now)
  app.addHook('onClose', async () => counter.close())
  const countGuess = (credentialIdentifier: string) => {
    if (counter.count(credentialIdentifier)) return
    logGuessesUsedUp(app.log, { credentialIdentifier })
    throw new ServiceError('too_many_requests', 'This name has had all its evaluations of today.')
  }
  await mountApi(app, OPRF_API, async (api) => {
    // Before validation: a caller without the token learns nothing about what would be valid.
    api.addHook('onRequest', requireServiceToken(config.tokens))
    api.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'))
    await mountEach(api, { evaluator, countGuess }, [mountOprfRegistrations, mountOprfLogins, mountOprfSetups])
  })
}
