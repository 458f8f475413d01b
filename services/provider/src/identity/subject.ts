import { createHmac } from 'node:crypto'
import type { Client } from '../clients/client.ts'
import type { Keyring } from '../keys/keyring.ts'

type SubjectClient = Pick<Client, 'clientId' | 'redirectUris' | 'subjectType'>

/**
 * Gets ready to name people to a client: by their identifier, or by one that no app of another sector can link to it
 * (OpenID Connect Core §8.1). Only id_token, userinfo and introspection do so: a data token's `sub` is always the identifier.
 */
export async function prepareSubjects(keys: Keyring, client: SubjectClient): Promise<(userId: string) => string> {
  if (client.subjectType === 'public') return (userId) => userId
  const secret = await keys.pairwiseSecret()
  const sector = sectorOf(client)
  // No sector holds a bar, so the two parts cannot run into each other.
  return (userId) => createHmac('sha256', secret).update(`${sector}|${userId}`).digest('base64url')
}

/**
 * The apps that share a pairwise subject: those whose redirect URIs are all https on one host. Any other app is a sector
 * by itself, because loopback addresses, private-use schemes and several hosts belong to nobody in particular.
 */
export function sectorOf({ clientId, redirectUris }: Pick<Client, 'clientId' | 'redirectUris'>): string {
  const urls = redirectUris.map((uri) => new URL(uri))
  const [host, ...others] = new Set(urls.map((url) => url.host))
  const isOneSite = host !== undefined && others.length === 0 && urls.every(({ protocol }) => protocol === 'https:')
  return isOneSite ? host : `client:${clientId}`
}
