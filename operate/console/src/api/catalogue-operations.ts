import {
  type OperatorClaim,
  OperatorClaimList,
  type OperatorScope,
  OperatorScopeList,
  type ResourceServerCreation,
  ResourceServerList,
  type ResourceServerUpdate,
  ResourceServerWithSecret,
  SCOPE_CATALOGUE,
} from '@countersign/contracts'
import { checked } from './checked.ts'
import type { ConsoleCall } from './console-api.ts'

export const BUILT_IN_CLAIMS = SCOPE_CATALOGUE.flatMap(({ claims }) => claims)

/** Calls about scopes, claims and resource servers. */
export function createCatalogueOperations(send: (call: ConsoleCall) => Promise<unknown>) {
  const at = (list: string, name: string) => `${list}/${encodeURIComponent(name)}/`
  const put = async (path: string, body: unknown) => void (await send({ method: 'PUT', path, body }))
  const remove = async (path: string) => void (await send({ method: 'DELETE', path }))
  return {
    listScopes: async () => checked(OperatorScopeList, await send({ method: 'GET', path: 'scopes/' })).scopes,
    saveScope: ({ name, texts, claims }: Omit<OperatorScope, 'resource'>) => put(at('scopes', name), { texts, claims }),
    removeScope: (name: string) => remove(at('scopes', name)),

    listClaims: async () => checked(OperatorClaimList, await send({ method: 'GET', path: 'claims/' })).claims,
    saveClaim: ({ name, ...definition }: OperatorClaim) => put(at('claims', name), definition),
    removeClaim: (name: string) => remove(at('claims', name)),

    listResources: async () =>
      checked(ResourceServerList, await send({ method: 'GET', path: 'resource-servers/' })).resource_servers,
    addResource: async (body: ResourceServerCreation) =>
      checked(ResourceServerWithSecret, await send({ method: 'POST', path: 'resource-servers/', body })),
    changeResource: async (id: string, body: ResourceServerUpdate) =>
      void (await send({ method: 'PATCH', path: at('resource-servers', id), body })),
    removeResource: (id: string) => remove(at('resource-servers', id)),
  }
}
