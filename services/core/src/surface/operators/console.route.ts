import {
  ADMINISTRATION,
  type AdministrationAccess,
  type AdministrationDescription,
  type AdministrationOperation,
} from '@countersign/contracts'
import { type AdministrationRoutes, type Api, mountAdministration, mountPictures } from '@countersign/service/http'
import { isAdministeredByPeople, roleOf } from '@countersign/service/settings'
import type { FastifyRequest } from 'fastify'
import { callerOf } from '../../ground/http/caller.ts'
import type { CoreDependencies } from '../dependencies.ts'
import { admitAdministrator } from './admit-administrator.ts'

/** The operations of `/api/admin/` for people, as far as their role allows. */
export function mountConsole(app: Api, dependencies: CoreDependencies): void {
  hideFromOpenApi(app)
  mountAdministration(app, ADMINISTRATION, routesOf(dependencies))
}

export function mountConsolePictures(app: Api, dependencies: CoreDependencies): void {
  hideFromOpenApi(app)
  mountPictures(app, routesOf(dependencies))
}

/** The documents have these operations as `/api/admin/` and `/api/core/admin/`; core's says so. */
export function hideFromOpenApi(app: Api): void {
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, swaggerTransform: ({ url }) => ({ schema: { hide: true }, url }) }
  })
}

function routesOf(dependencies: CoreDependencies): AdministrationRoutes<AdministrationOperation> {
  const { guard, provider, config } = dependencies
  return consoleRoutes(dependencies, ADMINISTRATION, async (request, operation, input) => {
    const { userId } = guard.sessionOf(request)
    // A provider elsewhere has no such endpoint then; a future administrator learns their user id here.
    if (operation === 'readAccess' && !isAdministeredByPeople(config)) return noAccess(userId)
    const asked = { user_id: userId, role: roleOf(config, userId), operation, input }
    return provider.administer(asked, callerOf(request).origin.network)
  })
}

/** Routes of these operations for people, by their session; changes are limited and take a step-up. */
export function consoleRoutes<Operation extends string>(
  dependencies: CoreDependencies,
  operations: Readonly<Record<Operation, AdministrationDescription>>,
  answer: AdministrationRoutes<Operation>['answer'],
): AdministrationRoutes<Operation> {
  const { guard, commitLimits } = dependencies
  return {
    base: '/api/console/',
    described: { tags: ['console'], security: [{ session: [] }] },
    refusals: [403, 429],
    hooks: (operation) => {
      const admit = async (request: FastifyRequest): Promise<void> => {
        await guard.allow('full')(request)
        await admitAdministrator(dependencies, guard.sessionOf(request), operations[operation])
      }
      return operations[operation].method === 'GET' ? { onRequest: [admit] } : commitLimits.limitAdministration(admit)
    },
    answer,
  }
}

function noAccess(userId: string): AdministrationAccess {
  return { role: 'none', user_id: userId, dynamic_registration: 'off', developer_registration: 'off' }
}
