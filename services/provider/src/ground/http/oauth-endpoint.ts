import { OAuthErrorBody } from '@countersign/contracts'
import { allowOrigin, answerOAuthErrors, documentRefusals, type OAuthRefusals } from '@countersign/service/http'
import type { FastifyInstance } from 'fastify'
import type { ProviderConfig } from '../config.ts'

/** No caching (RFC 6749 §5.1), errors in the form of §5.2, unexpected ones logged. */
export function asOAuthEndpoint(app: FastifyInstance, refusals: OAuthRefusals): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers({ 'cache-control': 'no-store', pragma: 'no-cache' })
    done()
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

export const CLIENT_ENDPOINT = {
  tags: ['oauth'],
  security: [{ client: [] }, {}],
  consumes: ['application/x-www-form-urlencoded', 'application/json'],
}

/** The schema only documents: the handler must see repeated parameters to refuse them. */
export const documentedOnly = { validatorCompiler: () => () => true } as const

type Documentation = Pick<ProviderConfig, 'documentationUrl'>

/** The documentation of an error (RFC 6749 §5.2), if the operator set an address. */
export function errorUriOf({ documentationUrl }: Documentation, code: string): string | undefined {
  return documentationUrl === undefined ? undefined : `${documentationUrl}/guides/apps/errors#${code}`
}

/** Adds `error_uri` to the routes' JSON refusals. */
export function addErrorUri(app: FastifyInstance, documentation: Documentation): void {
  if (documentation.documentationUrl === undefined) return
  app.addHook('preSerialization', async (_request, reply, payload) => {
    if (reply.statusCode < 400 || !isRefusal(payload)) return payload
    return { ...payload, error_uri: errorUriOf(documentation, payload.error) }
  })
}

function isRefusal(payload: unknown): payload is { readonly error: string } {
  return typeof payload === 'object' && payload !== null && 'error' in payload && typeof payload.error === 'string'
}
