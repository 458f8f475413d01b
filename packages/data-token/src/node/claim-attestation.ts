import { decodeJwt, errors, jwtVerify } from 'jose'
import type { AttestedClaim } from '../attested-claims.ts'
import type { DataTokenKeySource } from '../key-source.ts'
import { signJws } from './jws.ts'
import { type DataTokenKeys, signingKeyOf } from './keys.ts'

/** Proof, kept by the user alone, that they verified a value. It holds a salted hash: without the salt it reveals nothing. */
export type ClaimAttestation = Pick<AttestedClaim, 'claim' | 'value_sha256' | 'method'> & {
  readonly iss: string
  /** The user's own identifier. */
  readonly sub: string
  /** Unix time in seconds. */
  readonly iat: number
  /** Unix time in seconds. */
  readonly exp: number
}

/** Keeps an attestation from passing as another JWT of the same keys (RFC 8725 §3.11). */
const CLAIM_ATTESTATION_TYPE = 'claim-attestation+jwt'

/** @throws DataTokenKeyError if only public keys are known */
export function signClaimAttestation(keys: DataTokenKeys, attestation: ClaimAttestation): string {
  return signJws(attestation, signingKeyOf(keys), CLAIM_ATTESTATION_TYPE)
}

type Expected = { readonly issuer: string; readonly subject: string; readonly now: Date }

/** Reads a valid attestation of this user; undefined for anything else. Only the salt's holder can match it to a value. */
export async function readClaimAttestation(
  jwt: string,
  keys: DataTokenKeySource,
  { issuer, subject, now }: Expected,
): Promise<ClaimAttestation | undefined> {
  try {
    const { payload } = await jwtVerify(jwt, keys.getKey, {
      algorithms: [...keys.algorithms],
      typ: CLAIM_ATTESTATION_TYPE,
      issuer,
      subject,
      requiredClaims: ['iat', 'exp'],
      currentDate: now,
    })
    return toAttestation(payload)
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined
    throw error
  }
}

/** Reads the claim's name without verification, only to report which attestation was refused. */
export function findNamedClaim(jwt: string): string | undefined {
  try {
    const { claim } = decodeJwt(jwt)
    return typeof claim === 'string' ? claim : undefined
  } catch {
    return undefined
  }
}

function toAttestation(payload: Readonly<Record<string, unknown>>): ClaimAttestation | undefined {
  const { iss, sub, claim, value_sha256, method, iat, exp } = payload
  if (typeof iss !== 'string' || typeof sub !== 'string' || typeof iat !== 'number' || typeof exp !== 'number') {
    return undefined
  }
  if (typeof claim !== 'string' || typeof value_sha256 !== 'string' || typeof method !== 'string') return undefined
  return { iss, sub, claim, value_sha256, method, iat, exp }
}
