import { createPrivateKey, type KeyObject } from 'node:crypto'
import { compactDecrypt } from 'jose'
import { isAttested, type VerifiedFlags, verifiedFlagsOf } from './attested-claims.ts'
import { type DataTokenClaims, isStringRecord, type SealedClaims } from './claims.ts'
import { type ClaimsKey, claimsKeyThumbprint, isPrivateHalf, readClaimsKey } from './claims-key.ts'
import { ClaimsKeyError, DataTokenError } from './errors.ts'
import { isObject, parseObject } from './parse-object.ts'
import { readClaimsEnvelope } from './read-claims-envelope.ts'

/** The app's private keys by the thumbprints of their public halves. */
export type ClaimsDecryptionKeys = ReadonlyMap<string, KeyObject>

/** What was sealed, and what of it was verified. */
export type OpenedClaims = {
  readonly claims: Readonly<Record<string, string>>
  readonly verified: VerifiedFlags
  /** Credentials that others have issued, as they came: `verifyPresentation` says what they are worth. */
  readonly presentations: readonly string[]
}

/**
 * The app's private key as a JWK, or several as a JWK Set while one follows another.
 * @throws ClaimsKeyError
 */
export function readClaimsDecryptionKeys(text: string): ClaimsDecryptionKeys {
  const value = parseObject(text)
  const jwks: unknown = value && 'keys' in value ? value['keys'] : [value]
  if (!Array.isArray(jwks) || jwks.length === 0) throw new ClaimsKeyError('must be a JWK or a JWK Set, as JSON.')
  return new Map(jwks.map(readPrivateKey))
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
  const verified = verifiedFlagsOf(claims, (claim) => isAttested(claim, { claims, salts, attested }))
  return { claims, verified, presentations }
}

async function decrypt(jwe: string, key: KeyObject): Promise<Uint8Array> {
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

function readPrivateKey(jwk: unknown): readonly [string, KeyObject] {
  const publicKey = isObject(jwk) ? readClaimsKey(jwk) : undefined
  if (!publicKey || !isObject(jwk) || typeof jwk['d'] !== 'string') {
    throw new ClaimsKeyError('must hold private keys on P-256 or X25519.')
  }
  const key = importPrivateHalf(publicKey, jwk['d'])
  if (key) return [claimsKeyThumbprint(publicKey), key]
  throw new ClaimsKeyError('holds a private key that is damaged.')
}

function importPrivateHalf(publicKey: ClaimsKey, d: string): KeyObject | undefined {
  try {
    const key = createPrivateKey({ key: { ...publicKey, d }, format: 'jwk' })
    return isPrivateHalf(key, publicKey) ? key : undefined
  } catch {
    return undefined
  }
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
