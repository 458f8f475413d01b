import type { Client } from './client.ts'
import { isClientIdUrl } from './documents/client-id-url.ts'

type SectorClient = Pick<Client, 'clientId' | 'redirectUris' | 'sectorIdentifierUri'>

/**
 * The apps that share a pairwise subject: those with one sector identifier, which was checked to list their redirect URIs,
 * or those whose redirect URIs are all https on one host. Every other app is a sector of its own: loopback addresses,
 * private-use schemes and several hosts prove no common owner, and the author of a client document may add any redirect URI
 * to it between two tokens.
 */
export function sectorOf({ clientId, redirectUris, sectorIdentifierUri }: SectorClient): string {
  if (isClientIdUrl(clientId)) return `client:${clientId}`
  if (sectorIdentifierUri !== undefined) return new URL(sectorIdentifierUri).host
  const urls = redirectUris.map((uri) => new URL(uri))
  const [host, ...others] = new Set(urls.map((url) => url.host))
  const isOneSite = host !== undefined && others.length === 0 && urls.every(({ protocol }) => protocol === 'https:')
  return isOneSite ? host : `client:${clientId}`
}
