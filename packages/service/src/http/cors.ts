import type { FastifyInstance } from 'fastify'

type Policy = {
  /** The allowed origin, or `*` for all. */
  readonly origin: string
  /** Request headers that the page may send. `*` covers all but `Authorization` (Fetch standard §3.3.4). */
  readonly requestHeaders: string
  /** Response headers that the page may read. */
  readonly exposedHeaders: string
}

const DECORATOR = 'answersPreflight'
const ONE_DAY_SECONDS = '86400'

/**
 * Lets pages of other origins call the routes of this scope. No cookie is used, so an origin gains nothing that a server
 * could not do (RFC 9700 §2.6). `noteMethods` mounts the preflight answers.
 */
export function allowOrigin(app: FastifyInstance, { origin, requestHeaders, exposedHeaders }: Policy): void {
  app.decorate(DECORATOR, true)
  app.addHook('onRequest', async (request, reply) => {
    if (origin !== '*') reply.header('vary', 'origin')
    if (origin !== '*' && request.headers.origin !== origin) return
    reply.headers({ 'access-control-allow-origin': origin, 'access-control-expose-headers': exposedHeaders })
    if (request.method !== 'OPTIONS') return
    reply.headers({
      'access-control-allow-methods': request.routeOptions.config.methods ?? '',
      'access-control-allow-headers': requestHeaders,
      'access-control-max-age': ONE_DAY_SECONDS,
    })
  })
}

/** Whether `allowOrigin` holds for the routes of this scope. */
export function answersPreflight(app: FastifyInstance): boolean {
  return app.hasDecorator(DECORATOR)
}
