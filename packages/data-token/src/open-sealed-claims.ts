import { type CryptoKey, compactDecrypt } from 'jose'
import { isAttested, type VerifiedFlags, verifiedFlagsOf } from './attested-claims.ts'
import { type DataTokenClaims, isStringRecord, type SealedClaims } from './claims.ts'
import type { ClaimsDecryptionKeys } from './claims-key.ts'
import { DataTokenError } from './errors.ts'
import { parseObject } from './parse-object.ts'
import { readClaimsEnvelope } from './read-claims-envelope.ts'

/** What was sealed, and what of it was verified. */
export type OpenedClaims = {
  readonly claims: Readonly<Record<string, string>>
  readonly verified: VerifiedFlags
  /** Credentials that others have issued, as they came: `verifyPresentation` says what they are worth. */
  readonly presentations: readonly string[]
}

/**
 * Opens the sealed claims of a data token that was verified, and checks that they were sealed for just this token: the
 * attester signs around them without seeing them, so that anybody with an account could have put in another person's
 * ciphertext, or one from another app or request. For the same reason a value counts as verified only if it is, under the
 * salt beside it, the one that was attested.
 * @throws DataTokenError
 */
export async function openSealedClaims(
  token: DataTokenClaims & SealedClaims,
  keys: ClaimsDecryptionKeys,
): Promise<OpenedClaims> {
  const envelope = readClaimsEnvelope(token.claims_jwe)
  if (!envelope) throw unreadable('The sealed claims are not in their one form.')
  const key = keys.get(envelope.kid)
  if (!key) {
    throw new DataTokenError('unknown_claims_key', 'The claims are sealed for a key that this app was not given.')
  }
  const { claims, salts = {}, presentations = [], ...inner } = readContent(await decrypt(token.claims_jwe, key))
  if (inner['aud'] !== token.aud) throw foreign('The claims were sealed for another app.')
  if (inner['sub'] !== token.sub) throw foreign('The claims were sealed by another person.')
  if (inner['auth_request_id'] !== token.auth_request_id) throw foreign('The claims were sealed for another request.')
  if (!isStringRecord(claims) || !isStringRecord(salts)) throw unreadable('The sealed claims are not all text.')
  if (!isTextList(presentations)) throw unreadable('The sealed credentials are not all text.')
  if (!areSame(Object.keys(claims), token.claim_names)) {
    throw foreign('The sealed claims are not those that the data token names.')
  }
  const attested = token.claim_attestations ?? []
  const names = Object.keys(claims)
  const verdicts = await Promise.all(names.map((claim) => isAttested(claim, { claims, salts, attested })))
  const verified = verifiedFlagsOf(claims, (claim) => verdicts[names.indexOf(claim)] === true)
  return { claims, verified, presentations }
}

async function decrypt(jwe: string, key: CryptoKey): Promise<Uint8Array> {
  try {
    const { plaintext } = await compactDecrypt(jwe, key, {
      keyManagementAlgorithms: ['ECDH-ES+A256KW'],
      contentEncryptionAlgorithms: ['A256GCM'],
    })
    return plaintext
  } catch (cause) {
    throw unreadable('The sealed claims do not open: they are damaged, or another key sealed them.', { cause })
  }
}

function readContent(plaintext: Uint8Array): Readonly<Record<string, unknown>> {
  const content = parseObject(new TextDecoder().decode(plaintext))
  if (content) return content
  throw unreadable('The sealed claims hold no JSON object.')
}

function isTextList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string')
}

function areSame(left: readonly string[], right: readonly string[]): boolean {
  return JSON.stringify(left.toSorted()) === JSON.stringify(right.toSorted())
}

function unreadable(message: string, options?: ErrorOptions): DataTokenError {
  return new DataTokenError('unreadable_claims', message, options)
}

function foreign(message: string): DataTokenError {
  return new DataTokenError('foreign_claims', message)
}
