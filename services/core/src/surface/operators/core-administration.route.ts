import { CORE_ADMINISTRATION } from '@countersign/contracts'
import { type AdministrationRoutes, type Api, mountAdministration, requireAdminToken } from '@countersign/service/http'
import { callerOf } from '../../ground/http/caller.ts'
import type { CoreDependencies } from '../dependencies.ts'
import { consoleRoutes, hideFromOpenApi } from './console.route.ts'
import type { CoreAdministration } from './core-administration.ts'

type Parts = CoreDependencies & { readonly administration: CoreAdministration }

/** /api/core/admin/: core's own operations, by the administration token. */
export function mountCoreAdmin(app: Api, { administration, networkLimits, config }: Parts): void {
  if (config.adminTokens === undefined) return
  app.addHook('onRequest', requireAdminToken(config.adminTokens, networkLimits.limiters.administration))
  mountAdministration(app, CORE_ADMINISTRATION, {
    base: '/api/core/admin/',
    described: { tags: ['admin'], security: [{ adminToken: [] }] },
    refusals: [429],
    answer: (request, operation, input) =>
      administration[operation](input, { by: 'administrator', network: callerOf(request).origin.network }),
  })
}

/** The same for people who administer. */
export function mountCoreConsole(app: Api, parts: Parts): void {
  hideFromOpenApi(app)
  const answer: AdministrationRoutes<keyof typeof CORE_ADMINISTRATION>['answer'] = (request, operation, input) => {
    const { userId } = parts.guard.sessionOf(request)
    const { network } = callerOf(request).origin
    return parts.administration[operation](input, { by: 'administrator', userId, network })
  }
  mountAdministration(app, CORE_ADMINISTRATION, consoleRoutes(parts, CORE_ADMINISTRATION, answer))
}
