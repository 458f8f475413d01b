import { keyedDigest } from '@countersign/service/secrets'
import type { Client } from '../../clients/client.ts'
import type { Keyring } from '../../ground/keys/keyring.ts'

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
