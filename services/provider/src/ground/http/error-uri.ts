import type { FastifyInstance } from 'fastify'
import type { ProviderConfig } from '../config.ts'

type Documentation = Pick<ProviderConfig, 'documentationUrl'>

/** Where the documentation says what causes an error, and what cures it (RFC 6749 §5.2); nothing where none was set. */
export function errorUriOf({ documentationUrl }: Documentation, code: string): string | undefined {
  return documentationUrl === undefined ? undefined : `${documentationUrl}/guides/apps/errors#${code}`
}

/** Has every refusal of these routes that is sent as JSON say where it is explained. */
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
