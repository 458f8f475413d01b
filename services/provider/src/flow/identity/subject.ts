import { createHmac } from 'node:crypto'
import type { Client } from '../../clients/client.ts'
import { sectorOf } from '../../clients/sector.ts'
import type { Keyring } from '../../ground/keys/keyring.ts'

type SubjectClient = Parameters<typeof sectorOf>[0] & Pick<Client, 'subjectType'>

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
