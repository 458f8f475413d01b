import {
  DataTokenError,
  type DataTokenKeySource,
  readDataTokenKeys,
  remoteDataTokenKeys,
  verifyDataToken,
} from '@countersign/data-token'
import { SignInError } from './errors.ts'
import type { VerifiedClaims } from './results.ts'
import type { CountersignSettings } from './settings.ts'

/** The keys to verify with: what the provider publishes, or the secret that it shares where it signs with HS256. */
export async function dataTokenKeys({ issuer, dataTokenSecret }: CountersignSettings): Promise<DataTokenKeySource> {
  if (dataTokenSecret !== undefined) return readDataTokenKeys(dataTokenSecret)
  return remoteDataTokenKeys(`${issuer}/.well-known/jwks.json`)
}

/** Verifies a data token's signature, type, issuer, audience and expiry, and reads it. Throws SignInError. */
export async function readDataToken(
  dataToken: string,
  keys: DataTokenKeySource,
  { issuer, clientId }: CountersignSettings,
): Promise<VerifiedClaims> {
  try {
    const { sub, claims, auth_request_id } = await verifyDataToken(dataToken, keys, { issuer, audience: clientId })
    if (sub === '' || auth_request_id === '') {
      throw new SignInError('invalid_token', 'The data token does not say whose it is, or for which request.')
    }
    return { subject: sub, claims, authRequestId: auth_request_id }
  } catch (cause) {
    if (!(cause instanceof DataTokenError)) throw cause
    throw new SignInError(cause.code === 'keys_unavailable' ? 'unreachable' : 'invalid_token', cause.message, { cause })
  }
}
