import { randomUUID } from 'node:crypto'
import { signJwsAside } from '@countersign/data-token'
import type { Client } from '../../clients/client.ts'
import type { WithSigning } from '../../ground/parts.ts'
import { prepareSids, prepareSubjects } from '../identity/subject.ts'
import { LOGOUT_TOKEN_LIFETIME_SECONDS } from './logout-lifetimes.ts'

/** Distinguishes it from an id_token (RFC 8725 §3.11). */
const TYPE = 'logout+jwt'
const EVENT = 'http://schemas.openid.net/event/backchannel-logout'

export type EndedSession = {
  readonly userId: string
  readonly sessionId: string | undefined
  readonly endedAt: Date
}

/**
 * Signs a logout token (OpenID Connect Back-Channel Logout §2.4) like the client's id_tokens, for one session or all of
 * the user's. Each attempt makes its own with the same `toe` (RFC 8417 §2.2), since the user may have signed in again.
 */
export async function signLogoutToken(
  { keys, config, now }: WithSigning,
  client: Client,
  { userId, sessionId, endedAt }: EndedSession,
): Promise<string> {
  const subjectOf = await prepareSubjects(keys, client)
  const sidOf = await prepareSids(keys, client)
  const issuedAt = Math.floor(now().getTime() / 1000)
  const claims = {
    iss: config.issuer,
    aud: client.clientId,
    iat: issuedAt,
    exp: issuedAt + LOGOUT_TOKEN_LIFETIME_SECONDS,
    jti: randomUUID(),
    toe: Math.floor(endedAt.getTime() / 1000),
    sub: subjectOf(userId),
    sid: sessionId === undefined ? undefined : sidOf(sessionId),
    events: { [EVENT]: {} },
  }
  return signJwsAside(claims, await keys.signingKey(client.idTokenAlgorithm), TYPE)
}
