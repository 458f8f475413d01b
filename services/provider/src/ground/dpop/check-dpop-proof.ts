import { OAuthError } from '@countersign/service/errors'
import { type ProvenRequest, refuseProof, verifyDpopProof } from '@countersign/service/secrets'
import { useOnce } from '../jwt/used-jwt.store.ts'
import type { WithClock, WithConfig, WithDpopNonces, WithSql } from '../parts.ts'

export type DpopRequest = Omit<ProvenRequest, 'endpoints'> & {
  /** The endpoint's path below the issuer, for example `/oauth/token/`. */
  readonly path: string
}

const MAXIMUM_AGE_SECONDS = 300

export type WithDpop = WithSql & WithConfig & WithClock & WithDpopNonces

/**
 * Checks a DPoP proof as RFC 9449 §4.3 asks, spends it, and answers the thumbprint of its key (`jkt`). A protected
 * resource then compares this thumbprint to the one that the access token is bound to.
 * @throws `invalid_dpop_proof`, and `use_dpop_nonce` with the nonce to use in its `DPoP-Nonce` header (RFC 9449 §8)
 */
export async function checkDpopProof(
  { sql, config, dpopNonces, now }: WithDpop,
  { path, ...request }: DpopRequest,
): Promise<string> {
  const time = now()
  const proven = { ...request, endpoints: [config.issuer + path] }
  const { jkt, jti, iat, nonce } = await verifyDpopProof(proven, { time, maximumAgeSeconds: MAXIMUM_AGE_SECONDS })
  if (typeof nonce !== 'string' || !dpopNonces.isValid(nonce, time)) {
    const headers = { 'dpop-nonce': dpopNonces.current(time) }
    throw new OAuthError('use_dpop_nonce', 'The DPoP proof must carry the nonce of the DPoP-Nonce header.', { headers })
  }
  const expiresAt = new Date((iat + MAXIMUM_AGE_SECONDS) * 1000)
  if (await useOnce(sql, { kind: 'dpop_proof', owner: jkt, jti, expiresAt })) return jkt
  throw refuseProof('was used before: make a new one, with a new jti, for every request.')
}
