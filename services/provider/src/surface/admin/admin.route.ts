import { ServiceErrorBody } from '@countersign/contracts'
import { ServiceError } from '@countersign/service/errors'
import {
  type AdministrationRoutes,
  type Api,
  allowOrigin,
  documentRefusals,
  findCredentials,
  mountAdministration,
  mountPictures,
} from '@countersign/service/http'
import type { NetworkLimiter } from '@countersign/service/limits'
import { equalSecrets } from '@countersign/service/secrets'
import type { FastifyRequest } from 'fastify'
import { requireRoom } from '../../ground/rate-limits/rate-limits.ts'
import type { ProviderDependencies } from '../dependencies.ts'
import type { Administer } from './administration.ts'

type AdminDependencies = { readonly administer: Administer }

export function mountAdmin(app: Api, { administer }: AdminDependencies): void {
  mountAdministration(app, routesOf(administer))
}

export function mountClientLogo(app: Api, { administer }: AdminDependencies): void {
  mountPictures(app, routesOf(administer))
}

function routesOf(administer: Administer): AdministrationRoutes {
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
  const guard = requireAdminToken(adminTokens, limiters.administration)
  // Preflights carry no token.
  app.addHook('onRequest', async (request) => (request.method === 'OPTIONS' ? undefined : guard(request)))
  app.addHook('onSend', async (_request, reply) => void reply.header('cache-control', 'no-store'))
  documentRefusals(app, ServiceErrorBody, 429)
}

/** Compares in constant time (RFC 6750 §2.1). A network that guesses is rate limited, right guesses too. */
export function requireAdminToken(expected: readonly string[], guesses: NetworkLimiter) {
  return async (request: FastifyRequest): Promise<void> => {
    requireRoom(guesses, request.ip, 'wrong tokens')
    const given = findCredentials(request.headers.authorization, 'bearer') ?? ''
    if (expected.some((token) => equalSecrets(token, given))) return
    guesses.count(request.ip)
    throw new ServiceError('invalid_admin_token', 'The administration token is invalid or missing.', {
      headers: { 'www-authenticate': 'Bearer realm="countersign administration"' },
    })
  }
}
