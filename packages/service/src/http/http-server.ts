import cluster from 'node:cluster'
import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { createServer } from 'node:net'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest, LogController } from 'fastify'
import { addressKey, isInNetworks, readForwardedFor } from '../network/client-address.ts'
import type { Logger } from '../telemetry/logger.ts'
import { measureRequest } from '../telemetry/metrics/requests.ts'
import { endRequestSpan, keepRequestContext, namesOfRequest } from '../telemetry/request-context.ts'
import { type Connections, createConnections } from './connections.ts'
import { answerServiceErrors } from './error-handler.ts'
import { compileSchemasLate } from './lazy-schemas.ts'
import { createRequestIds, isServiceToken } from './request-headers.ts'
import { answerClientError, answerFrameworkError, refuseUnroutable } from './unroutable.ts'

export const BODY_LIMIT_BYTES = 65_536
/** Within the ten seconds of supervisors, with some left for the database. */
const DRAIN_MS = 8_000
/** Successful probes would be a fifth of a quiet log. */
const HEALTH = /^\/health\/(?:live|ready)$/

const connections = new WeakMap<FastifyInstance, Connections>()

type ServerOptions = {
  readonly logger: Logger
  /** If https, answers carry HSTS (RFC 6797). */
  readonly baseUrl?: string | undefined
  /** Proxies whose X-Forwarded-For is believed; others' is ignored (RFC 9700 §4.13). */
  readonly trustedProxies?: readonly string[]
  /** Tokens of core, which sets the request ID. */
  readonly serviceTokens?: readonly string[]
  readonly onForwardedIgnored?: (address: string) => void
}

/** The trailing slash is optional. */
export function createHttpServer(options: ServerOptions): FastifyInstance {
  const { logger, baseUrl, trustedProxies = [], serviceTokens = [], onForwardedIgnored } = options
  const owed = answerHeaders(baseUrl)
  const loggerInstance: FastifyBaseLogger = logger
  const ofServer = createConnections()
  const isFromCore = ({ headers }: IncomingMessage): boolean => isServiceToken(headers, serviceTokens)
  const app = Fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: createRequestIds(isFromCore),
    // Each log line carries the request ID already.
    childLoggerFactory: (own) => own,
    bodyLimit: BODY_LIMIT_BYTES,
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    serverFactory: ofServer.serverFactory,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 256 },
    frameworkErrors: (error, request, reply) => answerFrameworkError(error, request, reply.headers(owed)),
    clientErrorHandler: (error, socket) => answerClientError(error, socket, owed),
  })
  connections.set(app, ofServer)
  compileSchemasLate(app)
  app.removeContentTypeParser('text/plain')
  // The router's own refusals run no hook: `frameworkErrors` sets these headers.
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(owed)
    done()
  })
  keepRequestContext(app, isFromCore)
  noteRequests(app)
  if (trustedProxies.length > 0) readForwardedAddresses(app)
  warnOfIgnoredProxy(app, trustedProxies, onForwardedIgnored)
  answerServiceErrors(app)
  app.setNotFoundHandler((request, reply) => refuseUnroutable(request, reply, 404))
  return app
}

/**
 * Finishes requests under way, closes every connection in time, then runs the close hooks: a closing server accepts no calls,
 * and core calls the provider while it answers.
 */
export async function closeHttpServer(app: FastifyInstance, withinMs = DRAIN_MS): Promise<void> {
  await connectionsOf(app).drain(withinMs)
  await app.close()
}

function connectionsOf(app: FastifyInstance): Connections {
  const ofServer = connections.get(app)
  if (!ofServer) throw new Error('This server was not made by createHttpServer.')
  return ofServer
}

/** One line a request, with the route's pattern: a path can carry identifiers, a query string can carry secrets. */
function noteRequests(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    // Fastify makes the options anew each time that they are read.
    const { method, routeOptions } = request
    const { statusCode, elapsedTime } = reply
    measureRequest({ method, routeOptions, statusCode, elapsedTime })
    endRequestSpan(request, reply)
    const { url: route = 'none' } = routeOptions
    const level = statusCode < 400 && HEALTH.test(route) ? 'debug' : 'info'
    request.log[level]({
      event: 'request',
      ...namesOfRequest(request),
      method,
      route,
      status: statusCode,
      milliseconds: Math.round(elapsedTime),
    })
    done()
  })
}

/** Makes `request.ip` an address: the header may hold any text. Must run before anything reads it. */
function readForwardedAddresses(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw: { headers } }, _reply, done) => {
    const forwarded = headers['x-forwarded-for']
    if (typeof forwarded === 'string') headers['x-forwarded-for'] = readForwardedFor(forwarded)
    done()
  })
}

/** Behind an undeclared proxy all clients share one address, and so one rate limit. */
function warnOfIgnoredProxy(
  app: FastifyInstance,
  trustedProxies: readonly string[],
  onIgnored: ServerOptions['onForwardedIgnored'],
): void {
  const said = new Set<string>()
  app.addHook('onRequest', (request, _reply, done) => {
    if (said.size < 2 && isForwardedInVain(request)) warn(request)
    done()
  })

  function warn({ ip, log }: FastifyRequest): void {
    const isTrusted = isInNetworks(ip, trustedProxies)
    const text = isTrusted ? SENT_NOTHING : NOT_TRUSTED
    if (said.has(text)) return
    said.add(text)
    log.warn({ event: 'forwarded_for_ignored', network: addressKey(ip) }, text)
    if (!isTrusted) onIgnored?.(ip)
  }
}

const NOT_TRUSTED = 'A forwarded header is ignored: TRUSTED_PROXIES does not name the address that it came from'
const SENT_NOTHING =
  'A trusted proxy sends no address at the end of X-Forwarded-For: have it send its client’s, or all its clients count as one'

/** `ips` holds two addresses if a trusted proxy forwards: its own and the client's. */
function isForwardedInVain({ headers, ips = [] }: FastifyRequest): boolean {
  return (headers['x-forwarded-for'] ?? headers['forwarded']) !== undefined && ips.length < 2
}

/** At least a year (OWASP ASVS 5, 3.4.1). No includeSubDomains: the operator's other hosts may serve http. */
const STRICT_TRANSPORT = 'max-age=63072000'

function answerHeaders(baseUrl = ''): Readonly<Record<string, string>> {
  const isHttps = baseUrl.startsWith('https:')
  return { 'x-content-type-options': 'nosniff', ...(isHttps && { 'strict-transport-security': STRICT_TRANSPORT }) }
}

/** By the kernel: a cluster primary that dies loses connections in transit, neither answered nor closed. */
const SHARING = { reusePort: cluster.isWorker && process.platform === 'linux' }

/**
 * Listens on every address of a host: `localhost` is 127.0.0.1 to some programs and ::1 to others.
 * @throws if the first fails; this machine may lack the others
 */
export async function listenOnHost(
  app: FastifyInstance,
  { host, port }: { host: string; port: number },
): Promise<void> {
  await app.listen({ host, port, ...SHARING })
  const main = app.server.address()
  if (main === null || typeof main === 'string') return
  const others = (await lookup(host, { all: true })).filter(({ address }) => address !== main.address)
  for (const { address } of others) {
    // As `node:http` does.
    const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) =>
      app.server.emit('connection', socket),
    )
    server.listen({ port: main.port, host: address, ...SHARING })
    await once(server, 'listening').then(
      () => connectionsOf(app).add(server),
      () => undefined,
    )
    app.server.on('close', () => server.close())
  }
}
