import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { findRequestContext } from '../telemetry/request-context.ts'

const HEADER = 'x-request-id'
/** Nothing that a log, or whatever reads it, could take for something else. */
const FORM = /^[\w.:-]{1,128}$/

/**
 * Names each request: as whoever is trusted has named it already, else anew. Nobody else can write into the log with it: no
 * proxy in front either, because it passes on what anybody wrote.
 */
export function createRequestIds(trusts: (request: IncomingMessage) => boolean): (request: IncomingMessage) => string {
  return (request) => {
    const told = request.headers[HEADER]
    return typeof told === 'string' && FORM.test(told) && trusts(request) ? told : randomUUID()
  }
}

/** What a call of ours carries, so that the one who answers names it as we do, and goes on with its trace. */
export function requestIdHeaders(): Readonly<Record<string, string>> {
  const { requestId, span } = findRequestContext() ?? {}
  return { ...(requestId && { [HEADER]: requestId }), ...(span && { traceparent: span.traceparent }) }
}
