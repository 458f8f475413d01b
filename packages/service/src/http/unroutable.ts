import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { OAuthError, ServiceError } from '../errors.ts'
import { sendOAuthError } from './error-handler.ts'

const SENTENCES: Readonly<Record<number, string>> = {
  400: 'The request is not well-formed HTTP.',
  404: 'There is nothing at this address.',
  408: 'The request took too long to arrive.',
  414: 'The address is too long.',
  431: 'The request line and the header fields are too large together.',
}

/** Refuses a request without a route, in the OAuth format (RFC 6749 §5.2) below `/oauth/`; never echoes input. */
export function refuseUnroutable(request: FastifyRequest, reply: FastifyReply, status: 400 | 404 | 414): FastifyReply {
  const sentence = status === 400 ? 'The address is malformed.' : (SENTENCES[status] ?? '')
  if (request.url.startsWith('/oauth/')) {
    return sendOAuthError(reply, new OAuthError('invalid_request', sentence, { status }))
  }
  const refusal = new ServiceError(status === 404 ? 'not_found' : 'invalid_request', sentence, { status })
  return reply.code(status).header('cache-control', 'no-store').send(refusal.toBody())
}

/** Replaces the router's messages, which echo the address. */
export function answerFrameworkError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  refuseUnroutable(request, reply, error.code === 'FST_ERR_MAX_PARAM_LENGTH' ? 414 : 400)
}

const STATUS_OF: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}

/** Answers input that Node cannot parse. Closes: the start of the next request is unknown. */
export function answerClientError(
  error: Error & { readonly code?: string },
  socket: Socket,
  headers: Readonly<Record<string, string>>,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const status = STATUS_OF[error.code ?? ''] ?? 400
  const body = JSON.stringify(new ServiceError('invalid_request', SENTENCES[status] ?? '').toBody())
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'Connection: close',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}
