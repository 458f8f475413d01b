import { type AdministrationRoutes, type Api, mountAdministration, mountPictures } from '@countersign/service/http'
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
