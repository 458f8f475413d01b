import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { ServiceError } from '../errors.ts'
import { equalSecrets } from '../secrets/secrets.ts'
import { findRequestContext } from '../telemetry/request-context.ts'

const CREDENTIALS = /^([^ ]+) *(.*)$/

/** Empty if the scheme stands alone, undefined if it is another one (RFC 9110 §11.4). Checks no syntax. */
export function findCredentials(header: string | undefined, scheme: 'basic' | 'bearer' | 'dpop'): string | undefined {
  const [, name = '', credentials = ''] = CREDENTIALS.exec(header ?? '') ?? []
  return name.toLowerCase() === scheme ? credentials : undefined
}

/** Whether an existing representation is the one that the caller has (RFC 9110 §13.1.2): weakly, as a proxy may weaken tags. */
export function namesTag(ifNoneMatch: string | undefined, etag: string): boolean {
  const tags = (ifNoneMatch ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags.includes(etag) || ifNoneMatch?.trim() === '*'
}

/** Lets only core in (specification §5). */
export function requireServiceToken(accepted: readonly string[]) {
  return async (request: FastifyRequest): Promise<void> => {
    if (!isServiceToken(request.headers, accepted))
      throw new ServiceError('invalid_service_token', 'The service token is invalid or missing.')
  }
}

/** Compares every accepted token in constant time, so that timing reveals nothing. */
export function isServiceToken(headers: IncomingHttpHeaders, accepted: readonly string[]): boolean {
  const given = headers['x-service-token']
  const token = typeof given === 'string' ? given : ''
  return accepted.map((each) => equalSecrets(each, token)).includes(true)
}

const HEADER = 'x-request-id'
const FORM = /^[\w.:-]{1,128}$/

/** Keeps core's ID only: proxies pass on client headers, which could inject text into the log. */
export function createRequestIds(trusts: (request: IncomingMessage) => boolean): (request: IncomingMessage) => string {
  return (request) => {
    const told = request.headers[HEADER]
    return typeof told === 'string' && FORM.test(told) && trusts(request) ? told : randomUUID()
  }
}

/** For outgoing calls: the other service logs the same request ID and continues the trace. */
export function requestIdHeaders(): Readonly<Record<string, string>> {
  const { requestId, span } = findRequestContext() ?? {}
  return { ...(requestId && { [HEADER]: requestId }), ...(span && { traceparent: span.traceparent }) }
}
