import { DATA_TOKEN_TYPE, type DataTokenClaims, readDataTokenClaims } from './claims.ts'
import { DataTokenError } from './errors.ts'
import type { DataTokenKeySource, VerifiedJws } from './key-source.ts'
import { verifyByLibrary } from './verify-by-library.ts'

export type DataTokenExpectations = {
  readonly issuer: string
  readonly audience?: string
  /** What time it is; the present if left out. */
  readonly now?: Date
}

const CLOCK_TOLERANCE_SECONDS = 5
/** More, because a clock that is behind must not keep everybody from signing in. */
const FUTURE_TOLERANCE_SECONDS = 60

/**
 * Returns the claims of a data token that is signed by one of the keys, is of the right type, unexpired, from the
 * issuer and, where an audience is given, for it. Who the subject must be, only the caller knows.
 * @throws DataTokenError
 */
export async function verifyDataToken(
  token: string,
  keys: DataTokenKeySource,
  expected: DataTokenExpectations,
): Promise<DataTokenClaims> {
  const jws = keys.verifyJws ? keys.verifyJws(token) : await verifyByLibrary(token, keys)
  if (jws === 'bad_signature') throw new DataTokenError(jws, 'The data token is not signed by a known key.')
  if (jws === 'malformed') throw new DataTokenError(jws, 'This is not a data token.')
  return checkDataToken(jws, expected)
}

/** What is signed, whoever verified that it is. */
function checkDataToken(
  { header, payload }: VerifiedJws,
  { issuer, audience, now = new Date() }: DataTokenExpectations,
): DataTokenClaims {
  const { nbf, exp, iat, iss, aud } = payload
  if (!isDataTokenType(header['typ'])) throw malformed()
  if (iss !== issuer) throw new DataTokenError('wrong_issuer', 'The data token comes from another issuer.')
  if (audience !== undefined && ![aud].flat().includes(audience)) {
    throw new DataTokenError('wrong_audience', 'The data token was made for another app.')
  }
  const seconds = Math.floor(now.getTime() / 1000)
  if (isAfter(nbf, seconds + CLOCK_TOLERANCE_SECONDS) || isAfter(iat, seconds + FUTURE_TOLERANCE_SECONDS)) {
    throw new DataTokenError('not_yet_valid', 'The data token is from the future: one of the clocks is wrong.')
  }
  if (typeof exp === 'number' && exp <= seconds - CLOCK_TOLERANCE_SECONDS) {
    throw new DataTokenError('expired', 'The data token has expired.')
  }
  const claims = readDataTokenClaims(payload)
  if (claims) return claims
  throw malformed()
}

/** As media types are compared (RFC 7515 §4.1.9). */
function isDataTokenType(typ: unknown): boolean {
  return typeof typ === 'string' && typ.toLowerCase().replace(/^application\//, '') === DATA_TOKEN_TYPE
}

/** A time that is none is not before any. */
function isAfter(time: unknown, seconds: number): boolean {
  return time !== undefined && !(typeof time === 'number' && time <= seconds)
}

function malformed(): DataTokenError {
  return new DataTokenError('malformed', 'The data token does not hold the claims that it must.')
}
