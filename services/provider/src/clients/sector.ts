import { isClientIdUrl } from '../ground/client-id-url.ts'
import type { Client } from './client.ts'

export type SectorClient = Pick<Client, 'clientId' | 'redirectUris' | 'sectorIdentifierUri'>

/**
 * The sector whose apps share a user's pairwise subject (OpenID Connect Core §8.1): the sector identifier's host, or the
 * one https host of all redirect URIs. Other apps are their own sector, as are those described by a document: its author
 * could list another app's redirect URI between two tokens.
 */
export function sectorOf({ clientId, redirectUris, sectorIdentifierUri }: SectorClient): string {
  if (isClientIdUrl(clientId)) return `client:${clientId}`
  if (sectorIdentifierUri !== undefined) return new URL(sectorIdentifierUri).host
  const urls = redirectUris.map((uri) => new URL(uri))
  const [host, ...others] = new Set(urls.map((url) => url.host))
  const isOneSite = host !== undefined && others.length === 0 && urls.every(({ protocol }) => protocol === 'https:')
  return isOneSite ? host : `client:${clientId}`
}
