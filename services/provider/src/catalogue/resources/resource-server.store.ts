import { ServiceError } from '@countersign/service/errors'
import { type Sql, type Transaction } from '@countersign/service/sql'
import type { ResourceServer } from './resource-server.ts'

export async function listResourceServers(sql: Sql): Promise<ResourceServer[]> {
  return sql<ResourceServer>`
    select resource_id as "resourceId", resource, name, access_token_format as "accessTokenFormat",
           access_token_signed_response_alg as "signingAlgorithm", client_id as "clientId", created_at as "createdAt"
      from provider.resource_servers order by resource`
}

export type StoredResourceServer = Omit<ResourceServer, 'resourceId' | 'createdAt'>

export async function putResourceServer(sql: Transaction, server: StoredResourceServer): Promise<void> {
  await sql`
    insert into provider.resource_servers
           (resource, name, access_token_format, access_token_signed_response_alg, client_id)
    values (${server.resource}, ${server.name}, ${server.accessTokenFormat}, ${server.signingAlgorithm},
            ${server.clientId})
    on conflict (resource) do update
       set name = excluded.name, access_token_format = excluded.access_token_format,
           access_token_signed_response_alg = excluded.access_token_signed_response_alg, client_id = excluded.client_id`
}

export async function deleteResourceServer(sql: Transaction, resource: string): Promise<void> {
  await sql`delete from provider.resource_servers where resource = ${resource}`
}

/** @throws `client_in_use` for the client of a resource server: no other may introspect its tokens */
export async function requireNoResourceServerOf(sql: Sql, clientId: string): Promise<void> {
  const used = (await listResourceServers(sql)).filter((server) => server.clientId === clientId)
  if (used.length === 0) return
  const names = used.map(({ resource }) => resource).join(', ')
  throw new ServiceError(
    'client_in_use',
    `This client asks about the tokens of an API: ${names}. Give that another client, or remove it first.`,
  )
}
