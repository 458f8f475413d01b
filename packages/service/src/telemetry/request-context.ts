import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { findStartTrace, type Span, type SpanStart } from './tracing.ts'

/** The current request and, if traced, its span. */
type RequestContext = { readonly requestId: string; readonly span?: Span | undefined }

/** Whether the caller's trace context is trusted. */
type Trusts = (request: FastifyRequest['raw']) => boolean

const contexts = new AsyncLocalStorage<RequestContext>()
const contextOf = new WeakMap<FastifyRequest, RequestContext>()

/** The request being handled; undefined in background work. */
export function findRequestContext(): RequestContext | undefined {
  return contexts.getStore()
}

/** Log fields that identify a request. */
export function namesOf({ requestId, span }: RequestContext) {
  return { request_id: requestId, ...(span && { trace_id: span.traceId }) }
}

/** The same, for code that runs after the request's context has ended. */
export function namesOfRequest(request: FastifyRequest) {
  return namesOf(contextOf.get(request) ?? { requestId: request.id })
}

/** Keeps the context during a request and returns its ID in `x-request-id`, to search the log by. */
export function keepRequestContext(app: FastifyInstance, trusts: Trusts): void {
  app.addHook('onRequest', (request, reply, done) => {
    const context = { requestId: request.id, span: startRequestSpan(request, trusts) }
    contextOf.set(request, context)
    reply.header('x-request-id', request.id)
    contexts.run(context, done)
  })
  // Again, because the body is read in the context of its connection.
  app.addHook('preValidation', (request, _reply, done) => {
    const context = contextOf.get(request)
    if (context) contexts.run(context, done)
    else done()
  })
}

/** Runs part of a request as a span of its own, if traced. */
export async function inSpan<Result>(start: SpanStart, work: () => Promise<Result>): Promise<Result> {
  const context = contexts.getStore()
  const span = context?.span?.startChild(start)
  if (!context || !span) return work()
  try {
    const result = await contexts.run({ ...context, span }, work)
    span.end()
    return result
  } catch (error) {
    span.end({ hasFailed: true })
    throw error
  }
}

/** Ends the span of a request that was answered. */
export function endRequestSpan(request: FastifyRequest, { statusCode }: FastifyReply): void {
  const attributes = { 'http.response.status_code': statusCode }
  contextOf.get(request)?.span?.end({ attributes, hasFailed: statusCode >= 500 })
}

function startRequestSpan(request: FastifyRequest, trusts: Trusts): Span | undefined {
  const startTrace = findStartTrace()
  if (!startTrace) return undefined
  const { traceparent } = request.headers
  const { url: route = 'none' } = request.routeOptions
  const attributes = {
    'http.request.method': request.method,
    'http.route': route,
    'countersign.request_id': request.id,
  }
  const isBelieved = typeof traceparent === 'string' && trusts(request.raw)
  return startTrace(
    { name: `${request.method} ${route}`, kind: 'server', attributes },
    isBelieved ? traceparent : undefined,
  )
}
