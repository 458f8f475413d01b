import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { answerServiceErrors } from './error-handler.ts'
import type { Logger } from './logger.ts'
import { answerClientError, answerFrameworkError, refuseUnroutable } from './unroutable.ts'

export const BODY_LIMIT_BYTES = 65_536
const REQUEST_TIMEOUT_MS = 30_000

type ServerOptions = {
  readonly logger: Logger
  /** Addresses and networks whose X-Forwarded-For is believed; from anyone else it is ignored (RFC 9700 §4.13). */
  readonly trustedProxies?: readonly string[]
}

/**
 * An HTTP server with the house rules: every path with and without its trailing slash, nothing coerced or removed
 * from what came in, errors in the form of the internal endpoints unless a route scope says otherwise.
 */
export function createHttpServer({ logger, trustedProxies = [] }: ServerOptions): FastifyInstance {
  const loggerInstance: FastifyBaseLogger = logger
  const app = Fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT_BYTES,
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    requestTimeout: REQUEST_TIMEOUT_MS,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 256 },
    frameworkErrors: answerFrameworkError,
    clientErrorHandler: answerClientError,
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false, useDefaults: false } },
  })
  // JSON is the only kind of body, unless a route scope says otherwise.
  app.removeContentTypeParser('text/plain')
  logRequests(app)
  if (trustedProxies.length === 0) warnOfIgnoredProxy(app)
  answerServiceErrors(app)
  app.setNotFoundHandler((request, reply) => refuseUnroutable(request, reply, 404))
  return app
}

/** One line a request, with the route's pattern: a path can carry identifiers, a query string can carry secrets. */
function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        event: 'request',
        method: request.method,
        route: request.routeOptions.url ?? 'none',
        status: reply.statusCode,
        milliseconds: Math.round(reply.elapsedTime),
      },
      'request',
    )
  })
}

/** Behind a proxy that nobody declared, all callers look like one, and share what one may do. Said once. */
function warnOfIgnoredProxy(app: FastifyInstance): void {
  let said = false
  app.addHook('onRequest', async (request) => {
    if (said || request.headers['x-forwarded-for'] === undefined) return
    said = true
    request.log.warn({ event: 'forwarded_for_ignored' }, 'X-Forwarded-For is ignored: TRUSTED_PROXIES names no proxy')
  })
}
