import {
  type ClaimsDecryptionKeys,
  ClaimsKeyError,
  type DataTokenClaims,
  DataTokenError,
  type DataTokenErrorCode,
  type DataTokenKeySource,
  isSealed,
  type OpenedClaims,
  openSealedClaims,
  readClaimsDecryptionKeys,
  readDataTokenKeys,
  remoteDataTokenKeys,
  statedFlagsOf,
  type TrustedIssuer,
  verifyDataToken,
} from '@countersign/data-token'
import { SignInError, type SignInErrorCode } from './errors.ts'
import type { ClaimVerification, VerifiedClaims } from './results.ts'
import type { CountersignSettings } from './settings.ts'
import { readIssuedClaims } from './verified-claims.ts'

/** The keys to verify with: what the provider publishes, or the secret that it shares where it signs with HS256. */
export async function dataTokenKeys({ issuer, dataTokenSecret }: CountersignSettings): Promise<DataTokenKeySource> {
  if (dataTokenSecret !== undefined) return readDataTokenKeys(dataTokenSecret)
  return remoteDataTokenKeys(`${issuer}/.well-known/jwks.json`)
}

/**
 * The keys to open sealed claims with.
 * @throws TypeError, which never quotes them
 */
export function claimsDecryptionKeys(claimsDecryptionKey: string): ClaimsDecryptionKeys {
  try {
    return readClaimsDecryptionKeys(claimsDecryptionKey)
  } catch (error) {
    if (error instanceof ClaimsKeyError) throw new TypeError(`claimsDecryptionKey ${error.message}`, { cause: error })
    throw error
  }
}

type Keys = {
  readonly keys: DataTokenKeySource
  readonly claimsKeys: ClaimsDecryptionKeys | undefined
  readonly issuers: ReadonlyMap<string, TrustedIssuer>
}

/**
 * Verifies a data token's signature, type, issuer, audience and expiry, and reads it; sealed claims are opened and must
 * have been sealed for just this token.
 * @throws SignInError
 */
export async function readDataToken(
  dataToken: string,
  { keys, claimsKeys, issuers }: Keys,
  settings: CountersignSettings,
): Promise<VerifiedClaims> {
  const { issuer, clientId } = settings
  try {
    const verified = await verifyDataToken(dataToken, keys, { issuer, audience: clientId })
    if (verified.sub === '' || verified.auth_request_id === '') {
      throw new SignInError('invalid_token', 'The data token does not say whose it is, or for which request.')
    }
    const opened = await readClaims(verified, claimsKeys, settings)
    const { sub: subject, auth_request_id: authRequestId } = verified
    const about = { audience: clientId, subject, authRequestId }
    const issued = await readIssuedClaims(opened.presentations, issuers, about)
    return { subject, ...describeClaims(verified, opened), ...issued, authRequestId }
  } catch (cause) {
    if (!(cause instanceof DataTokenError)) throw cause
    throw new SignInError(codeOf(cause.code), cause.message, { cause })
  }
}

async function readClaims(
  verified: DataTokenClaims,
  keys: ClaimsDecryptionKeys | undefined,
  { allowPlainClaims = false }: CountersignSettings,
): Promise<OpenedClaims> {
  if (isSealed(verified)) {
    if (keys) return openSealedClaims(verified, keys)
    throw new SignInError('refused', 'The claims are sealed, and there is no claimsDecryptionKey to open them with.')
  }
  if (!keys || allowPlainClaims)
    return { claims: verified.claims, verified: statedFlagsOf(verified), presentations: [] }
  throw new SignInError('refused', 'The claims came in the open although this app has a claimsDecryptionKey.')
}

/** When and how is told of what was verified alone: an attestation of another value says nothing of this one. */
function describeClaims({ claim_attestations: attested = [] }: DataTokenClaims, { claims, verified }: OpenedClaims) {
  const { email_verified: emailVerified = false, phone_number_verified: phoneNumberVerified = false } = verified
  const isVerified: Readonly<Record<string, boolean>> = { email: emailVerified, phone: phoneNumberVerified }
  const verifications = attested
    .filter(({ claim }) => isVerified[claim] === true)
    .map(({ claim, method, verified_at, until }): [string, ClaimVerification] => [
      claim,
      { method, verifiedAt: new Date(verified_at * 1000), until: new Date(until * 1000) },
    ])
  return { claims, emailVerified, phoneNumberVerified, verifications: Object.fromEntries(verifications) }
}

function codeOf(code: DataTokenErrorCode): SignInErrorCode {
  switch (code) {
    case 'keys_unavailable':
      return 'unreachable'
    case 'unknown_claims_key':
      return 'refused'
    case 'malformed':
    case 'bad_signature':
    case 'expired':
    case 'wrong_issuer':
    case 'wrong_audience':
    case 'unreadable_claims':
    case 'foreign_claims':
      return 'invalid_token'
  }
}
