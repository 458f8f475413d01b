import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { findStartTrace, type Span, type SpanStart } from './tracing.ts'

type RequestContext = { readonly requestId: string; readonly span?: Span | undefined }

/** Whether to trust the caller's trace context. */
type Trusts = (request: FastifyRequest['raw']) => boolean

const contexts = new AsyncLocalStorage<RequestContext>()
const contextOf = new WeakMap<FastifyRequest, RequestContext>()

/** Undefined in background work. */
export function findRequestContext(): RequestContext | undefined {
  return contexts.getStore()
}

export function namesOf({ requestId, span }: RequestContext) {
  return { request_id: requestId, ...(span && { trace_id: span.traceId }) }
}

/** For code that runs after the request's context has ended. */
export function namesOfRequest(request: FastifyRequest) {
  return namesOf(contextOf.get(request) ?? { requestId: request.id })
}

/** Keeps the context during a request and returns its ID in `x-request-id`. */
export function keepRequestContext(app: FastifyInstance, trusts: Trusts): void {
  app.addHook('onRequest', (request, reply, done) => {
    const context = { requestId: request.id, span: startRequestSpan(request, trusts) }
    contextOf.set(request, context)
    reply.header('x-request-id', request.id)
    contexts.run(context, done)
  })
  // Again: a body is read in the connection's context.
  app.addHook('preValidation', (request, _reply, done) => {
    const context = contextOf.get(request)
    if (context && context !== contexts.getStore()) contexts.run(context, done)
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

export function endRequestSpan(request: FastifyRequest, { statusCode }: FastifyReply): void {
  const attributes = { 'http.response.status_code': statusCode }
  contextOf.get(request)?.span?.end({ attributes, hasFailed: statusCode >= 500 })
}

function startRequestSpan(request: FastifyRequest, trusts: Trusts): Span | undefined {
  const startTrace = findStartTrace()
  if (!startTrace) return undefined
  const { traceparent } = request.headers
  const { url: route = 'none' } = request.routeOptions
  const { method, id } = request
  const attributes = { 'http.request.method': method, 'http.route': route, 'countersign.request_id': id }
  const isBelieved = typeof traceparent === 'string' && trusts(request.raw)
  return startTrace({ name: `${method} ${route}`, kind: 'server', attributes }, isBelieved ? traceparent : undefined)
}
