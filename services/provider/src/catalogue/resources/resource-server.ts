import { OAuthError } from '@countersign/service/errors'

/** An API that access tokens are for, as the operator registered it. */
export type ResourceServer = {
  readonly resourceId: string
  /** What apps name it by (RFC 8707 §2), and the audience of its tokens. */
  readonly resource: string
  readonly name: string
  readonly accessTokenFormat: 'opaque' | 'jwt'
  /** How tokens of the format `jwt` are signed. */
  readonly signingAlgorithm: 'ES256' | 'RS256'
  /** The client that may ask about its tokens (RFC 7662). */
  readonly clientId: string
  readonly createdAt: Date
}

/** The registered resource servers, by `keyOfResource`. */
export type ResourceServers = ReadonlyMap<string, ResourceServer>

/** One key for all spellings of an address that lead to one place: `https://api.example` has a slash behind it or not. */
export function keyOfResource(resource: string): string {
  return URL.canParse(resource) ? new URL(resource).href : resource
}

/** @throws `invalid_target` (RFC 8707 §2) */
export function readResource(servers: ResourceServers, resource: string): ResourceServer {
  const server = servers.get(keyOfResource(resource))
  if (server) return server
  throw invalidTarget('A resource is unknown here. Its operator registers it: countersign resources add.')
}

export function invalidTarget(description: string): OAuthError {
  return new OAuthError('invalid_target', description)
}
