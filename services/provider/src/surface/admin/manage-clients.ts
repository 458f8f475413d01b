import {
  CLIENT_ATTRIBUTE_ROWS,
  type ClientCreation,
  type ClientResource,
  type ClientUpdate,
  type ClientWithSecret,
  DEVICE_CODE_GRANT,
  type GrantType,
} from '@countersign/contracts'
import { ServiceError } from '@countersign/service/errors'
import { checkClient } from '../../clients/check-client.ts'
import { checkUnvouchedNames } from '../../clients/check-text.ts'
import { findClient, listClientPage } from '../../clients/client.store.ts'
import type { Client } from '../../clients/client.ts'
import { fetchLogo, logoUrl } from '../../clients/client-logo.ts'
import { type ClientSecretRecord, listSecrets } from '../../clients/client-secret.store.ts'
import { allNames } from '../../clients/client-texts.ts'
import { describeClient, describeSecret, readCreation, readUpdate } from '../../clients/describe-client.ts'
import { requireRoomForOwn } from '../../clients/register-client.ts'
import { markManaged } from '../apps-file/apps-file.store.ts'
import type { ProviderDependencies } from '../dependencies.ts'
import { type AdministrationCall, noSuchClient, ownerFor, validated } from './actor.ts'
import { type Cursors, type PageQuery, pageSize } from './cursor.ts'

async function showClients(
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
  const items = clients.map((client) => {
    const own = secrets.filter((secret) => secret.clientId === client.clientId)
    return toClientResource(client, own, config.issuer)
  })
  return {
    clients: await markManaged(sql, 'client', { items, nameOf: ({ client_id }) => client_id }),
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
  const shown = toClientResource(client, await listSecrets(sql, [clientId]), config.issuer)
  const [marked = shown] = await markManaged(sql, 'client', { items: [shown], nameOf: ({ client_id }) => client_id })
  return marked
}

function toClientResource(client: Client, secrets: readonly ClientSecretRecord[], issuer: string): ClientResource {
  return {
    ...describeClient(client),
    logo: logoUrl(issuer, client.clientId),
    secrets: secrets.map(describeSecret),
  }
}

/** @throws ClientRegistrationError, and for a developer `not_allowed` and `too_many_apps` */
async function createClient(
  dependencies: ProviderDependencies,
  { actor, registrar }: AdministrationCall,
  body: ClientCreation,
): Promise<ClientWithSecret> {
  const { sql, scopes, config, outbound } = dependencies
  const owner = ownerFor(actor)
  if (owner !== undefined) {
    checkDeveloperMay(body)
    checkUnvouchedNames(allNames(body), config.brand)
  }
  const described = readCreation(body)
  if (body.logo_uri !== undefined) {
    // Before fetching: a refused app must not make us call another host.
    checkClient(described, await scopes.all())
    if (owner !== undefined) await sql.transaction((transaction) => requireRoomForOwn(transaction, owner))
  }
  const logo = body.logo_uri === undefined ? {} : { logo: await fetchLogo(body.logo_uri, outbound) }
  const registration = { ...described, ...logo }
  const { clientId, clientSecret } = await (owner === undefined
    ? registrar.registerClient(registration)
    : registrar.registerOwnClient(registration, owner))
  return { ...(await showClient(dependencies, clientId)), ...(clientSecret && { client_secret: clientSecret }) }
}

/** @throws `not_found` and ClientRegistrationError, and for a developer `not_allowed` */
async function changeClient(
  dependencies: ProviderDependencies,
  { actor, registrar }: AdministrationCall,
  { clientId, body }: { readonly clientId: string; readonly body: ClientUpdate },
): Promise<ClientWithSecret> {
  const { clients, config, outbound } = dependencies
  if (actor.role === 'developer') {
    checkDeveloperMay(body, await showClient(dependencies, clientId))
    checkUnvouchedNames(allNames({ name: '', ...body }), config.brand)
  }
  const logo = body.logo_uri === undefined ? {} : { logo: await fetchLogo(body.logo_uri, outbound) }
  const updated = await registrar.updateClient(clientId, { ...readUpdate(body), ...logo })
  if (!updated) throw noSuchClient()
  clients.forget(clientId)
  const { clientSecret } = updated
  return { ...(await showClient(dependencies, clientId)), ...(clientSecret && { client_secret: clientSecret }) }
}

export function createClientOperations(dependencies: ProviderDependencies & { readonly cursors: Cursors }) {
  const { clients } = dependencies

  async function setDisabled(clientId: string, isDisabled: boolean, { registrar }: AdministrationCall) {
    if ((await registrar.setDisabled(clientId, isDisabled)) === 'unknown') throw noSuchClient()
    clients.forget(clientId)
    return showClient(dependencies, clientId)
  }

  async function setLogo(clientId: string, logo: Buffer | undefined, { registrar }: AdministrationCall) {
    if (!(await registrar.setLogo(clientId, logo))) throw noSuchClient()
    clients.forget(clientId)
    return null
  }

  return {
    listClients: validated('listClients', async ({ query }, { actor }) =>
      showClients(dependencies, query, ownerFor(actor)),
    ),
    createClient: validated('createClient', async ({ body }, call) => createClient(dependencies, call, body)),
    readClient: validated('readClient', async ({ params }) => showClient(dependencies, params.client_id)),
    updateClient: validated('updateClient', async ({ params, body }, call) =>
      changeClient(dependencies, call, { clientId: params.client_id, body }),
    ),
    deleteClient: validated('deleteClient', async ({ params }, { registrar }) => {
      const removed = await registrar.removeClient(params.client_id)
      clients.forget(params.client_id)
      if (!removed) throw noSuchClient()
      return null
    }),
    disableClient: validated('disableClient', async ({ params }, call) => setDisabled(params.client_id, true, call)),
    enableClient: validated('enableClient', async ({ params }, call) => setDisabled(params.client_id, false, call)),
    setClientLogo: validated('setClientLogo', async ({ params, body }, call) =>
      // The bytes decide the image type, not the request.
      setLogo(params.client_id, Buffer.from(body, 'base64'), call),
    ),
    deleteClientLogo: validated('deleteClientLogo', async ({ params }, call) =>
      setLogo(params.client_id, undefined, call),
    ),
  }
}

/** For apps that call for themselves, or that people know by their name alone, without a redirect URI (RFC 8628 §5.4). */
const OPERATORS_GRANTS: readonly GrantType[] = ['client_credentials', DEVICE_CODE_GRANT]

/**
 * Refuses a developer the changes that only an operator may make. Without `current`, the client is new.
 * @throws `not_allowed`
 */
export function checkDeveloperMay(body: ClientUpdate, current?: ClientResource): void {
  const after: Readonly<Record<string, unknown>> = body
  const before: Readonly<Record<string, unknown>> = current ?? {}
  const isAllowed =
    CLIENT_ATTRIBUTE_ROWS.every(([, { wire, isForOperators, default: initial }]) => {
      if (!isForOperators || after[wire] === undefined) return true
      return JSON.stringify(after[wire]) === JSON.stringify(before[wire] ?? initial)
    }) &&
    !body.grant_types?.some((each) => OPERATORS_GRANTS.includes(each) && !current?.grant_types.includes(each)) &&
    // Only an operator may name an address of our own machine.
    (body.backchannel_logout_uri === current?.backchannel_logout_uri ||
      body.backchannel_logout_uri?.startsWith('http:') !== true)
  if (isAllowed) return
  throw new ServiceError(
    'not_allowed',
    'Schemes without a dot, claims in id_tokens, requests without PKCE, client_credentials, device_code and logout tokens in clear are for an administrator to allow.',
  )
}
