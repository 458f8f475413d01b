import { errors, jwtVerify } from 'jose'
import { DATA_TOKEN_TYPE, type DataTokenClaims, readDataTokenClaims } from './claims.ts'
import { DataTokenError } from './errors.ts'
import type { DataTokenKeySource } from './keys.ts'
import type { JwsKey } from './sign-jws.ts'
import { verifyJws } from './verify-jws.ts'

export type DataTokenExpectations = {
  readonly issuer: string
  readonly audience?: string
  /** What time it is; the present if left out. */
  readonly now?: Date
}

const CLOCK_TOLERANCE_SECONDS = 5

/**
 * Returns the claims of a data token that is signed by one of the keys, is of the right type, unexpired, from the
 * issuer and, where an audience is given, for it. Who the subject must be, only the caller knows.
 * @throws DataTokenError
 */
export async function verifyDataToken(
  token: string,
  keys: DataTokenKeySource,
  { issuer, audience, now = new Date() }: DataTokenExpectations,
): Promise<DataTokenClaims> {
  if (keys.verifying) return readOwnToken(token, keys.verifying, { issuer, audience, now })
  try {
    const { payload } = await jwtVerify(token, keys.getKey, {
      algorithms: [...keys.algorithms],
      typ: DATA_TOKEN_TYPE,
      issuer,
      ...(audience !== undefined && { audience }),
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      currentDate: now,
    })
    const claims = readDataTokenClaims(payload)
    if (claims) return claims
  } catch (error) {
    throw refusalOf(error)
  }
  throw malformed()
}

/** The same for keys of ours, at a third of the cost: in the order in which the library looks, and with its refusals. */
function readOwnToken(
  token: string,
  keys: readonly JwsKey[],
  { issuer, audience, now }: Required<Pick<DataTokenExpectations, 'issuer' | 'now'>> & { audience: string | undefined },
): DataTokenClaims {
  const jws = verifyJws(token, keys)
  if (jws === 'bad_signature') throw new DataTokenError(jws, 'The data token is not signed by a known key.')
  if (jws === 'malformed') throw new DataTokenError(jws, 'This is not a data token.')
  const { header, payload } = jws
  const { nbf, exp, iss, aud } = payload
  if (!isDataTokenType(header['typ'])) throw malformed()
  if (iss !== issuer) throw claimRefusal('iss')
  if (audience !== undefined && ![aud].flat().includes(audience)) throw claimRefusal('aud')
  const seconds = Math.floor(now.getTime() / 1000)
  if (nbf !== undefined && !(typeof nbf === 'number' && nbf <= seconds + CLOCK_TOLERANCE_SECONDS)) throw malformed()
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

function malformed(): DataTokenError {
  return new DataTokenError('malformed', 'The data token does not hold the claims that it must.')
}

function refusalOf(error: unknown): DataTokenError {
  if (error instanceof errors.JWTExpired) return new DataTokenError('expired', 'The data token has expired.')
  if (error instanceof errors.JWTClaimValidationFailed) return claimRefusal(error.claim)
  if (error instanceof errors.JWSSignatureVerificationFailed || error instanceof errors.JWKSNoMatchingKey) {
    return new DataTokenError('bad_signature', 'The data token is not signed by a known key.')
  }
  if (error instanceof errors.JOSEAlgNotAllowed)
    return new DataTokenError('bad_signature', 'The data token uses another algorithm.')
  if (isKeyFailure(error)) {
    return new DataTokenError('keys_unavailable', 'The keys to verify the data token with could not be fetched.', {
      cause: error,
    })
  }
  return new DataTokenError('malformed', 'This is not a data token.')
}

/** Whether the keys could not be had. `ERR_JOSE_GENERIC` is how jose says that the address of the keys answered with another status, or not with JSON. */
export function isKeyFailure(error: unknown): boolean {
  if (error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid || error instanceof TypeError)
    return true
  return error instanceof errors.JOSEError && error.code === 'ERR_JOSE_GENERIC'
}

function claimRefusal(claim: string): DataTokenError {
  if (claim === 'iss') return new DataTokenError('wrong_issuer', 'The data token comes from another issuer.')
  if (claim === 'aud') return new DataTokenError('wrong_audience', 'The data token was made for another app.')
  return malformed()
}
