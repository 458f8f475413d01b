import { isDeepStrictEqual } from 'node:util'
import { type AppsFile, CLIENT_ATTRIBUTE_ROWS } from '@countersign/contracts'
import type { Sql } from '@countersign/service/sql'
import { listClaims, listScopes } from '../../catalogue/scopes/scope.store.ts'
import { findLogo, listClients } from '../../clients/client.store.ts'
import { type Client, hasSecret } from '../../clients/client.ts'
import { describeClient } from '../../clients/describe-client.ts'
import { listRegistered } from '../admin/manage-resource-servers.ts'
import { describeResourceServer } from '../admin/scope-operations.ts'

/** The apps and definitions of operators, as an apps file: without secrets, and without apps of others. */
export async function describeAppsFile(sql: Sql): Promise<AppsFile> {
  const clients = []
  for (const client of (await listClients(sql)).filter(({ isVouchedFor }) => isVouchedFor)) {
    const logo = (await findLogo(sql, client.clientId))?.logo
    clients.push({
      ...describe(client),
      ...(logo && { logo_uri: `data:${logo.type};base64,${logo.bytes.toString('base64')}` }),
    })
  }
  const servers = (await listRegistered(sql)).map(describeResourceServer)
  return {
    claims: (await listClaims(sql)).map(({ name, openid_name, labels }) =>
      openid_name === name ? { name, labels } : { name, openid_name, labels },
    ),
    scopes: (await listScopes(sql)).flatMap(({ name, resource, texts, claims }) =>
      resource === null ? [{ name, texts, claims }] : [],
    ),
    resource_servers: servers.map(({ resource_id: _id, created_at: _at, ...server }) => server),
    clients,
  }
}

/** Attributes at their defaults are left out, for people who read it. */
function describe(client: Client): NonNullable<AppsFile['clients']>[number] {
  const { client_id, name, scopes, disabled_at, ...described } = describeClient(client)
  const values: ReadonlyMap<string, unknown> = new Map(Object.entries(described))
  const named = CLIENT_ATTRIBUTE_ROWS.filter(([, { wire, schema, default: initial }]) => {
    const value = values.get(wire) ?? undefined
    return schema && value !== undefined && !isDeepStrictEqual(value, initial)
  }).map(([, { wire }]) => [wire, values.get(wire)])
  return {
    client_id,
    name,
    ...Object.fromEntries(named),
    scopes,
    ...(hasSecret(client) && { client_secret_file: `secrets/${client_id}` }),
    ...(disabled_at !== null && { disabled: true }),
  }
}
