import type { FastifyInstance } from 'fastify'

/**
 * Lets pages of any origin call these routes (RFC 9700 §2.6). Nothing here depends on a cookie, so an origin gains
 * nothing that it could not do from a server of its own.
 */
export function allowAnyOrigin(app: FastifyInstance): void {
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({
      'access-control-allow-origin': '*',
      'access-control-expose-headers': 'dpop-nonce, www-authenticate',
    })
  })
}

/** Answers a browser's question before it sends a request with these headers from another origin. */
export function answerPreflight(app: FastifyInstance, url: string, methods = 'POST'): void {
  app.options(url, { schema: { hide: true } }, async (_request, reply) =>
    reply
      .code(204)
      .headers({
        'access-control-allow-methods': methods,
        'access-control-allow-headers': 'authorization, content-type, dpop',
        'access-control-max-age': '86400',
      })
      .send(),
  )
}
