import { type AttestedClaim, readAttestedClaims, type VerifiedFlags } from './attested-claims.ts'
import { isObject } from './parse-object.ts'

/** The claims of a data token. `claims` holds the approved ones; every value is a string. */
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
  /** The user's last sign-in, Unix time in seconds (OpenID Connect Core §2). */
  readonly auth_time?: number
  /** How the user signed in (OpenID Connect Core §2). */
  readonly acr?: string
}

/** Only the app can read them. `claims` is empty beside. Both members are present or neither. */
export type SealedClaims = {
  /** Names of the approved claims, visible to core and the provider. */
  readonly claim_names: readonly string[]
  /** A compact JWE for the app's key. */
  readonly claims_jwe: string
}

/** Core sets the flags for plain claims. It cannot read sealed ones: the app compares the hashes with the opened values. */
type AttestedParts = VerifiedFlags & { readonly claim_attestations: readonly AttestedClaim[] }

/** Signing adds the times and `jti`. */
export type Attestation = Omit<DataTokenClaims, 'iat' | 'exp' | 'jti'>

/** Keeps a data token from passing as another JWT (RFC 8725 §3.11). */
export const DATA_TOKEN_TYPE = 'data-token+jwt'

/** The claims of a data update: approved ones as they are now, always sealed. `auth_request_id` is that of the approval. */
export type DataUpdateClaims = DataTokenClaims &
  SealedClaims & {
    /** When the person sent it, Unix time in seconds. */
    readonly as_of: number
    /** Only grows: an update of an older version is not taken. */
    readonly version: number
  }

/** Keeps a data update from passing as the data token of a sign-in, and the other way round. */
export const DATA_UPDATE_TYPE = 'data-update+jwt'

/** All that the interface contract asks of a data token (§2.4). */
export type ContractClaims = Pick<DataTokenClaims, 'aud' | 'auth_request_id' | 'claims' | 'exp' | 'iat' | 'sub'>

/** Undefined unless the payload has exactly the contract's claims: any other JWT of the same keys has others. */
export function readContractClaims(payload: Readonly<Record<string, unknown>>): ContractClaims | undefined {
  const { aud, auth_request_id, claims, exp, iat, sub, ...others } = payload
  if (Object.keys(others).length > 0) return undefined
  if (typeof sub !== 'string' || typeof aud !== 'string' || typeof auth_request_id !== 'string') return undefined
  if (typeof iat !== 'number' || typeof exp !== 'number' || !isStringRecord(claims)) return undefined
  return { aud, auth_request_id, claims, exp, iat, sub }
}

/** Undefined if a claim is missing or has another type. */
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
  // With plain claims beside sealed ones, it is unclear which the user approved.
  return sealed && Object.keys(claims).length === 0 ? { ...read, ...sealed } : undefined
}

/** Undefined if a claim is missing or has another type. */
export function readDataUpdateClaims(payload: Readonly<Record<string, unknown>>): DataUpdateClaims | undefined {
  const { as_of, version } = payload
  const claims = readDataTokenClaims(payload)
  if (!claims || !isSealed(claims) || typeof as_of !== 'number' || !Number.isSafeInteger(version)) return undefined
  return { ...claims, as_of, version: Number(version) }
}

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
