import { ADMINISTRATION, type ResourceServerResource } from '@countersign/contracts'
import { ServiceError } from '@countersign/service/errors'
import type { ProviderDependencies } from '../dependencies.ts'
import { taking } from '../internal/taking.ts'
import type { AdministrationCall } from './actor.ts'
import { listRegistered, type RegisteredResourceServer } from './manage-resource-servers.ts'

/** The APIs that access tokens are for. */
export function createResourceOperations({ sql, scopes, config }: ProviderDependencies) {
  async function find(resourceId: string): Promise<RegisteredResourceServer> {
    const server = (await listRegistered(sql)).find((each) => each.resourceId === resourceId)
    if (server) return server
    throw noSuchResourceServer()
  }

  return {
    listResourceServers: async () => ({ resource_servers: (await listRegistered(sql)).map(describeResourceServer) }),
    readResourceServer: taking(ADMINISTRATION.readResourceServer.input, async ({ params }) =>
      describeResourceServer(await find(params.resource_id)),
    ),
    createResourceServer: taking(
      ADMINISTRATION.createResourceServer.input,
      async ({ body }, { registrar }: AdministrationCall) => {
        const { clientSecret, ...server } = await registrar.addResourceServer(body, config.issuer)
        scopes.forget()
        return { ...describeResourceServer(server), ...(clientSecret !== undefined && { client_secret: clientSecret }) }
      },
    ),
    updateResourceServer: taking(
      ADMINISTRATION.updateResourceServer.input,
      async ({ params, body }, { registrar }: AdministrationCall) => {
        const server = await registrar.changeResourceServer(params.resource_id, body)
        scopes.forget()
        if (!server) throw noSuchResourceServer()
        return describeResourceServer(server)
      },
    ),
    deleteResourceServer: taking(
      ADMINISTRATION.deleteResourceServer.input,
      async ({ params }, { registrar }: AdministrationCall) => {
        const removed = await registrar.removeResourceServer(params.resource_id)
        scopes.forget()
        if (!removed) throw noSuchResourceServer()
        return null
      },
    ),
  }
}

/** A resource server as administrators see it: names as on the wire. */
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
