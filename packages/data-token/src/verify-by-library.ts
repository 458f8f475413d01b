import { base64url, compactVerify, errors } from 'jose'
import { readCompactJws } from './compact-jws.ts'
import { DataTokenError } from './errors.ts'
import type { DataTokenKeySource, JwsRefusal, VerifiedJws } from './key-source.ts'

/**
 * Reads a compact JWS (RFC 7515 §5.2) that one of the keys has signed, wherever there is WebCrypto.
 * @throws DataTokenError, where the keys could not be had
 */
export async function verifyByLibrary(
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

/** Whether the keys could not be had. `ERR_JOSE_GENERIC` is how jose says that their address answered with another status, or not with JSON. */
export function isKeyFailure(error: unknown): boolean {
  if (error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid || error instanceof TypeError)
    return true
  return error instanceof errors.JOSEError && error.code === 'ERR_JOSE_GENERIC'
}
