import { type DataTokenClaims, signJwsAside } from '@countersign/data-token'
import { sha256 } from '@countersign/service/secrets'
import { decodeJwt } from 'jose'
import type { WithScopes } from '../../catalogue/scopes/scope-registry.ts'
import type { Client } from '../../clients/client.ts'
import type { WithSigning } from '../../ground/parts.ts'
import { amrOf } from '../../ground/sign-in.ts'
import { claimsWithin, releasedClaimsOf, toOpenIdClaims } from './openid-claims.ts'
import { prepareSids, prepareSubjects } from './subject.ts'

type SignIn = {
  readonly userId: string
  /** The session of the approval, if known. */
  readonly sessionId: string | undefined
  readonly nonce: string | undefined
  /** Approved claims that the app asked for in the id_token (OpenID Connect Core §5.5). */
  readonly idTokenClaims: readonly string[] | undefined
  /** Verified at approval. Only its claims reach an id_token. */
  readonly dataToken: string
  readonly accessToken: string
}

/**
 * Loads the signing key before a code is spent: a missing key must not cost the app its code. Claims are in the
 * id_token only if the app is registered or asks for that (OpenID Connect Core §2, §5.4, §5.5). Undefined without `openid`.
 */
export async function prepareIdToken({ keys, scopes, config, now }: WithSigning & WithScopes, client: Client) {
  if (!client.scopes.some(({ name }) => name === 'openid')) return undefined
  const signingKey = await keys.signingKey(client.idTokenAlgorithm)
  const subjectOf = await prepareSubjects(keys, client)
  const sidOf = await prepareSids(keys, client)
  const known = await scopes.of(client.scopes.map(({ name }) => name))
  return async ({ userId, sessionId, nonce, idTokenClaims = [], dataToken, accessToken }: SignIn): Promise<string> => {
    const { claims, authTime, acr } = readDataToken(dataToken)
    const issuedAt = Math.floor(now().getTime() / 1000)
    const wanted = client.idTokenClaims ? claims : claimsWithin(claims, idTokenClaims)
    // Spread last: a user's claim must not replace a protocol claim.
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
      ...amrOf(acr),
      at_hash: hashOf(accessToken),
    }
    return signJwsAside({ ...toOpenIdClaims(wanted, known), ...protocol }, signingKey, 'JWT')
  }
}

function readDataToken(dataToken: string) {
  const { auth_time, acr, ...token } = decodeJwt<DataTokenClaims>(dataToken)
  return { claims: releasedClaimsOf(token), authTime: auth_time === undefined ? undefined : Math.floor(auth_time), acr }
}

/** `at_hash` (OpenID Connect Core §3.1.3.6): the left half of SHA-256, for ES256 and RS256 alike. */
function hashOf(accessToken: string): string {
  return sha256(accessToken).subarray(0, 16).toString('base64url')
}
