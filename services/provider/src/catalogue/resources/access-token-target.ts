import type { KnownScopes } from '../scopes/known-scopes.ts'
import { choosesItsScopes, defaultScopes, type ScopedClient } from '../scopes/scopes.ts'
import { invalidTarget, keyOfResource, type ResourceServer, readResource } from './resource-server.ts'

/** The one resource server an access token is for, or this service, with the scopes of that alone. */
export type AccessTokenTarget = {
  /** Absent for this service. */
  readonly server: ResourceServer | undefined
  readonly scopes: readonly string[]
}

type Choice = {
  readonly issuer: string
  readonly resources: readonly string[]
  /** All that the token could have. */
  readonly scopes: readonly string[]
}

/**
 * Chooses the one API of an access token, so that it works at no other (RFC 8707 §2.2, §3); undefined for this service.
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
  return keyOfResource(resource) === keyOfResource(issuer)
}

/**
 * Each resource must be known and have a requested scope (RFC 8707 §2.1): the scopes alone say which APIs are reached.
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

/** Without `scope`: the client's defaults and its scopes of the named resources. */
export function impliedScopes(client: ScopedClient, resources: readonly string[], known: KnownScopes): string[] {
  const defaults = defaultScopes(client).filter((name) => known.scopes.has(name))
  const isOfMany = choosesItsScopes(client) && resourcesOf(defaults, known).length > 1
  if (resources.length === 0 && !isOfMany) return defaults
  const forPerson = defaults.filter((name) => resourceOf(name, known) === undefined)
  return [...forPerson, ...scopesOfResources(client, resources, known)]
}

export function scopesOfResources(client: ScopedClient, resources: readonly string[], known: KnownScopes): string[] {
  const named = resources.map((resource) => known.resources.get(keyOfResource(resource))?.resource)
  return client.scopes
    .map(({ name }) => name)
    .filter((name) => {
      const resource = resourceOf(name, known)
      return resource !== undefined && named.includes(resource)
    })
}
