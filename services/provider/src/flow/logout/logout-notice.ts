import type { Client } from '../../clients/client.ts'
import { openText, sealText } from '../../ground/keys/sealed-text.ts'
import type { WithSigning } from '../../ground/parts.ts'
import { prepareSids } from '../identity/subject.ts'
import type { TakenNotice } from '../notices/pending-notice.store.ts'
import { type Notice, signSecurityEvent } from '../notices/security-event.ts'

/** "Preferably at most two minutes in the future" (OpenID Connect Back-Channel Logout §2.4). */
const TOKEN_LIFETIME_SECONDS = 120
const EVENT = 'http://schemas.openid.net/event/backchannel-logout'

/** OpenID Connect Back-Channel Logout §2.4; undefined if the app has removed its address. */
export async function writeLogout(
  parts: WithSigning,
  client: Client,
  { sealedUserId, sessionId, happenedAt }: TakenNotice,
): Promise<Notice | undefined> {
  const { backchannelLogoutUri: to } = client
  if (to === undefined) return undefined
  const userId = openUserId(sealedUserId, parts.config.keyEncryptionSecrets)
  // Keep it for a process that has the secret.
  if (userId === undefined) return { problem: 'sealed under another KEY_ENCRYPTION_SECRET' }
  const sidOf = await prepareSids(parts.keys, client)
  const token = await signSecurityEvent(parts, client, {
    type: 'logout+jwt',
    event: EVENT,
    lifetimeSeconds: TOKEN_LIFETIME_SECONDS,
    userId,
    happenedAt,
    sid: sessionId === undefined ? undefined : sidOf(sessionId),
  })
  const body = new URLSearchParams({ logout_token: token }).toString()
  return { to, contentType: 'application/x-www-form-urlencoded', body }
}

const LABEL = 'countersign/v1/pending-logout'

/** Encrypts the user of a pending logout: a deleted account must not be named in the database. */
export function sealUserId(userId: string, secrets: readonly string[]): Buffer {
  return sealText(userId, { secrets, label: LABEL })
}

function openUserId(sealed: Buffer, secrets: readonly string[]): string | undefined {
  return openText(sealed, { secrets, label: LABEL })
}
