import type { KnownScopes } from '../scopes/known-scopes.ts'
import { choosesItsScopes, defaultScopes, type ScopedClient } from '../scopes/scopes.ts'
import {
  invalidTarget,
  keyOfResource,
  keysOfNamedResource,
  type ResourceServer,
  readResource,
} from './resource-server.ts'

/** The one resource server an access token is for, or this service, with the scopes of that alone. */
export type AccessTokenTarget = {
  /** Absent for this service. */
  readonly server: ResourceServer | undefined
  readonly scopes: readonly string[]
}

type Choice = {
  readonly issuer: string
  readonly resources: readonly string[]
  readonly scopes: readonly string[]
}

/**
 * Chooses the one API of an access token, so that it works at no other (RFC 8707 §2.2, §3); undefined for this service.
 * A named one of which no scope is asked for gets all that was granted there.
 * @throws `invalid_target`
 */
export function chooseTarget(
  { issuer, resources, scopes, granted = scopes }: Choice & { readonly granted?: readonly string[] },
  known: KnownScopes,
): AccessTokenTarget | undefined {
  const [named, ...others] = resources
  if (others.length > 0) throw invalidTarget('An access token is for one resource: name one at a time.')
  if (named === undefined) return targetOfScopes(scopes, known)
  const server = isIssuer(named, issuer) ? undefined : readResource(known, named)
  const ofTarget = (names: readonly string[]) => names.filter((name) => resourceOf(name, known) === server?.resource)
  const asked = ofTarget(scopes)
  const target = { server, scopes: asked.length > 0 ? asked : ofTarget(granted) }
  if (target.scopes.length > 0) return target
  throw invalidTarget('No scope of this resource was granted.')
}

function targetOfScopes(scopes: readonly string[], known: KnownScopes): AccessTokenTarget | undefined {
  const resources = resourcesOf(scopes, known)
  const [resource, ...others] = resources
  if (resource === undefined) return undefined
  if (others.length > 0) throw invalidTarget('The scopes are of several resources. Name one of them with resource.')
  return {
    server: readResource(known, resource),
    scopes: scopes.filter((name) => resourceOf(name, known) === resource),
  }
}

export function resourcesOf(scopes: readonly string[], known: KnownScopes): string[] {
  return [...new Set(scopes.map((name) => resourceOf(name, known)).filter((resource) => resource !== undefined))]
}

/** Undefined for a scope of an unregistered resource, which works nowhere. */
export function resourceOf(scope: string, { scopes, resources }: KnownScopes): string | undefined {
  const resource = scopes.get(scope)?.resource
  return resource === undefined ? undefined : resources.get(keyOfResource(resource))?.resource
}

/** This service is a resource too: userinfo. */
export function isIssuer(resource: string, issuer: string): boolean {
  return keysOfNamedResource(resource).includes(keyOfResource(issuer))
}

/** An app that chooses its scopes may have registered before the API that it names, or without knowing its scopes. */
export function withScopesOfApis(client: ScopedClient, resources: readonly string[], known: KnownScopes): ScopedClient {
  if (resources.length === 0 || !choosesItsScopes(client)) return client
  const ofApis = [...known.scopes.keys()].filter((name) => resourceOf(name, known) !== undefined)
  const others = ofApis.filter((name) => !client.scopes.some((registered) => registered.name === name))
  return { ...client, scopes: [...client.scopes, ...others.map((name) => ({ name, reason: '', required: false }))] }
}

/**
 * The scopes of a request, which alone say which APIs it reaches. Without `scope`, the client's defaults (RFC 6749
 * §3.3). With `resource`, only the APIs that it names (RFC 8707 §2.1): one without a scope gets all of the client's.
 * @throws `invalid_target`
 */
export function scopesOfRequest(client: ScopedClient, { issuer, resources, scopes }: Asked, known: KnownScopes) {
  if (resources.length === 0) return scopes ?? impliedScopes(client, known)
  const names = scopes ?? knownDefaults(client, known)
  const forPerson = names.filter((name) => resourceOf(name, known) === undefined)
  const apis = resources.filter((resource) => !isIssuer(resource, issuer)).map((each) => readResource(known, each))
  return [...forPerson, ...[...new Set(apis)].flatMap((api) => scopesOfApi(client, { api, scopes }, known))]
}

type Asked = Omit<Choice, 'scopes'> & { readonly scopes: readonly string[] | undefined }
type AskedOfApi = Pick<Asked, 'scopes'> & { readonly api: ResourceServer }

function scopesOfApi(client: ScopedClient, { api, scopes = [] }: AskedOfApi, known: KnownScopes): readonly string[] {
  const asked = scopes.filter((name) => resourceOf(name, known) === api.resource)
  const own = asked.length > 0 ? asked : scopesOfResource(client, api, known)
  if (own.length > 0) return own
  throw invalidTarget('This client is registered for no scope of a resource that it names: register it for one.')
}

export function scopesOfResource({ scopes }: ScopedClient, { resource }: ResourceServer, known: KnownScopes): string[] {
  return scopes.map(({ name }) => name).filter((name) => resourceOf(name, known) === resource)
}

/** Leaves out the scopes of APIs where there are several: a token is for one. */
function impliedScopes(client: ScopedClient, known: KnownScopes): string[] {
  const defaults = knownDefaults(client, known)
  if (!choosesItsScopes(client) || resourcesOf(defaults, known).length < 2) return defaults
  return defaults.filter((name) => resourceOf(name, known) === undefined)
}

function knownDefaults(client: ScopedClient, known: KnownScopes): string[] {
  return defaultScopes(client).filter((name) => known.scopes.has(name))
}
