import { randomUUID } from 'node:crypto'
import { signJwsAside } from '@countersign/data-token'
import type { Client } from '../../clients/client.ts'
import type { WithSigning } from '../../ground/parts.ts'
import { prepareSids, prepareSubjects } from '../identity/subject.ts'
import { LOGOUT_TOKEN_LIFETIME_SECONDS } from './logout-lifetimes.ts'

/** Keeps it from being taken for an id_token, and an id_token from being taken for it (RFC 8725 §3.11). */
const TYPE = 'logout+jwt'
const EVENT = 'http://schemas.openid.net/event/backchannel-logout'

export type EndedSession = {
  readonly userId: string
  readonly sessionId: string | undefined
  readonly endedAt: Date
}

/**
 * A logout token (OpenID Connect Back-Channel Logout §2.4), signed as the id_tokens of the client are: whose sign-in has ended,
 * by the name that the client knows them under, and which one, or without a session every one. Each attempt has one of its own, and
 * all tell when it was (`toe`, RFC 8417 §2.2): somebody may have signed in again since.
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
