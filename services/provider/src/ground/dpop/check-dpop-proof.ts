import { OAuthError } from '@countersign/service/errors'
import { type ProvenRequest, refuseProof, verifyDpopProof } from '@countersign/service/secrets'
import { useOnce } from '../jwt/used-jwt.store.ts'
import type { WithClock, WithConfig, WithDpopNonces, WithSql } from '../parts.ts'

export type DpopRequest = Omit<ProvenRequest, 'endpoints'> & {
  /** Below the issuer, for example `/oauth/token/`. */
  readonly path: string
}

const MAXIMUM_AGE_SECONDS = 300

export type WithDpop = WithSql & WithConfig & WithClock & WithDpopNonces

/**
 * Spends the proof (RFC 9449 §4.3) and answers its key's thumbprint (`jkt`).
 * @throws `invalid_dpop_proof`, and `use_dpop_nonce` with the next nonce in its `DPoP-Nonce` header (RFC 9449 §8)
 */
export async function checkDpopProof({ sql, config, dpopNonces, now }: WithDpop, { path, ...request }: DpopRequest) {
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

/** A request with a proof or without. */
export type MaybeProved = Omit<DpopRequest, 'proof' | 'accessToken'> & {
  readonly proof: DpopRequest['proof'] | undefined
}

/**
 * The thumbprint to bind tokens to; undefined if the client may do without a proof (RFC 9449 §5, §5.2).
 * @throws as `checkDpopProof` does
 */
export async function readDpopKey(
  dependencies: WithDpop,
  client: { readonly dpopBound: boolean },
  { proof, ...request }: MaybeProved,
): Promise<string | undefined> {
  if (proof !== undefined) return checkDpopProof(dependencies, { proof, ...request })
  if (!client.dpopBound) return undefined
  throw new OAuthError('invalid_dpop_proof', 'This client must send a DPoP proof: its tokens are bound to a key.')
}

// A base64url SHA-256 (RFC 7638 §3): 43 characters; the last one carries two zero bits.
const THUMBPRINT = /^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$/

/** Whether a text can be `dpop_jkt` (RFC 9449 §10). */
export function isThumbprint(text: string): boolean {
  return THUMBPRINT.test(text)
}
