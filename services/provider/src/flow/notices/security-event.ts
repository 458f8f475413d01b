import { randomUUID } from 'node:crypto'
import { signJwsAside } from '@countersign/data-token'
import type { Client } from '../../clients/client.ts'
import type { WithSigning } from '../../ground/parts.ts'
import { prepareSubjects } from '../identity/subject.ts'

/** For an app, or why it cannot be made at the moment. */
export type Notice =
  | { readonly to: string; readonly contentType: string; readonly body: string }
  | { readonly problem: string }

type SecurityEvent = {
  /** Distinguishes it from an id_token (RFC 8725 §3.11). */
  readonly type: string
  readonly event: string
  readonly userId: string
  readonly happenedAt: Date
  readonly lifetimeSeconds?: number
  readonly sid?: string | undefined
}

/**
 * A security event token (RFC 8417). Each attempt has the same `toe` (§2.2), since the user may have signed in again, or the app
 * may have refreshed its tokens.
 */
export async function signSecurityEvent(
  { keys, config, now }: WithSigning,
  client: Client,
  { type, event, userId, happenedAt, lifetimeSeconds, sid }: SecurityEvent,
): Promise<string> {
  const subjectOf = await prepareSubjects(keys, client)
  const issuedAt = Math.floor(now().getTime() / 1000)
  const claims = {
    iss: config.issuer,
    aud: client.clientId,
    iat: issuedAt,
    exp: lifetimeSeconds === undefined ? undefined : issuedAt + lifetimeSeconds,
    jti: randomUUID(),
    toe: Math.floor(happenedAt.getTime() / 1000),
    sub: subjectOf(userId),
    sid,
    events: { [event]: {} },
  }
  return signJwsAside(claims, await keys.signingKey(client.idTokenAlgorithm), type)
}
