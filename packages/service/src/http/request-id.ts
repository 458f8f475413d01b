import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { findRequestContext } from '../telemetry/request-context.ts'

const HEADER = 'x-request-id'
/** Safe in any log format. */
const FORM = /^[\w.:-]{1,128}$/

/**
 * Names each request: keeps a trusted caller's ID, else makes a new one. A proxy is not trusted, because it passes on
 * client headers, which could inject text into the log.
 */
export function createRequestIds(trusts: (request: IncomingMessage) => boolean): (request: IncomingMessage) => string {
  return (request) => {
    const told = request.headers[HEADER]
    return typeof told === 'string' && FORM.test(told) && trusts(request) ? told : randomUUID()
  }
}

/** Headers of our outgoing calls, so that the other service logs the same request ID and continues the trace. */
export function requestIdHeaders(): Readonly<Record<string, string>> {
  const { requestId, span } = findRequestContext() ?? {}
  return { ...(requestId && { [HEADER]: requestId }), ...(span && { traceparent: span.traceparent }) }
}
