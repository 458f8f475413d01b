import { base64url, compactVerify, errors } from 'jose'
import {
  type ContractClaims,
  DATA_TOKEN_TYPE,
  DATA_UPDATE_TYPE,
  type DataTokenClaims,
  type DataUpdateClaims,
  readContractClaims,
  readDataTokenClaims,
  readDataUpdateClaims,
} from './claims.ts'
import { readCompactJws } from './compact-jws.ts'
import { DataTokenError } from './errors.ts'
import type { DataTokenKeySource, JwsRefusal, VerifiedJws } from './key-source.ts'

export type DataTokenExpectations = {
  readonly issuer: string
  readonly audience?: string
  /** The current time if left out. */
  readonly now?: Date
}

const CLOCK_TOLERANCE_SECONDS = 5
/** Larger, so that a slow clock does not block every sign-in. */
const FUTURE_TOLERANCE_SECONDS = 60

/** Signature, type, times, issuer and, if given, audience; the caller checks the subject. @throws DataTokenError */
export async function verifyDataToken(
  token: string,
  keys: DataTokenKeySource,
  expected: DataTokenExpectations,
): Promise<DataTokenClaims> {
  return checkToken(await verifySignature(token, keys), expected, SIGN_IN)
}

/** The same for a data update, which lasts up to 30 days. @throws DataTokenError */
export async function verifyDataUpdate(
  token: string,
  keys: DataTokenKeySource,
  expected: DataTokenExpectations,
): Promise<DataUpdateClaims> {
  return checkToken(await verifySignature(token, keys), expected, UPDATE)
}

/** As DATA_TOKEN_LIFETIME allows. */
export const MAXIMUM_LIFETIME_SECONDS = 3_600

/**
 * Also takes the form that any core may sign by the interface contract (§2.4): `typ` JWT or absent, and exactly its six
 * claims. Without `iss` and a type of its own, only its caller can tell what it is for, by user, app and request.
 * @throws DataTokenError
 */
export async function verifyDataTokenOfAnyCore(
  token: string,
  keys: DataTokenKeySource,
  expected: DataTokenExpectations & { readonly now: Date },
): Promise<DataTokenClaims | ContractClaims> {
  const jws = await verifySignature(token, keys)
  const { typ = 'JWT' } = jws.header
  const claims = isType(typ, 'jwt') ? checkContractToken(jws, expected.now) : checkToken(jws, expected, SIGN_IN)
  const lifetimeSeconds = claims.exp - claims.iat
  if (lifetimeSeconds > 0 && lifetimeSeconds <= MAXIMUM_LIFETIME_SECONDS) return claims
  throw malformed()
}

function checkContractToken({ payload }: VerifiedJws, now: Date): ContractClaims {
  checkTimes(payload, now)
  const claims = readContractClaims(payload)
  if (claims) return claims
  throw malformed()
}

async function verifySignature(token: string, keys: DataTokenKeySource): Promise<VerifiedJws> {
  const jws = await (keys.verifyJws?.(token) ?? verifyByLibrary(token, keys))
  if (jws === 'bad_signature') throw new DataTokenError(jws, 'The data token is not signed by a known key.')
  if (jws === 'malformed') throw new DataTokenError(jws, 'This is not a data token.')
  return jws
}

type Kind<Claims> = {
  readonly type: string
  readonly read: (payload: VerifiedJws['payload']) => Claims | undefined
}
const SIGN_IN: Kind<DataTokenClaims> = { type: DATA_TOKEN_TYPE, read: readDataTokenClaims }
const UPDATE: Kind<DataUpdateClaims> = { type: DATA_UPDATE_TYPE, read: readDataUpdateClaims }

function checkToken<Claims>(
  { header, payload }: VerifiedJws,
  { issuer, audience, now = new Date() }: DataTokenExpectations,
  { type, read }: Kind<Claims>,
): Claims {
  const { iss, aud } = payload
  if (!isType(header['typ'], type)) throw malformed()
  if (iss !== issuer) throw new DataTokenError('wrong_issuer', 'The data token comes from another issuer.')
  if (audience !== undefined && ![aud].flat().includes(audience)) {
    throw new DataTokenError('wrong_audience', 'The data token was made for another app.')
  }
  checkTimes(payload, now)
  const claims = read(payload)
  if (claims) return claims
  throw malformed()
}

function checkTimes({ nbf, exp, iat }: VerifiedJws['payload'], now: Date): void {
  const seconds = Math.floor(now.getTime() / 1000)
  if (isAfter(nbf, seconds + CLOCK_TOLERANCE_SECONDS) || isAfter(iat, seconds + FUTURE_TOLERANCE_SECONDS)) {
    throw new DataTokenError('not_yet_valid', 'The data token is from the future: one of the clocks is wrong.')
  }
  if (typeof exp === 'number' && exp <= seconds - CLOCK_TOLERANCE_SECONDS) {
    throw new DataTokenError('expired', 'The data token has expired.')
  }
}

/** Compares media types (RFC 7515 §4.1.9). */
function isType(typ: unknown, type: string): boolean {
  return typeof typ === 'string' && typ.toLowerCase().replace(/^application\//, '') === type
}

/** A non-numeric time counts as in the future. */
function isAfter(time: unknown, seconds: number): boolean {
  return time !== undefined && !(typeof time === 'number' && time <= seconds)
}

function malformed(): DataTokenError {
  return new DataTokenError('malformed', 'The data token does not hold the claims that it must.')
}

/** Verifies a compact JWS (RFC 7515 §5.2) by WebCrypto. @throws DataTokenError if the keys cannot be fetched */
async function verifyByLibrary(
  token: string,
  { getKey, algorithms }: DataTokenKeySource,
): Promise<VerifiedJws | JwsRefusal> {
  const jws = readCompactJws(token, base64url.decode)
  if (!jws) return 'malformed'
  try {
    await compactVerify(token, getKey, { algorithms: [...algorithms] })
    const payload = jws.readPayload()
    return payload ? { header: jws.header, payload } : 'malformed'
  } catch (cause) {
    if (isKeyFailure(cause)) {
      throw new DataTokenError('keys_unavailable', 'The keys to verify the data token with could not be fetched.', {
        cause,
      })
    }
    return isSignedByAnother(cause) ? 'bad_signature' : 'malformed'
  }
}

function isSignedByAnother(error: unknown): boolean {
  return (
    error instanceof errors.JWSSignatureVerificationFailed ||
    error instanceof errors.JWKSNoMatchingKey ||
    error instanceof errors.JOSEAlgNotAllowed
  )
}

/** Whether the keys could not be fetched. jose reports another status, or no JSON, as `ERR_JOSE_GENERIC`. */
export function isKeyFailure(error: unknown): boolean {
  if (error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid || error instanceof TypeError)
    return true
  return error instanceof errors.JOSEError && error.code === 'ERR_JOSE_GENERIC'
}
