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
import type { ProviderDependencies } from '../dependencies.ts'
import type { Administer } from './administration.ts'

type AdminDependencies = { readonly administer: Administer }

/** /api/admin/: all that can be administered, for whoever has the administration token. */
export function mountAdmin(app: Api, { administer }: AdminDependencies): void {
  mountAdministration(app, routesOf(administer))
}

/** /api/admin/clients/{client_id}/logo/: a picture that we keep and serve ourselves. */
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

/** Makes a route scope the operator's API, for whoever has its token. */
export function asAdminEndpoint(
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

/**
 * Lets only the operator in: the bearer is the administration token, compared in constant time (RFC 6750 §2.1). An address
 * that guesses is made to wait, and its right guesses with it.
 */
export function requireAdminToken(expected: string, guesses: NetworkLimiter) {
  return async (request: FastifyRequest): Promise<void> => {
    const seconds = guesses.secondsToWait(request.ip)
    if (seconds !== undefined) {
      throw new ServiceError('too_many_requests', `Too many wrong tokens. Try again in ${seconds} seconds.`, {
        headers: { 'retry-after': String(seconds) },
      })
    }
    const given = findCredentials(request.headers.authorization, 'bearer') ?? ''
    if (equalSecrets(expected, given)) return
    guesses.count(request.ip)
    throw new ServiceError('invalid_admin_token', 'The administration token is invalid or missing.', {
      headers: { 'www-authenticate': 'Bearer realm="countersign administration"' },
    })
  }
}
