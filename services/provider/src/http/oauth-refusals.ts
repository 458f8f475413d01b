import { sendOAuthError, toOAuthError } from '@countersign/service'
import type { FastifyInstance } from 'fastify'
import { logRefused } from '../events.ts'

/** Answers every error of a route scope in the form of the OAuth endpoints (RFC 6749 §5.2), and tells the log. */
export function answerRefusals(app: FastifyInstance, endpoint: string): void {
  app.setErrorHandler((error: Error, request, reply) => {
    const refusal = toOAuthError(error)
    if (refusal.status >= 500) request.log.error({ event: 'error', err: error }, `${endpoint} request failed`)
    logRefused(request.log, { endpoint, code: refusal.code })
    return sendOAuthError(reply, refusal)
  })
}
