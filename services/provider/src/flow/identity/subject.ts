import { createHmac } from 'node:crypto'
import { keyedDigest } from '@countersign/service/secrets'
import { type Client, type SectorClient, sectorOf } from '../../clients/client.ts'
import type { Keyring } from '../../ground/keys/keyring.ts'

type SubjectClient = SectorClient & Pick<Client, 'subjectType'>

/** The user's id, or a pairwise subject that apps of other sectors cannot link (OpenID Connect Core §8.1). */
export async function prepareSubjects(keys: Keyring, client: SubjectClient): Promise<(userId: string) => string> {
  if (client.subjectType === 'public') return (userId) => userId
  const secret = await keys.pairwiseSecret()
  const sector = sectorOf(client)
  // Sectors hold no bar, so the input is unambiguous.
  return (userId) => createHmac('sha256', secret).update(`${sector}|${userId}`).digest('base64url')
}

const SID_BYTES = 16

/** The `sid` of id_tokens and logout tokens (OpenID Connect Back-Channel Logout §2.1), unlinkable across clients. */
export async function prepareSids(keys: Keyring, { clientId }: Pick<Client, 'clientId'>) {
  const secret = await keys.pairwiseSecret()
  // A session id is a UUID, so the input is unambiguous.
  return (sessionId: string): string =>
    keyedDigest(`${clientId}|${sessionId}`, { secret, label: 'countersign/v1/sid' })
      .subarray(0, SID_BYTES)
      .toString('base64url')
}
