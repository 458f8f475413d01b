import { createHash } from 'node:crypto'
import { type DataTokenClaims, signJwsAside } from '@countersign/data-token'
import { decodeJwt } from 'jose'
import type { WithScopes } from '../../catalogue/scopes/scope-registry.ts'
import type { Client } from '../../clients/client.ts'
import type { WithSigning } from '../../ground/parts.ts'
import { type ReleasedClaims, releasedClaimsOf, toOpenIdClaims } from './openid-claims.ts'
import { prepareSids, prepareSubjects } from './subject.ts'

export type SignIn = {
  readonly userId: string
  /** The session that they approved in, where it is known. */
  readonly sessionId: string | undefined
  /** What the app sent with its request, if it did. */
  readonly nonce: string | undefined
  /** Was verified when the request was approved; holds the approved claims, and nothing else reaches an id_token. */
  readonly dataToken: string
  readonly accessToken: string
}

export type IdTokenSigner = (signIn: SignIn) => Promise<string>

/**
 * Gets ready to sign an id_token (OpenID Connect Core §2), before a code is spent on it: a key that cannot be had must not
 * cost the app its code. It says who signed in, when and how; what they approved stands in userinfo and in the data token
 * (§5.4), and here only for an app that is registered for it. Answers nothing for an app that is not registered for `openid`.
 */
export async function prepareIdToken(
  { keys, scopes, config, now }: WithSigning & WithScopes,
  client: Client,
): Promise<IdTokenSigner | undefined> {
  if (!client.scopes.some(({ name }) => name === 'openid')) return undefined
  const signingKey = await keys.signingKey(client.idTokenAlgorithm)
  const subjectOf = await prepareSubjects(keys, client)
  const sidOf = await prepareSids(keys, client)
  const known = await scopes.of(client.scopes.map(({ name }) => name))
  return async ({ userId, sessionId, nonce, dataToken, accessToken }) => {
    const { claims, authTime, acr } = readDataToken(dataToken)
    const issuedAt = Math.floor(now().getTime() / 1000)
    const about = client.idTokenClaims ? toOpenIdClaims(claims, known) : {}
    // After the person's claims, so that none of them can take the place of one of these.
    const protocol = {
      iss: config.issuer,
      sub: subjectOf(userId),
      aud: client.clientId,
      iat: issuedAt,
      exp: issuedAt + config.idTokenLifetimeSeconds,
      nonce,
      sid: sessionId === undefined ? undefined : sidOf(sessionId),
      auth_time: authTime,
      acr,
      at_hash: hashOf(accessToken),
    }
    return signJwsAside({ ...about, ...protocol }, signingKey, 'JWT')
  }
}

type Attested = {
  readonly claims: ReleasedClaims
  readonly authTime: number | undefined
  readonly acr: string | undefined
}

function readDataToken(dataToken: string): Attested {
  const { auth_time, acr, ...token } = decodeJwt<DataTokenClaims>(dataToken)
  return { claims: releasedClaimsOf(token), authTime: auth_time === undefined ? undefined : Math.floor(auth_time), acr }
}

/** `at_hash` (OpenID Connect Core §3.1.3.6): the left half of the hash that both ES256 and RS256 use. */
function hashOf(accessToken: string): string {
  return createHash('sha256').update(accessToken, 'ascii').digest().subarray(0, 16).toString('base64url')
}
