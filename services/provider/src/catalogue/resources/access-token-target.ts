import type { KnownScopes } from '../scopes/known-scopes.ts'
import { choosesItsScopes, defaultScopes, type ScopedClient } from '../scopes/scopes.ts'
import { invalidTarget, keyOfResource, type ResourceServer, readResource } from './resource-server.ts'

/** What an access token is for: one resource server, or this service itself, and the scopes of it alone. */
export type AccessTokenTarget = {
  /** Absent for this service. */
  readonly server: ResourceServer | undefined
  readonly scopes: readonly string[]
}

type Choice = {
  readonly issuer: string
  /** The `resource` parameters of the request. */
  readonly resources: readonly string[]
  /** What the token could have at most. */
  readonly scopes: readonly string[]
}

/**
 * What an access token is for (RFC 8707 §2.2): the resource that was named, or the one that its scopes are of. One at a time, so
 * that no API can use it at another one (§3), and with the scopes of that one alone. Nothing where no resource has to do with it:
 * then it has all of its scopes, and works here, as ever.
 * @throws `invalid_target`
 */
export function chooseTarget({ issuer, resources, scopes }: Choice, known: KnownScopes): AccessTokenTarget | undefined {
  const [named, ...others] = resources
  if (others.length > 0) throw invalidTarget('An access token is for one resource: name one at a time.')
  if (named === undefined) return targetOfScopes(scopes, known)
  const server = isIssuer(named, issuer) ? undefined : readResource(known.resources, named)
  const target = { server, scopes: scopes.filter((name) => resourceOf(name, known) === server?.resource) }
  if (target.scopes.length > 0) return target
  throw invalidTarget('No scope of this resource was granted.')
}

function targetOfScopes(scopes: readonly string[], known: KnownScopes): AccessTokenTarget | undefined {
  const resources = resourcesOf(scopes, known)
  const [resource, ...others] = resources
  if (resource === undefined) return undefined
  if (others.length > 0) throw invalidTarget('The scopes are of several resources. Name one of them with resource.')
  return {
    server: readResource(known.resources, resource),
    scopes: scopes.filter((name) => resourceOf(name, known) === resource),
  }
}

/** The resource servers that scopes are of, each once. */
export function resourcesOf(scopes: readonly string[], known: KnownScopes): string[] {
  return [...new Set(scopes.map((name) => resourceOf(name, known)).filter((resource) => resource !== undefined))]
}

/** Only what is registered counts: a scope of anything else is worth nothing anywhere. */
export function resourceOf(scope: string, { scopes, resources }: KnownScopes): string | undefined {
  const resource = scopes.get(scope)?.resource
  return resource === undefined ? undefined : resources.get(keyOfResource(resource))?.resource
}

/** This service, as a resource: userinfo. */
export function isIssuer(resource: string, issuer: string): boolean {
  return keyOfResource(resource) === keyOfResource(issuer)
}

/**
 * Checks the resources that an authorization request names (RFC 8707 §2.1): each is known and asked for a scope, and no scope is
 * of another one. So what a person approves says which APIs the app can reach, and nothing else has to be kept.
 * @throws `invalid_target`
 */
export function checkRequestedResources({ issuer, resources, scopes }: Choice, known: KnownScopes): void {
  if (resources.length === 0) return
  const named = resources
    .filter((resource) => !isIssuer(resource, issuer))
    .map((resource) => readResource(known.resources, resource).resource)
  const asked = resourcesOf(scopes, known)
  if (named.some((resource) => !asked.includes(resource))) {
    throw invalidTarget('A resource is named of which no scope is asked for.')
  }
  if (asked.some((resource) => !named.includes(resource))) {
    throw invalidTarget('A scope is of a resource that is not named beside the others.')
  }
}

/**
 * Of a request without a scope: the client's defaults that are known, and all that it is registered for of the resources that are
 * named; what is of another one is left out. A client that chooses its scopes may have those of many APIs: a token is for one, so it names which.
 */
export function impliedScopes(client: ScopedClient, resources: readonly string[], known: KnownScopes): string[] {
  const defaults = defaultScopes(client).filter((name) => known.scopes.has(name))
  const isOfMany = choosesItsScopes(client) && resourcesOf(defaults, known).length > 1
  if (resources.length === 0 && !isOfMany) return defaults
  const forPerson = defaults.filter((name) => resourceOf(name, known) === undefined)
  return [...forPerson, ...scopesOfResources(client, resources, known)]
}

/** All that a client is registered for of these resources. */
export function scopesOfResources(client: ScopedClient, resources: readonly string[], known: KnownScopes): string[] {
  const named = resources.map((resource) => known.resources.get(keyOfResource(resource))?.resource)
  return client.scopes
    .map(({ name }) => name)
    .filter((name) => {
      const resource = resourceOf(name, known)
      return resource !== undefined && named.includes(resource)
    })
}
