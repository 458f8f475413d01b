import type { FastifyInstance } from 'fastify'

/**
 * Lets the consent client call from its own address, and no other page. Nothing here depends on a cookie, so this is
 * not what keeps strangers out; it only keeps other pages from being built on this service.
 */
export function allowConsentClient(app: FastifyInstance, consentOrigin: string): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('vary', 'origin')
    if (request.headers.origin !== consentOrigin) return
    reply.headers({
      'access-control-allow-origin': consentOrigin,
      'access-control-expose-headers': 'etag, retry-after',
    })
  })
  app.options('/api/*', { schema: { hide: true } }, async (_request, reply) =>
    reply
      .code(204)
      .headers({
        'access-control-allow-methods': 'GET, POST, DELETE',
        'access-control-allow-headers': 'authorization, content-type, if-match, if-none-match',
        'access-control-max-age': '86400',
      })
      .send(),
  )
}
