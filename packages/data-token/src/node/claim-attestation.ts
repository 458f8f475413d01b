import { decodeJwt, errors, jwtVerify } from 'jose'
import { DataTokenKeyError } from '../errors.ts'
import type { DataTokenKeySource } from '../key-source.ts'
import type { DataTokenKeys } from './keys.ts'
import { signJws } from './sign-jws.ts'

/**
 * That a person once proved that a value is theirs: kept by the person, and by nobody else. It holds a salted hash in
 * place of the value, so that whoever sees it learns nothing of the value without the salt.
 */
export type ClaimAttestation = {
  readonly iss: string
  /** The person, by their own identifier. */
  readonly sub: string
  readonly claim: string
  /** `hashClaimValue` of the value. */
  readonly value_sha256: string
  /** How it was proven: `email_code`, `phone_code`. */
  readonly method: string
  /** Unix time in seconds. */
  readonly iat: number
  /** Unix time in seconds. */
  readonly exp: number
}

/** The media type that keeps an attestation from passing as any other JWT of the same keys (RFC 8725 §3.11). */
const CLAIM_ATTESTATION_TYPE = 'claim-attestation+jwt'

/** @throws DataTokenKeyError where only public keys are known */
export function signClaimAttestation(keys: DataTokenKeys, attestation: ClaimAttestation): string {
  if (!keys.signing) throw new DataTokenKeyError('holds no private key, so nothing can be signed with it.')
  return signJws(attestation, keys.signing, CLAIM_ATTESTATION_TYPE)
}

type Expected = { readonly issuer: string; readonly subject: string; readonly now: Date }

/**
 * Reads an attestation that one of the keys has signed, of this person, while it lasts; nothing if it is anything else.
 * Of which value it is, only who holds the salt can tell.
 */
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

/** The claim that an attestation names, as it says itself: unchecked, and for nothing but to say which one was refused. */
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
