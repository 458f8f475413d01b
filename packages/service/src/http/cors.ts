import type { FastifyInstance } from 'fastify'

type Policy = {
  /** The allowed origin, or `*` for all. */
  readonly origin: string
  /** Request headers that the page may send. `*` covers all but `Authorization` (Fetch standard §3.3.4). */
  readonly requestHeaders: string
  readonly exposedHeaders: string
}

/** A scope's decorator, by which `noteMethods` mounts preflight answers. */
export const ANSWERS_PREFLIGHT = 'answersPreflight'
const ONE_DAY_SECONDS = '86400'

/**
 * Lets pages of other origins call this scope's routes. There are no cookies, so an origin gains nothing that a server lacks
 * (RFC 9700 §2.6).
 */
export function allowOrigin(app: FastifyInstance, { origin, requestHeaders, exposedHeaders }: Policy): void {
  app.decorate(ANSWERS_PREFLIGHT, true)
  const allowed = { 'access-control-allow-origin': origin, 'access-control-expose-headers': exposedHeaders }
  app.addHook('onRequest', (request, reply, done) => {
    if (origin !== '*') reply.header('vary', 'origin')
    if (origin !== '*' && request.headers.origin !== origin) return done()
    reply.headers(allowed)
    if (request.method === 'OPTIONS') {
      reply.headers({
        'access-control-allow-methods': request.routeOptions.config.methods ?? '',
        'access-control-allow-headers': requestHeaders,
        'access-control-max-age': ONE_DAY_SECONDS,
      })
    }
    done()
  })
}
