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
  statedFlagsOf,
  type TrustedIssuer,
  trustIssuers,
  verifyDataToken,
} from '@countersign/data-token'
import type { App } from './app.ts'
import { SignInError, type SignInErrorCode } from './errors.ts'
import type { ClaimVerification, VerifiedClaims } from './results.ts'
import type { CheckedSettings } from './settings.ts'
import { readIssuedClaims } from './verified-claims.ts'

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

/**
 * Gets ready to read data tokens: to verify signature, type, issuer, audience and times; sealed claims are opened and must
 * have been sealed for just this token. What is returned throws a SignInError.
 * @throws TypeError for keys that cannot work
 */
export function createTokenReader({ settings, findKeys }: App): (dataToken: string) => Promise<VerifiedClaims> {
  const { claimsDecryptionKey, dataTokenSecret, credentialIssuers = [] } = settings
  const claimsKeys = claimsDecryptionKey === undefined ? undefined : claimsDecryptionKeys(claimsDecryptionKey)
  const issuers = trustIssuers(credentialIssuers)
  return async (dataToken) => {
    // What the provider publishes, or the secret that it shares where it signs with HS256.
    const keys = dataTokenSecret === undefined ? await findKeys() : await readDataTokenKeys(dataTokenSecret)
    return readDataToken(dataToken, { keys, claimsKeys, issuers }, settings)
  }
}

type Keys = {
  readonly keys: DataTokenKeySource
  readonly claimsKeys: ClaimsDecryptionKeys | undefined
  readonly issuers: ReadonlyMap<string, TrustedIssuer>
}

async function readDataToken(
  dataToken: string,
  { keys, claimsKeys, issuers }: Keys,
  settings: CheckedSettings,
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
  { allowPlainClaims = false }: CheckedSettings,
): Promise<OpenedClaims> {
  if (isSealed(verified)) {
    if (keys) return openSealedClaims(verified, keys)
    throw new SignInError(
      'unknown_claims_key',
      'The claims are sealed, and there is no claimsDecryptionKey to open them with.',
    )
  }
  if (!keys || allowPlainClaims)
    return { claims: verified.claims, verified: statedFlagsOf(verified), presentations: [] }
  throw new SignInError('plain_claims', 'The claims came in the open although this app has a claimsDecryptionKey.')
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
    case 'malformed':
      return 'invalid_token'
    case 'expired':
      return 'token_expired'
    case 'bad_signature':
    case 'wrong_issuer':
    case 'wrong_audience':
    case 'unknown_claims_key':
    case 'unreadable_claims':
    case 'foreign_claims':
      return code
  }
}
