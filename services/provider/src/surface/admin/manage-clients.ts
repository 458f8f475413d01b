import type { ClientCreation, ClientResource, ClientUpdate, ClientWithSecret } from '@countersign/contracts'
import { checkClient } from '../../clients/check-client.ts'
import { checkUnvouchedName } from '../../clients/check-unvouched-name.ts'
import { findClient, listClientPage } from '../../clients/client.store.ts'
import type { Client } from '../../clients/client.ts'
import { logoUrl } from '../../clients/client-logo.ts'
import { type ClientSecretRecord, listSecrets } from '../../clients/client-secret.store.ts'
import { describeClient, describeSecret, readCreation, readUpdate } from '../../clients/describe-client.ts'
import { fetchLogo } from '../../clients/fetch-logo.ts'
import { requireRoomForOwn } from '../../clients/register-client.ts'
import type { ProviderDependencies } from '../dependencies.ts'
import { type AdministrationCall, noSuchClient, ownerFor } from './actor.ts'
import { type Cursors, type PageQuery, pageSize } from './cursor.ts'
import { checkDeveloperMay } from './developer-rules.ts'
import type { Registrar } from './registrar.ts'

export async function showClients(
  { sql, config, cursors }: ProviderDependencies & { readonly cursors: Cursors },
  query: PageQuery & { readonly search?: string },
  owner: string | undefined,
): Promise<{ clients: ClientResource[]; next_cursor: string | null }> {
  const { search } = query
  const list = `clients ${JSON.stringify([owner, search])}`
  const [createdAt, clientId] = query.cursor === undefined ? [] : cursors.open(list, query.cursor)
  const after = createdAt !== undefined && clientId !== undefined ? { createdAt, clientId } : undefined
  const { clients, next } = await listClientPage(sql, { owner, search }, { limit: pageSize(query), after })
  const ids = clients.map((client) => client.clientId)
  const secrets = await listSecrets(sql, ids)
  return {
    clients: clients.map((client) => {
      const own = secrets.filter((secret) => secret.clientId === client.clientId)
      return toClientResource(client, own, config.issuer)
    }),
    next_cursor: next ? cursors.seal(list, [next.createdAt, next.clientId]) : null,
  }
}

/** @throws `not_found` */
export async function showClient(
  { sql, config }: Pick<ProviderDependencies, 'sql' | 'config'>,
  clientId: string,
): Promise<ClientResource> {
  const client = await findClient(sql, clientId)
  if (!client) throw noSuchClient()
  return toClientResource(client, await listSecrets(sql, [clientId]), config.issuer)
}

function toClientResource(client: Client, secrets: readonly ClientSecretRecord[], issuer: string): ClientResource {
  return {
    ...describeClient(client),
    logo: logoUrl(issuer, client.clientId),
    secrets: secrets.map(describeSecret),
  }
}

/** @throws ClientRegistrationError, and for a developer `not_allowed` and `too_many_apps` */
export async function createClient(
  dependencies: ProviderDependencies,
  { actor, registrar }: AdministrationCall,
  body: ClientCreation,
): Promise<ClientWithSecret> {
  const { sql, scopes, config, outbound } = dependencies
  const owner = ownerFor(actor)
  if (owner !== undefined) {
    checkDeveloperMay(body)
    checkUnvouchedName(body.name, config.brand)
  }
  const described = readCreation(body)
  if (body.logo_uri !== undefined) {
    // Before fetching: a refused app must not make us call another host.
    checkClient(described, await scopes.all())
    if (owner !== undefined) await sql.transaction((transaction) => requireRoomForOwn(transaction, owner))
  }
  const logo = body.logo_uri === undefined ? {} : { logo: await fetchLogo(body.logo_uri, outbound) }
  const { clientId, clientSecret } = await (owner === undefined
    ? registrar.registerClient({ ...described, ...logo })
    : registrar.registerOwnClient({ ...described, ...logo }, owner))
  return { ...(await showClient(dependencies, clientId)), ...(clientSecret && { client_secret: clientSecret }) }
}

/** @throws `not_found` and ClientRegistrationError, and for a developer `not_allowed` */
export async function changeClient(
  dependencies: ProviderDependencies,
  { actor, registrar }: AdministrationCall,
  { clientId, body }: { readonly clientId: string; readonly body: ClientUpdate },
): Promise<ClientWithSecret> {
  const { clients, config, outbound } = dependencies
  if (actor.role === 'developer') {
    checkDeveloperMay(body, await showClient(dependencies, clientId))
    if (body.name !== undefined) checkUnvouchedName(body.name, config.brand)
  }
  const logo = body.logo_uri === undefined ? {} : { logo: await fetchLogo(body.logo_uri, outbound) }
  const updated = await registrar.updateClient(clientId, { ...readUpdate(body), ...logo })
  if (!updated) throw noSuchClient()
  clients.forget(clientId)
  const { clientSecret } = updated
  return { ...(await showClient(dependencies, clientId)), ...(clientSecret && { client_secret: clientSecret }) }
}

/** @throws `not_found` */
export async function removeClient(
  { clients }: ProviderDependencies,
  registrar: Registrar,
  clientId: string,
): Promise<void> {
  const removed = await registrar.removeClient(clientId)
  clients.forget(clientId)
  if (!removed) throw noSuchClient()
}
