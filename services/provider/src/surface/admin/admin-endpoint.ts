import { ServiceErrorBody } from '@countersign/contracts'
import { type Api, allowOrigin, documentRefusals } from '@countersign/service/http'
import { requireAdminToken } from '../../ground/http/admin-token.ts'
import type { ProviderDependencies } from '../dependencies.ts'

/** Makes a route scope the operator's API, for whoever has its token. */
export function beAdminEndpoint(
  app: Api,
  adminToken: string,
  { limiters, config }: Pick<ProviderDependencies, 'limiters' | 'config'>,
): void {
  // The console, on the page's own address, may call with the token that is typed there. Before the guard: it is told of that.
  allowOrigin(app, {
    origin: new URL(config.consentUrl).origin,
    requestHeaders: 'authorization, content-type',
    exposedHeaders: 'retry-after',
  })
  const guard = requireAdminToken(adminToken, limiters.administration)
  // A browser asks without it whether it may send it.
  app.addHook('onRequest', async (request) => (request.method === 'OPTIONS' ? undefined : guard(request)))
  app.addHook('onSend', async (_request, reply) => void reply.header('cache-control', 'no-store'))
  documentRefusals(app, ServiceErrorBody, 429)
}
