import { type AttestedClaim, readAttestedClaims, type VerifiedFlags } from './attested-claims.ts'
import { isObject } from './parse-object.ts'

/** The claims of a data token. `claims` holds what the person approved; every value is a string. */
export type DataTokenClaims = Partial<SealedClaims & AttestedParts> & {
  readonly iss: string
  readonly sub: string
  readonly aud: string
  readonly auth_request_id: string
  readonly claims: Readonly<Record<string, string>>
  /** Unix time in seconds. */
  readonly iat: number
  /** Unix time in seconds. */
  readonly exp: number
  readonly jti: string
  /** When the person last signed in, Unix time in seconds (OpenID Connect Core §2). */
  readonly auth_time?: number
  /** How they did, as OpenID Connect Core §2 has it (`acr`). */
  readonly acr?: string
}

/**
 * Claims that only the app can read. They stand beside an empty `claims`, so that whoever knows nothing of them reads a
 * token without claims and not a broken one. Both members are there or neither is.
 */
export type SealedClaims = {
  /** What was approved, by name: all that those who pass the token on may know. */
  readonly claim_names: readonly string[]
  /** A compact JWE for the app's key. */
  readonly claims_jwe: string
}

/**
 * What was verified of the claims. Of claims in the open the attester says it whole. Of sealed ones it knows no value, so
 * the flags are not there, and the app compares the hashes with what it opens.
 */
type AttestedParts = VerifiedFlags & { readonly claim_attestations: readonly AttestedClaim[] }

/** What the attester decides; times and identifier are added when the token is signed. */
export type Attestation = Omit<DataTokenClaims, 'iat' | 'exp' | 'jti'>

/** The media type that keeps a data token from passing as any other JWT (RFC 8725 §3.11). */
export const DATA_TOKEN_TYPE = 'data-token+jwt'

/** Reads verified claims in their exact shape, or nothing when one is missing or of another type. */
export function readDataTokenClaims(payload: Readonly<Record<string, unknown>>): DataTokenClaims | undefined {
  const { iss, sub, aud, auth_request_id, claims, iat, exp, jti, auth_time, acr } = payload
  if (typeof iss !== 'string' || typeof sub !== 'string' || typeof aud !== 'string' || typeof jti !== 'string')
    return undefined
  if (typeof auth_request_id !== 'string' || typeof iat !== 'number' || typeof exp !== 'number') return undefined
  if (!isStringRecord(claims)) return undefined
  if (auth_time !== undefined && typeof auth_time !== 'number') return undefined
  if (acr !== undefined && typeof acr !== 'string') return undefined
  const attested = readAttestedParts(payload)
  if (!attested) return undefined
  const optional = { ...(auth_time !== undefined && { auth_time }), ...(acr !== undefined && { acr }), ...attested }
  const read = { iss, sub, aud, auth_request_id, claims, iat, exp, jti, ...optional }
  if (!('claim_names' in payload) && !('claims_jwe' in payload)) return read
  const sealed = readSealedClaims(payload)
  // Claims in the open beside sealed ones: nobody could say which of the two the person approved.
  return sealed && Object.keys(claims).length === 0 ? { ...read, ...sealed } : undefined
}

/** Whether what the person approved is sealed. */
export function isSealed<Claims extends Partial<SealedClaims>>(claims: Claims): claims is Claims & SealedClaims {
  return claims.claims_jwe !== undefined
}

function readAttestedParts(payload: Readonly<Record<string, unknown>>): Partial<AttestedParts> | undefined {
  const { email_verified, phone_number_verified, claim_attestations: attestations } = payload
  if (!isOptionalFlag(email_verified) || !isOptionalFlag(phone_number_verified)) return undefined
  const claim_attestations = attestations === undefined ? undefined : readAttestedClaims(attestations)
  if (attestations !== undefined && !claim_attestations) return undefined
  return {
    ...(email_verified !== undefined && { email_verified }),
    ...(phone_number_verified !== undefined && { phone_number_verified }),
    ...(claim_attestations && { claim_attestations }),
  }
}

function isOptionalFlag(value: unknown): value is boolean | undefined {
  return value === undefined || typeof value === 'boolean'
}

function readSealedClaims({ claim_names, claims_jwe }: Readonly<Record<string, unknown>>): SealedClaims | undefined {
  if (typeof claims_jwe !== 'string' || !Array.isArray(claim_names)) return undefined
  return claim_names.every((name) => typeof name === 'string') ? { claim_names, claims_jwe } : undefined
}

export function isStringRecord(value: unknown): value is Record<string, string> {
  return isObject(value) && Object.values(value).every((each) => typeof each === 'string')
}
