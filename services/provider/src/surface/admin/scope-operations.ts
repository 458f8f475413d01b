import { type ResourceServerResource } from '@countersign/contracts'
import { ServiceError } from '@countersign/service/errors'
import { listClaims, listScopes } from '../../catalogue/scopes/scope.store.ts'
import { markManaged } from '../apps-file/apps-file.store.ts'
import type { ProviderDependencies } from '../dependencies.ts'
import { validated } from './actor.ts'
import { listRegistered, type RegisteredResourceServer } from './manage-resource-servers.ts'

export function createScopeOperations({ sql, scopes }: Pick<ProviderDependencies, 'sql' | 'scopes'>) {
  /** Drops this process's cache without waiting for the notification. */
  async function changing<Answer>(change: Promise<Answer>): Promise<Answer> {
    return change.finally(() => scopes.forget())
  }

  const mark = <Item extends { readonly name: string }>(kind: 'scope' | 'claim', items: readonly Item[]) =>
    markManaged(sql, kind, { items, nameOf: ({ name }) => name })

  return {
    listScopes: async () => ({ scopes: await mark('scope', await listScopes(sql)) }),
    putScope: validated('putScope', async ({ params, body }, { registrar }) =>
      changing(registrar.defineScope({ name: params.scope_name, ...body })),
    ),
    deleteScope: validated('deleteScope', async ({ params }, { registrar }) => {
      await changing(registrar.removeScope(params.scope_name))
      return null
    }),
    listClaims: async () => ({ claims: await mark('claim', await listClaims(sql)) }),
    putClaim: validated('putClaim', async ({ params, body }, { registrar }) => {
      const { labels, openid_name = params.claim_name } = body
      return changing(registrar.defineClaim({ name: params.claim_name, openid_name, labels }))
    }),
    deleteClaim: validated('deleteClaim', async ({ params }, { registrar }) => {
      await changing(registrar.removeClaim(params.claim_name))
      return null
    }),
  }
}

export function createResourceOperations({ sql, scopes, config }: ProviderDependencies) {
  async function find(resourceId: string): Promise<RegisteredResourceServer> {
    const server = (await listRegistered(sql)).find((each) => each.resourceId === resourceId)
    if (server) return server
    throw noSuchResourceServer()
  }

  const mark = (servers: readonly RegisteredResourceServer[]) =>
    markManaged(sql, 'resource_server', {
      items: servers.map(describeResourceServer),
      nameOf: ({ resource }) => resource,
    })

  return {
    listResourceServers: async () => ({ resource_servers: await mark(await listRegistered(sql)) }),
    readResourceServer: validated('readResourceServer', async ({ params }) => {
      const found = await find(params.resource_id)
      const [marked = describeResourceServer(found)] = await mark([found])
      return marked
    }),
    createResourceServer: validated('createResourceServer', async ({ body }, { registrar }) => {
      const { clientSecret, ...server } = await registrar.addResourceServer(body, config.issuer)
      scopes.forget()
      return { ...describeResourceServer(server), ...(clientSecret !== undefined && { client_secret: clientSecret }) }
    }),
    updateResourceServer: validated('updateResourceServer', async ({ params, body }, { registrar }) => {
      const server = await registrar.changeResourceServer(params.resource_id, body)
      scopes.forget()
      if (!server) throw noSuchResourceServer()
      return describeResourceServer(server)
    }),
    deleteResourceServer: validated('deleteResourceServer', async ({ params }, { registrar }) => {
      const removed = await registrar.removeResourceServer(params.resource_id)
      scopes.forget()
      if (!removed) throw noSuchResourceServer()
      return null
    }),
  }
}

export function describeResourceServer(server: RegisteredResourceServer): ResourceServerResource {
  return {
    resource_id: server.resourceId,
    resource: server.resource,
    name: server.name,
    access_token_format: server.accessTokenFormat,
    access_token_signed_response_alg: server.signingAlgorithm,
    client_id: server.clientId,
    scopes: server.scopes.map(({ name, texts }) => ({ name, texts })),
    created_at: server.createdAt.toISOString(),
  }
}

function noSuchResourceServer(): ServiceError {
  return new ServiceError('not_found', 'There is no such resource server.')
}
