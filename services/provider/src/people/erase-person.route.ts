import { PersonErased, PersonErasure, ServiceErrorBody } from '@countersign/contracts'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { logPersonErased } from '../events.ts'
import { onBehalf } from '../http/on-behalf.ts'
import type { Erasure } from './erasure.ts'

/** POST /api/auth/internal/people/erase/: an account has ended, and core has it forgotten here too. */
export const erasePersonRoute: FastifyPluginAsyncTypebox<{ readonly erasure: Erasure }> = async (app, { erasure }) => {
  app.post(
    '/api/auth/internal/people/erase',
    {
      schema: {
        operationId: 'erasePerson',
        summary: 'Forget a person whose account has ended',
        description:
          'Ends all that they allowed and removes every row and every event that names them. End the account first: then nothing new can come. Once more does no harm.',
        tags: ['internal'],
        security: [{ serviceToken: [] }],
        body: PersonErasure,
        response: { 200: PersonErased, 400: ServiceErrorBody, 401: ServiceErrorBody },
      },
    },
    async (request): Promise<PersonErased> => {
      await erasure.erase(request.body.user_id)
      logPersonErased(onBehalf(request))
      return { erased: true }
    },
  )
}
