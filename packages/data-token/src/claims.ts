/** The claims of a data token. `claims` holds what the person approved; every value is a string. */
export type DataTokenClaims = {
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
}

/** What the attester decides; times and identifier are added when the token is signed. */
export type Attestation = Pick<DataTokenClaims, 'iss' | 'sub' | 'aud' | 'auth_request_id' | 'claims' | 'auth_time'>

/** The media type that keeps a data token from passing as any other JWT (RFC 8725 §3.11). */
export const DATA_TOKEN_TYPE = 'data-token+jwt'

/** Reads verified claims in their exact shape, or nothing when one is missing or of another type. */
export function readDataTokenClaims(payload: Readonly<Record<string, unknown>>): DataTokenClaims | undefined {
  const { iss, sub, aud, auth_request_id, claims, iat, exp, jti, auth_time } = payload
  if (typeof iss !== 'string' || typeof sub !== 'string' || typeof aud !== 'string' || typeof jti !== 'string')
    return undefined
  if (typeof auth_request_id !== 'string' || typeof iat !== 'number' || typeof exp !== 'number') return undefined
  if (!isStringRecord(claims)) return undefined
  if (auth_time === undefined) return { iss, sub, aud, auth_request_id, claims, iat, exp, jti }
  return typeof auth_time === 'number'
    ? { iss, sub, aud, auth_request_id, claims, iat, exp, jti, auth_time }
    : undefined
}

function isStringRecord(value: unknown): value is Record<string, string> {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.values(value).every((each) => typeof each === 'string')
  )
}
