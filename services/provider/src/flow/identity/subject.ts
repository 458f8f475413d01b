import { createHmac } from 'node:crypto'
import { keyedDigest } from '@countersign/service/secrets'
import type { Client } from '../../clients/client.ts'
import { type SectorClient, sectorOf } from '../../clients/sector.ts'
import type { Keyring } from '../../ground/keys/keyring.ts'

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

const SID_BYTES = 16

/**
 * Gets ready to name sessions to a client, by the `sid` of its id_tokens and logout tokens (OpenID Connect Back-Channel Logout
 * §2.1): the same for one session at one client, and no two clients can tell that theirs are of one session.
 */
export async function prepareSids(
  keys: Keyring,
  { clientId }: Pick<Client, 'clientId'>,
): Promise<(sessionId: string) => string> {
  const secret = await keys.pairwiseSecret()
  // A session's identifier is a UUID, so the two parts cannot run into each other.
  return (sessionId) =>
    keyedDigest(`${clientId}|${sessionId}`, { secret, label: 'countersign/v1/sid' })
      .subarray(0, SID_BYTES)
      .toString('base64url')
}
