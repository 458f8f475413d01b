import { OAuthErrorBody } from '@countersign/contracts'
import { allowOrigin, answerOAuthErrors, documentRefusals, type OAuthRefusals } from '@countersign/service/http'
import type { FastifyInstance } from 'fastify'

/**
 * Makes a route scope an OAuth endpoint: no caching (RFC 6749 §5.1), errors in the form of §5.2, unexpected ones
 * logged.
 */
export function asOAuthEndpoint(app: FastifyInstance, refusals: OAuthRefusals): void {
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({ 'cache-control': 'no-store', pragma: 'no-cache' })
  })
  documentRefusals(app, OAuthErrorBody, 400, 429)
  answerOAuthErrors(app, refusals)
}

/** CORS for any origin (RFC 9700 §2.6: all endpoints but authorization). */
export function allowAnyOrigin(app: FastifyInstance): void {
  allowOrigin(app, {
    origin: '*',
    requestHeaders: 'authorization, content-type, dpop, *',
    // The SDK compares its clock with `date`.
    exposedHeaders: 'date, dpop-nonce, www-authenticate, retry-after, ratelimit, ratelimit-policy',
  })
}

/** Documentation of endpoints where clients authenticate. */
export const CLIENT_ENDPOINT = {
  tags: ['oauth'],
  security: [{ client: [] }, {}],
  consumes: ['application/x-www-form-urlencoded', 'application/json'],
}

/** The schema only documents: the handler must see repeated parameters to refuse them. */
export const documentedOnly = { validatorCompiler: () => () => true } as const
