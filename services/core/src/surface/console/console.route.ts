import { ADMINISTRATION, type AdministrationAccess } from '@countersign/contracts'
import { type AdministrationRoutes, type Api, mountAdministration, mountPictures } from '@countersign/service/http'
import { isAdministeredByPeople, roleOf } from '@countersign/service/settings'
import type { FastifyRequest } from 'fastify'
import { callerOf } from '../../ground/http/caller.ts'
import type { CoreDependencies } from '../dependencies.ts'
import { admitAdministrator } from './admit-administrator.ts'

/** The operations of `/api/admin/` for people, as far as their role allows. */
export function mountConsole(app: Api, dependencies: CoreDependencies): void {
  hideFromOpenApi(app)
  mountAdministration(app, routesOf(dependencies))
}

export function mountConsolePictures(app: Api, dependencies: CoreDependencies): void {
  hideFromOpenApi(app)
  mountPictures(app, routesOf(dependencies))
}

/** The provider's OpenAPI document has these operations as `/api/admin/`; core's refers to it. */
function hideFromOpenApi(app: Api): void {
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, swaggerTransform: ({ url }) => ({ schema: { hide: true }, url }) }
  })
}

function routesOf(dependencies: CoreDependencies): AdministrationRoutes {
  const { guard, commitLimits, provider, config } = dependencies
  return {
    base: '/api/console/',
    described: { tags: ['console'], security: [{ session: [] }] },
    refusals: [403, 429],
    hooks: (operation) => {
      const admit = async (request: FastifyRequest): Promise<void> => {
        await guard.allow('full')(request)
        await admitAdministrator(dependencies, guard.sessionOf(request), operation)
      }
      return ADMINISTRATION[operation].method === 'GET'
        ? { onRequest: [admit] }
        : commitLimits.limitAdministration(admit)
    },
    answer: async (request, operation, input) => {
      const { userId } = guard.sessionOf(request)
      // A provider elsewhere has no such endpoint then; a future administrator learns their user id here.
      if (operation === 'readAccess' && !isAdministeredByPeople(config)) return noAccess(userId)
      const asked = { user_id: userId, role: roleOf(config, userId), operation, input }
      return provider.administer(asked, callerOf(request).origin.network)
    },
  }
}

function noAccess(userId: string): AdministrationAccess {
  return { role: 'none', user_id: userId, dynamic_registration: 'off', developer_registration: 'off' }
}
