import { ClientParams } from '@countersign/contracts'
import { ServiceError } from '@countersign/service/errors'
import { type Api, describeRefusals, namesTag, requireRoom } from '@countersign/service/http'
import { Type } from 'typebox'
import type { WithLimiters, WithSql } from '../ground/parts.ts'
import { createLogoCache } from './client-logo.ts'
import type { WithClients } from './client-registry.ts'

/** GET /oauth/clients/{client_id}/logo: an app's picture from us, so that a consent page never calls the app's host. */
export function mountLogo(app: Api, { sql, clients, limiters }: WithSql & WithLimiters & WithClients): void {
  const find = createLogoCache(sql, clients)
  app.get(
    '/oauth/clients/:client_id/logo',
    {
      schema: {
        operationId: 'readLogo',
        summary: "Get a client's logo",
        tags: ['clients'],
        params: ClientParams,
        response: {
          200: { description: 'The picture.', content: { 'image/*': { schema: {} } } },
          304: Type.Null({ description: 'The logo is still the one that If-None-Match names.' }),
          ...describeRefusals(404, 429),
        },
      },
    },
    async (request, reply) => {
      requireRoom(limiters.logo, request.ip, 'logos')
      limiters.logo.count(request.ip)
      const logo = await find(request.params.client_id)
      if (!logo) throw new ServiceError('not_found', 'There is no such client.')
      reply.headers({
        'cache-control': 'public, max-age=300',
        'content-security-policy': "default-src 'none'; sandbox",
        'cross-origin-resource-policy': 'cross-origin',
        etag: logo.etag,
      })
      if (namesTag(request.headers['if-none-match'], logo.etag)) return reply.code(304).send(null)
      return reply.type(logo.type).send(logo.bytes)
    },
  )
}
