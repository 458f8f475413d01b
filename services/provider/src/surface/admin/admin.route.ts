import { ADMINISTRATION, type AdministrationOperation, ServiceErrorBody } from '@countersign/contracts'
import {
  type AdministrationRoutes,
  type Api,
  allowOrigin,
  documentRefusals,
  mountAdministration,
  mountPictures,
  requireAdminToken,
} from '@countersign/service/http'
import type { ProviderDependencies } from '../dependencies.ts'
import type { Administer } from './administration.ts'

type AdminDependencies = { readonly administer: Administer }

export function mountAdmin(app: Api, { administer }: AdminDependencies): void {
  mountAdministration(app, ADMINISTRATION, routesOf(administer))
}

export function mountClientLogo(app: Api, { administer }: AdminDependencies): void {
  mountPictures(app, routesOf(administer))
}

function routesOf(administer: Administer): AdministrationRoutes<AdministrationOperation> {
  return {
    base: '/api/admin/',
    described: { tags: ['admin'], security: [{ adminToken: [] }] },
    answer: (request, operation, input) =>
      administer({ operation, input }, { role: 'administrator', userId: undefined }, request),
  }
}

export function asAdminEndpoint(
  app: Api,
  adminTokens: readonly string[],
  { limiters, config }: Pick<ProviderDependencies, 'limiters' | 'config'>,
): void {
  // For the console, where the token may be typed. Before the guard, whose refusals need CORS too.
  allowOrigin(app, {
    origin: new URL(config.webUrl).origin,
    requestHeaders: 'authorization, content-type',
    exposedHeaders: 'retry-after',
  })
  app.addHook('onRequest', requireAdminToken(adminTokens, limiters.administration))
  app.addHook('onSend', async (_request, reply) => void reply.header('cache-control', 'no-store'))
  documentRefusals(app, ServiceErrorBody, 429)
}
