import { isDeepStrictEqual } from 'node:util'
import type { AppsFile, ResourceServerResource } from '@countersign/contracts'
import { keyOfResource } from '../../catalogue/resources/resource-server.ts'
import { listClaims, listScopes } from '../../catalogue/scopes/scope.store.ts'
import { ClientRegistrationError } from '../../clients/client-errors.ts'
import { checkAndPutClaim, checkAndPutScope } from '../admin/define-scopes.ts'
import { checkAndPutServer, listRegistered, requireIntrospector } from '../admin/manage-resource-servers.ts'
import { describeResourceServer } from '../admin/scope-operations.ts'
import type { Application, Outcome } from './application.ts'

type Catalogue = Pick<AppsFile, 'claims' | 'scopes' | 'resource_servers'>
type Server = NonNullable<AppsFile['resource_servers']>[number]

/** Claims before the scopes that release them, and scopes before the apps that ask for them. */
export async function applyCatalogue(application: Application, file: Catalogue, issuer: string | undefined) {
  const { sql, enter } = application
  const [claims, scopes] = [await listClaims(sql), await listScopes(sql)]
  for (const { name, labels, openid_name = name } of file.claims ?? []) {
    const claim = { name, openid_name, labels }
    const present = claims.find((each) => each.name === name)
    await enter({ kind: 'claim', name }, () => settle(present, claim, () => checkAndPutClaim(sql, claim)))
  }
  for (const { name, texts, claims: released } of file.scopes ?? []) {
    const scope = { name, resource: null, texts, claims: released }
    const present = scopes.find((each) => each.name === name)
    await enter({ kind: 'scope', name }, () => settle(present, scope, () => checkAndPutScope(sql, scope)))
  }
  const servers = (await listRegistered(sql)).map(describeResourceServer)
  for (const server of file.resource_servers ?? []) {
    const { resource: name } = server
    const present = servers.find(({ resource }) => keyOfResource(resource) === keyOfResource(name))
    await enter({ kind: 'resource_server', name }, () => applyServer(application, { server, present, issuer }))
    for (const scope of server.scopes) {
      const isNew = scopes.every((each) => each.name !== scope.name)
      await enter({ kind: 'scope', name: scope.name }, async () => ({ isNew, members: [] }))
    }
  }
}

type Applied = {
  readonly server: Server
  readonly present: ResourceServerResource | undefined
  readonly issuer: string | undefined
}

/** Scopes that the file leaves out stay until they are pruned: apps and people may have them. */
async function applyServer({ sql }: Application, { server, present, issuer }: Applied): Promise<Outcome> {
  if (present && present.resource !== server.resource) {
    throw new ClientRegistrationError(`It is registered as ${present.resource}: write it so.`)
  }
  const named = server.scopes.map(({ name }) => name)
  const wanted = {
    access_token_format: 'opaque',
    access_token_signed_response_alg: 'RS256',
    ...server,
    scopes: byName(server.scopes),
  }
  const before = present && { ...present, scopes: byName(present.scopes.filter(({ name }) => named.includes(name))) }
  return settle(before, wanted, () => checkAndPutServer(sql, server, issuer))
}

function byName<Item extends { readonly name: string }>(items: readonly Item[]): Item[] {
  return items.toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

/** Once the file's apps are there. */
export async function checkIntrospectors({ sql, problems }: Application, file: Catalogue): Promise<void> {
  for (const { resource, client_id } of file.resource_servers ?? []) {
    await requireIntrospector(sql, client_id).catch((error: unknown) => {
      if (!(error instanceof ClientRegistrationError)) throw error
      problems.push(`resource_server ${resource}: ${error.message}`)
    })
  }
}

async function settle(present: object | undefined, wanted: object, put: () => Promise<unknown>): Promise<Outcome> {
  const before: ReadonlyMap<string, unknown> = new Map(Object.entries(present ?? {}))
  const differing = Object.entries(wanted).filter(([member, value]) => !isDeepStrictEqual(before.get(member), value))
  if (differing.length > 0) await put()
  return { isNew: present === undefined, members: differing.map(([member]) => member) }
}
