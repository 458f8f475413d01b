import {
  OPERATOR_SCOPE_LIMITS,
  type ResourceServerCreation,
  type ResourceServerUpdate,
  type ScopeTexts,
} from '@countersign/contracts'
import type { Sql, SqlPool, Transaction } from '@countersign/service/sql'
import {
  deleteResourceServer,
  listResourceServers,
  putResourceServer,
} from '../../catalogue/resources/resource-server.store.ts'
import { keyOfResource, type ResourceServer } from '../../catalogue/resources/resource-server.ts'
import { BUILT_IN_SCOPES } from '../../catalogue/scopes/known-scopes.ts'
import { deleteScopeRow, listScopes, lockScopes, putScope } from '../../catalogue/scopes/scope.store.ts'
import { OFFLINE_ACCESS } from '../../catalogue/scopes/scopes.ts'
import { checkText, checkVisible } from '../../clients/check-text.ts'
import { findClient } from '../../clients/client.store.ts'
import { ClientRegistrationError } from '../../clients/client-errors.ts'
import { registerClient } from '../../clients/register-client.ts'
import { tellOfScopeChange } from '../../ground/changes.store.ts'
import { removeUnusedScopes } from './remove-unused-scopes.ts'

export type RegisteredScope = { readonly name: string; readonly texts: ScopeTexts }

export type RegisteredResourceServer = ResourceServer & { readonly scopes: readonly RegisteredScope[] }

export async function listRegistered(sql: Sql): Promise<RegisteredResourceServer[]> {
  const [servers, scopes] = [await listResourceServers(sql), await listScopes(sql)]
  return servers.map((server) => {
    const own = scopes.filter(({ resource }) => resource === server.resource)
    return Object.assign({ scopes: own.map(({ name, texts }) => ({ name, texts })) }, server)
  })
}

/**
 * Registers a client to introspect its tokens if none is named; answers its secret, which is shown once.
 * @throws ClientRegistrationError
 */
export async function addResourceServer(sql: SqlPool, creation: ResourceServerCreation, issuer: string | undefined) {
  const { resource, name } = creation
  return sql.transaction(async (transaction) => {
    await lockScopes(transaction)
    const servers = await listResourceServers(transaction)
    if (servers.some((server) => keyOfResource(server.resource) === keyOfResource(resource))) {
      throw new ClientRegistrationError('This resource is registered already. Change it, or remove it first.')
    }
    const { clientId, clientSecret } = await settleClient(transaction, creation.client_id, name)
    await checkAndPutServer(transaction, { ...creation, client_id: clientId }, issuer)
    const server = await findRegistered(transaction, (each) => each.resource === resource)
    if (!server) throw new Error('A resource server that was just registered is gone.')
    return { ...server, clientSecret }
  })
}

type Server = ResourceServerCreation & { readonly client_id: string }

/** Under the lock of scopes; the scopes that it has besides stay. @throws ClientRegistrationError */
export async function checkAndPutServer(sql: Transaction, server: Server, issuer: string | undefined): Promise<void> {
  const { resource, name, scopes } = server
  checkAddress(resource, issuer)
  checkText('name', name)
  await checkScopes(sql, scopes, resource)
  await putResourceServer(sql, {
    resource,
    name,
    clientId: server.client_id,
    accessTokenFormat: server.access_token_format ?? 'opaque',
    signingAlgorithm: server.access_token_signed_response_alg ?? 'RS256',
  })
  for (const scope of scopes) await putScope(sql, { ...scope, resource, claims: [] })
}

/** @throws ClientRegistrationError */
export async function changeResourceServer(sql: SqlPool, resourceId: string, changes: ResourceServerUpdate) {
  if (changes.name !== undefined) checkText('name', changes.name)
  const isMeant = (each: ResourceServer) => each.resourceId === resourceId
  return removeUnusedScopes(sql, {
    check: async (transaction) => {
      const current = await findRegistered(transaction, isMeant)
      if (!current || !changes.scopes) return []
      await checkScopes(transaction, changes.scopes, current.resource)
      return missingNames(current.scopes, changes.scopes)
    },
    remove: async (transaction) => {
      const current = await findRegistered(transaction, isMeant)
      if (!current) return undefined
      await storeChanges(transaction, current, changes)
      return findRegistered(transaction, isMeant)
    },
  })
}

async function storeChanges(sql: Transaction, current: RegisteredResourceServer, changes: ResourceServerUpdate) {
  const { resource, scopes: before } = current
  if (changes.client_id !== undefined) await settleClient(sql, changes.client_id, current.name)
  await putResourceServer(sql, {
    resource,
    name: changes.name ?? current.name,
    clientId: changes.client_id ?? current.clientId,
    accessTokenFormat: changes.access_token_format ?? current.accessTokenFormat,
    signingAlgorithm: changes.access_token_signed_response_alg ?? current.signingAlgorithm,
  })
  if (changes.scopes) {
    for (const name of missingNames(before, changes.scopes)) await deleteScopeRow(sql, name)
    for (const scope of changes.scopes) await putScope(sql, { ...scope, resource, claims: [] })
  }
  await tellOfScopeChange(sql)
}

/**
 * Removes its scopes too, from grants as well. Its own client stays.
 * @throws ServiceError if a client is registered for them
 */
export async function removeResourceServer(sql: SqlPool, resourceId: string): Promise<boolean> {
  const find = (transaction: Transaction) => findRegistered(transaction, (each) => each.resourceId === resourceId)
  return removeUnusedScopes(sql, {
    check: async (transaction) => ((await find(transaction))?.scopes ?? []).map(({ name }) => name),
    remove: async (transaction) => {
      const server = await find(transaction)
      if (!server) return false
      for (const { name } of server.scopes) await deleteScopeRow(transaction, name)
      await deleteResourceServer(transaction, server.resource)
      return true
    },
  })
}

/** The address of a resource server by its id; empty if unknown. */
export async function findResource(sql: Sql, resourceId: string): Promise<string> {
  return (await listResourceServers(sql)).find((server) => server.resourceId === resourceId)?.resource ?? ''
}

async function findRegistered(sql: Transaction, isMeant: (server: ResourceServer) => boolean) {
  return (await listRegistered(sql)).find(isMeant)
}

/** An absolute URI without fragment (RFC 8707 §2), over TLS since tokens go there. */
function checkAddress(resource: string, issuer: string | undefined): void {
  const url = URL.canParse(resource) ? new URL(resource) : undefined
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname))
  if (!url || !isSafe || resource.includes('#') || url.username !== '' || url.password !== '') {
    throw new ClientRegistrationError(
      'The resource must be an https address (http on loopback) without user information and fragment.',
    )
  }
  if (resource !== url.href && `${resource}/` !== url.href) {
    throw new ClientRegistrationError(
      'Write the resource as browsers do: scheme and host in small letters, no port that goes without saying, other characters than ASCII percent-encoded.',
    )
  }
  if (issuer !== undefined && keyOfResource(resource) === keyOfResource(issuer)) {
    throw new ClientRegistrationError('The resource is the address of this service itself.')
  }
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname)
}

async function checkScopes(sql: Transaction, scopes: readonly RegisteredScope[], resource: string): Promise<void> {
  const others = (await listScopes(sql)).filter((scope) => scope.resource !== resource).map(({ name }) => name)
  const { maxScopes } = OPERATOR_SCOPE_LIMITS
  if (others.length + scopes.length > maxScopes) {
    throw new ClientRegistrationError(`There would be more than ${maxScopes} scopes: remove some first.`)
  }
  for (const { name, texts } of scopes) {
    if (BUILT_IN_SCOPES.scopes.has(name) || name === OFFLINE_ACCESS) {
      throw new ClientRegistrationError('A scope is one of those that every installation knows. Choose another name.')
    }
    if (others.includes(name)) {
      throw new ClientRegistrationError('A scope is defined already, for something else. Choose another name.')
    }
    for (const { title, description } of Object.values(texts)) {
      checkVisible(`The title of ${name}`, title)
      checkVisible(`The description of ${name}`, description)
    }
  }
  if (new Set(scopes.map(({ name }) => name)).size < scopes.length) {
    throw new ClientRegistrationError('Each scope is named once.')
  }
}

function missingNames(before: readonly RegisteredScope[], after: readonly RegisteredScope[]): readonly string[] {
  const kept = after.map(({ name }) => name)
  return before.map(({ name }) => name).filter((name) => !kept.includes(name))
}

/** The named client, which must authenticate; or a new one that can only introspect. */
async function settleClient(sql: Transaction, clientId: string | undefined, name: string) {
  if (clientId === undefined) {
    return registerClient(sql, { name, redirectUris: [], scopes: [], grantTypes: [] })
  }
  await requireIntrospector(sql, clientId)
  return { clientId, clientSecret: undefined }
}

/** @throws ClientRegistrationError */
export async function requireIntrospector(sql: Transaction, clientId: string): Promise<void> {
  const client = await findClient(sql, clientId)
  if (client?.isVouchedFor && client.authenticationMethod !== 'none') return
  throw new ClientRegistrationError(
    'client_id must name a client that an operator registered, with a secret or a key: only such a one may ask.',
  )
}
