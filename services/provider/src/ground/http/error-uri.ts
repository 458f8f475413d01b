import type { FastifyInstance } from 'fastify'
import type { ProviderConfig } from '../config.ts'

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
