import { OAuthErrorBody } from '@countersign/contracts'
import { allowOrigin, answerOAuthErrors, documentRefusals, type OAuthRefusals } from '@countersign/service/http'
import type { FastifyInstance } from 'fastify'

/**
 * Makes a route scope an OAuth endpoint: nothing of it is kept by a cache (RFC 6749 §5.1), every error has the form of
 * §5.2, and what is no refusal is logged whole. An endpoint adds where it differs.
 */
export function asOAuthEndpoint(app: FastifyInstance, refusals: OAuthRefusals): void {
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({ 'cache-control': 'no-store', pragma: 'no-cache' })
  })
  documentRefusals(app, OAuthErrorBody, 400, 429)
  answerOAuthErrors(app, refusals)
}

/** Lets pages of any origin call these routes, as RFC 9700 §2.6 asks for all but the authorization endpoint. */
export function allowAnyOrigin(app: FastifyInstance): void {
  allowOrigin(app, {
    origin: '*',
    requestHeaders: 'authorization, content-type, dpop, *',
    // A page compares its clock with `date`.
    exposedHeaders: 'date, dpop-nonce, www-authenticate, retry-after, ratelimit, ratelimit-policy',
  })
}

/** What every endpoint says of itself where a client authenticates. */
export const CLIENT_ENDPOINT = {
  tags: ['oauth'],
  security: [{ client: [] }, {}],
  consumes: ['application/x-www-form-urlencoded', 'application/json'],
}

/** For a route whose schema only documents it: the rules read the parameters, because a repeated one is theirs to refuse. */
export const documentedOnly = { validatorCompiler: () => () => true } as const
