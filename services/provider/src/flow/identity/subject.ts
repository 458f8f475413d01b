import { createHmac } from 'node:crypto'
import type { Client } from '../../clients/client.ts'
import { isClientIdUrl } from '../../clients/documents/client-id-url.ts'
import type { Keyring } from '../../ground/keys/keyring.ts'

type SectorClient = Pick<Client, 'clientId' | 'redirectUris' | 'sectorIdentifierUri'>
type SubjectClient = SectorClient & Pick<Client, 'subjectType'>

/**
 * Gets ready to name people to a client: by their identifier, or by one that no app of another sector can link to it
 * (OpenID Connect Core §8.1), the same in id_token, data token, userinfo and introspection.
 */
export async function prepareSubjects(keys: Keyring, client: SubjectClient): Promise<(userId: string) => string> {
  if (client.subjectType === 'public') return (userId) => userId
  const secret = await keys.pairwiseSecret()
  const sector = sectorOf(client)
  // No sector holds a bar, so the two parts cannot run into each other.
  return (userId) => createHmac('sha256', secret).update(`${sector}|${userId}`).digest('base64url')
}

/**
 * The apps that share a pairwise subject: those with one sector identifier, which was checked to list their redirect URIs,
 * or else those whose redirect URIs are all https on one host. Any other app is a sector by itself, because loopback
 * addresses, private-use schemes and several hosts belong to nobody in particular. So is one that is described by a document:
 * its author may write any redirect URI into that between two tokens, and would be told by whose name another app knows people.
 */
export function sectorOf({ clientId, redirectUris, sectorIdentifierUri }: SectorClient): string {
  if (isClientIdUrl(clientId)) return `client:${clientId}`
  if (sectorIdentifierUri !== undefined) return new URL(sectorIdentifierUri).host
  const urls = redirectUris.map((uri) => new URL(uri))
  const [host, ...others] = new Set(urls.map((url) => url.host))
  const isOneSite = host !== undefined && others.length === 0 && urls.every(({ protocol }) => protocol === 'https:')
  return isOneSite ? host : `client:${clientId}`
}
