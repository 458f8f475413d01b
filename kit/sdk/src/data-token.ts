import {
  type ClaimsDecryptionKeys,
  type DataTokenClaims,
  DataTokenError,
  type DataTokenErrorCode,
  type DataTokenKeySource,
  isSealed,
  type OpenedClaims,
  openSealedClaims,
  sharedDataTokenKeys,
  statedFlagsOf,
  type verifyDataToken,
} from '@countersign/data-token/web'
import type { App } from './app.ts'
import type { CheckedSettings } from './checked-settings.ts'
import { importDecryptionKeys, parseDecryptionKeys } from './claims-key.ts'
import { SignInError, type SignInErrorCode } from './errors.ts'
import type { ClaimVerification, VerifiedClaims } from './results.ts'
import type { IssuedClaimsReader } from './verified-claims.ts'

export type DataTokenReader = {
  /** Settles when the app's keys are ready. @throws TypeError for invalid keys */
  readonly ready: Promise<unknown>
  /** Verifies signature, type, issuer, audience and times; opens claims sealed for this token. @throws SignInError */
  readonly read: <Token extends DataTokenClaims>(
    dataToken: string,
    verify: (...parameters: Parameters<typeof verifyDataToken>) => Promise<Token>,
  ) => Promise<ReadDataToken<Token>>
}

type ReadDataToken<Token> = {
  readonly token: Token
  readonly verified: VerifiedClaims
  readonly updateSecret: string | undefined
}

/** @throws TypeError for invalid keys */
export function createDataTokenReader({ settings, findKeys, findServer }: App): DataTokenReader {
  const { claimsDecryptionKey, dataTokenSecret } = settings
  const shared = dataTokenSecret === undefined ? undefined : readSecret(dataTokenSecret)
  const parsed = claimsDecryptionKey === undefined ? undefined : parseDecryptionKeys(claimsDecryptionKey)
  const ready = Promise.resolve(parsed && importDecryptionKeys(parsed))
  // Reported when a sign-in begins.
  ready.catch(() => undefined)
  const readIssued = issuedClaimsReader(settings)
  const read: DataTokenReader['read'] = async (dataToken, verify) => {
    const [claimsKeys, keys] = [await ready, shared ?? (await findKeys())]
    const token = await verify(dataToken, keys, { issuer: settings.issuer, audience: settings.clientId })
    if (token.sub === '' || token.auth_request_id === '') {
      throw new SignInError('invalid_token', 'The data token does not say whose it is, or for which request.')
    }
    const opened = await readClaims(token, claimsKeys, settings)
    const { iss: provider, sub: subject, auth_request_id: authRequestId, aud: audience } = token
    const issued = await readIssued(opened.presentations, { provider, audience, subject, authRequestId })
    const verified = { subject, ...describeClaims(token, opened), ...issued, authRequestId }
    return { token, verified, updateSecret: opened.updateSecret }
  }
  const refuse = async (cause: unknown): Promise<never> => {
    if (!(cause instanceof DataTokenError)) throw cause
    if (cause.code !== 'keys_unavailable') throw new SignInError(codeOf(cause.code), cause.message, { cause })
    throw (await import('./refusals.ts')).silenceOf((await findServer()).jwks_uri, cause)
  }
  return { ready, read: async (dataToken, verify) => read(dataToken, verify).catch(refuse) }
}

function readSecret(secret: string): DataTokenKeySource {
  try {
    return sharedDataTokenKeys(secret)
  } catch (cause) {
    throw new TypeError('dataTokenSecret must be the secret of the provider (HS256), and no key.', {
      cause,
    })
  }
}

/** Loads the reader with the first credential. */
function issuedClaimsReader(settings: CheckedSettings): IssuedClaimsReader {
  let reader: Promise<IssuedClaimsReader> | undefined
  return async (presentations, presentedTo) => {
    if (presentations.length === 0) return { verifiedClaims: [], refusedCredentials: [] }
    reader ??= import('./verified-claims.ts').then((module) => module.createIssuedClaimsReader(settings))
    return (await reader)(presentations, presentedTo)
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
      'The claims are sealed, and claimsDecryptionKey is missing: set it to the private key of the registered one.',
    )
  }
  if (!keys || allowPlainClaims)
    return { claims: verified.claims, verified: statedFlagsOf(verified), presentations: [] }
  throw new SignInError(
    'plain_claims',
    'The claims are not sealed: register the public half of claimsDecryptionKey, or set allowPlainClaims.',
  )
}

/** Skips attestations of claims that are not verified: they are about another value. */
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

function codeOf(code: Exclude<DataTokenErrorCode, 'keys_unavailable'>): SignInErrorCode {
  switch (code) {
    case 'malformed':
      return 'invalid_token'
    case 'expired':
      return 'token_expired'
    case 'not_yet_valid':
      return 'token_not_yet_valid'
    case 'bad_signature':
    case 'wrong_issuer':
    case 'wrong_audience':
    case 'unknown_claims_key':
    case 'unreadable_claims':
    case 'foreign_claims':
      return code
  }
}
