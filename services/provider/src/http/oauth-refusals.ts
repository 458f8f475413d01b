import { sendOAuthError, toOAuthError } from '@countersign/service'
import type { FastifyInstance } from 'fastify'
import { outcomeOf } from '../clients/client-authentication-error.ts'
import type { Dependencies } from '../dependencies.ts'
import { logRefused, logUserinfoRefused } from '../events.ts'
import { knownClientOf } from './presented-client.ts'

/** Answers every error of a route scope in the form of the OAuth endpoints (RFC 6749 §5.2), and tells the log. */
export function answerRefusals(
  app: FastifyInstance,
  endpoint: 'revocation' | 'introspection' | 'userinfo',
  { clients }: Pick<Dependencies, 'clients'>,
): void {
  app.setErrorHandler((error: Error, request, reply) => {
    const refusal = toOAuthError(error)
    if (refusal.status >= 500) request.log.error({ event: 'error', err: error }, `${endpoint} request failed`)
    if (endpoint === 'userinfo') logUserinfoRefused(request, refusal)
    else logRefused(request, { endpoint, code: outcomeOf(refusal), clientId: knownClientOf(request, clients) })
    return sendOAuthError(reply, refusal)
  })
}
