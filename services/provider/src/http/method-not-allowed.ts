import { OAuthError } from '@countersign/service'
import type { FastifyInstance, HTTPMethods } from 'fastify'

const METHODS: readonly HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** Answers every method that an OAuth endpoint does not have with 405 and the ones that it has (RFC 9110 §15.5.6). */
export function refuseOtherMethods(app: FastifyInstance, url: string, allowed: readonly HTTPMethods[]): void {
  const allow = allowed.join(', ')
  app.route({
    method: METHODS.filter((method) => !allowed.includes(method)),
    url,
    schema: { hide: true },
    handler: async () => {
      throw new OAuthError('invalid_request', `This endpoint answers ${allow} only.`, {
        status: 405,
        headers: { allow },
      })
    },
  })
}
