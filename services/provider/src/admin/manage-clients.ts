import type { ClientCreation, ClientResource, ClientUpdate, ClientWithSecret } from '@countersign/contracts'
import { ServiceError } from '@countersign/service'
import { findClient, listClientPage } from '../clients/client.store.ts'
import { readCreation, readUpdate, toClientResource } from '../clients/client-attributes.ts'
import { listSecrets } from '../clients/client-secret.store.ts'
import { fetchLogo } from '../clients/fetch-logo.ts'
import type { AdminDependencies } from './admin-endpoint.ts'
import { type PageQuery, pageSize } from './page.ts'
import type { Registrar } from './registrar.ts'

const LIST = 'clients'

/** A page of clients, and the cursor of the next one. */
export async function showClients(
  { sql, config, cursors }: AdminDependencies,
  query: PageQuery,
): Promise<{ clients: ClientResource[]; next_cursor: string | null }> {
  const [createdAt, clientId] = query.cursor === undefined ? [] : cursors.open(LIST, query.cursor)
  const after = createdAt !== undefined && clientId !== undefined ? { createdAt, clientId } : undefined
  const { clients, next } = await listClientPage(sql, pageSize(query), after)
  const ids = clients.map((client) => client.clientId)
  const secrets = await listSecrets(sql, ids)
  return {
    clients: clients.map((client) => {
      const own = secrets.filter((secret) => secret.clientId === client.clientId)
      return toClientResource(client, own, config.issuer)
    }),
    next_cursor: next ? cursors.seal(LIST, [next.createdAt, next.clientId]) : null,
  }
}

/** @throws `not_found` */
export async function showClient(
  { sql, config }: Pick<AdminDependencies, 'sql' | 'config'>,
  clientId: string,
): Promise<ClientResource> {
  const client = await findClient(sql, clientId)
  if (!client) throw noSuchClient()
  return toClientResource(client, await listSecrets(sql, [clientId]), config.issuer)
}

/** @throws ClientRegistrationError */
export async function createClient(
  dependencies: AdminDependencies,
  registrar: Registrar,
  body: ClientCreation,
): Promise<ClientWithSecret> {
  const { outbound } = dependencies
  const logo = body.logo_uri === undefined ? {} : { logo: await fetchLogo(body.logo_uri, outbound) }
  const { clientId, clientSecret } = await registrar.registerClient({ ...readCreation(body), ...logo })
  return { ...(await showClient(dependencies, clientId)), ...(clientSecret && { client_secret: clientSecret }) }
}

/** @throws `not_found` and ClientRegistrationError */
export async function changeClient(
  dependencies: AdminDependencies,
  registrar: Registrar,
  { clientId, body }: { readonly clientId: string; readonly body: ClientUpdate },
): Promise<ClientWithSecret> {
  const { clients, outbound } = dependencies
  const logo = body.logo_uri === undefined ? {} : { logo: await fetchLogo(body.logo_uri, outbound) }
  const updated = await registrar.updateClient(clientId, { ...readUpdate(body), ...logo })
  if (!updated) throw noSuchClient()
  clients.forget(clientId)
  const { clientSecret } = updated
  return { ...(await showClient(dependencies, clientId)), ...(clientSecret && { client_secret: clientSecret }) }
}

/** @throws `not_found` */
export async function removeClient(
  { clients }: AdminDependencies,
  registrar: Registrar,
  clientId: string,
): Promise<void> {
  const removed = await registrar.removeClient(clientId)
  clients.forget(clientId)
  if (!removed) throw noSuchClient()
}

export function noSuchClient(): ServiceError {
  return new ServiceError('not_found', 'There is no such client.')
}
