import { ClientParams, ServiceErrorBody } from '@countersign/contracts'
import { ServiceError } from '@countersign/service'
import type { FastifyInstance } from 'fastify'
import type { Dependencies } from '../dependencies.ts'
import { findLogo } from './client-logo.store.ts'
import { monogram } from './client-logo.ts'

/** GET /oauth/clients/{client_id}/logo: an app's picture from us, so that a consent page never calls the app's host. */
export async function logoRoute(app: FastifyInstance, { sql }: Dependencies): Promise<void> {
  app.get<{ Params: { client_id: string } }>(
    '/oauth/clients/:client_id/logo',
    {
      schema: {
        operationId: 'readLogo',
        summary: "A client's logo",
        tags: ['clients'],
        params: ClientParams,
        response: {
          200: { description: 'The picture.', content: { 'image/*': { schema: {} } } },
          404: ServiceErrorBody,
        },
      },
    },
    async (request, reply) => {
      const found = await findLogo(sql, request.params.client_id)
      if (!found) throw new ServiceError('not_found', 'There is no such client.')
      const { bytes, type } = found.logo ?? monogram(found.name)
      return reply
        .headers({
          'cache-control': 'public, max-age=300',
          'content-security-policy': "default-src 'none'; sandbox",
          'cross-origin-resource-policy': 'cross-origin',
          'x-content-type-options': 'nosniff',
        })
        .type(type)
        .send(bytes)
    },
  )
}
