import { OAuthError } from '@countersign/service/errors'

export type ResourceServer = {
  readonly resourceId: string
  /** Its identifier in requests (RFC 8707 §2) and the `aud` of its tokens. */
  readonly resource: string
  readonly name: string
  readonly accessTokenFormat: 'opaque' | 'jwt'
  readonly signingAlgorithm: 'ES256' | 'RS256'
  /** May introspect its tokens (RFC 7662). */
  readonly clientId: string
  readonly createdAt: Date
}

export type ResourceServers = ReadonlyMap<string, ResourceServer>

/** One key for equivalent spellings: `https://api.example` with or without its slash. */
export function keyOfResource(resource: string): string {
  return URL.canParse(resource) ? new URL(resource).href : resource
}

/** Its own key, and the one with a slash more or less at its end: clients add and drop it. */
export function keysOfNamedResource(resource: string): [string, string] {
  const other = resource.endsWith('/') ? resource.slice(0, -1) : `${resource}/`
  return [keyOfResource(resource), keyOfResource(other)]
}

/** @throws `invalid_target` (RFC 8707 §2) */
export function readResource({ resources }: { readonly resources: ResourceServers }, resource: string): ResourceServer {
  const [key, other] = keysOfNamedResource(resource)
  const server = resources.get(key) ?? resources.get(other)
  if (server) return server
  throw invalidTarget('A resource is unknown here. Its operator registers it: countersign resources add.')
}

export function invalidTarget(description: string): OAuthError {
  return new OAuthError('invalid_target', description)
}
