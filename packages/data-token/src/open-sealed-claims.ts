import { type CryptoKey, compactDecrypt } from 'jose'
import { isAttested, type VerifiedFlags, verifiedFlagsOf } from './attested-claims.ts'
import { type DataTokenClaims, isStringRecord, type SealedClaims } from './claims.ts'
import type { ClaimsDecryptionKeys } from './claims-key.ts'
import { DataTokenError } from './errors.ts'
import { isObject, parseObject } from './parse-object.ts'

const ALGORITHM = 'ECDH-ES+A256KW'
const ENCRYPTION = 'A256GCM'
const TYPE = 'countersign-claims+jwe'

/** A header, a wrapped 256-bit key of 40 bytes, a nonce of 12, a ciphertext and a tag of 16 (RFC 7518 §4.4, §5.3). */
const COMPACT_JWE = /^([\w-]+)\.[\w-]{54}\.[\w-]{16}\.[\w-]+\.[\w-]{22}$/
/** 32 bytes in base64url: a coordinate on either curve, or a thumbprint. */
const THIRTY_TWO_BYTES = /^[\w-]{43}$/

export type ClaimsEnvelope = {
  /** The thumbprint of the key that the claims are sealed for. */
  readonly kid: string
  readonly curve: 'P-256' | 'X25519'
}

export type OpenedClaims = {
  readonly claims: Readonly<Record<string, string>>
  readonly verified: VerifiedFlags
  /** Presentations of credentials, unverified: see `verifyPresentation`. */
  readonly presentations: readonly string[]
  /** Shows that a data update comes from the device that approved: only it and the app know it. */
  readonly updateSecret?: string | undefined
}

/** Core signs unseen: checks that they are for this token, and values by their hashes. @throws DataTokenError */
export async function openSealedClaims(
  token: DataTokenClaims & SealedClaims & { readonly version?: number },
  keys: ClaimsDecryptionKeys,
): Promise<OpenedClaims> {
  const envelope = readClaimsEnvelope(token.claims_jwe)
  if (!envelope) throw unreadable('The sealed claims are not in their one form.')
  const key = keys.get(envelope.kid)
  if (!key) {
    throw new DataTokenError(
      'unknown_claims_key',
      'The claims are sealed for another key than this app has: give it the private half of the registered one.',
    )
  }
  const { claims, salts = {}, presentations = [], ...inner } = readContent(await decrypt(token.claims_jwe, key))
  if (inner['aud'] !== token.aud) throw foreign('The claims were sealed for another app.')
  if (inner['sub'] !== token.sub) throw foreign('The claims were sealed by another person.')
  if (inner['auth_request_id'] !== token.auth_request_id) throw foreign('The claims were sealed for another request.')
  const { version, update_secret: updateSecret } = inner
  if (version !== token.version) throw foreign('The claims were sealed for another version of the data.')
  if (updateSecret !== undefined && typeof updateSecret !== 'string') throw unreadable('The update secret is no text.')
  if (!isStringRecord(claims) || !isStringRecord(salts)) throw unreadable('The sealed claims are not all text.')
  if (!isTextList(presentations)) throw unreadable('The sealed credentials are not all text.')
  if (!areSame(Object.keys(claims), token.claim_names)) {
    throw foreign('The sealed claims are not those that the data token names.')
  }
  const attested = token.claim_attestations ?? []
  const names = Object.keys(claims)
  const verdicts = await Promise.all(names.map((claim) => isAttested(claim, { claims, salts, attested })))
  const verified = verifiedFlagsOf(claims, (claim) => verdicts[names.indexOf(claim)] === true)
  return { claims, verified, presentations, updateSecret }
}

async function decrypt(jwe: string, key: CryptoKey): Promise<Uint8Array> {
  try {
    const { plaintext } = await compactDecrypt(jwe, key, {
      keyManagementAlgorithms: [ALGORITHM],
      contentEncryptionAlgorithms: [ENCRYPTION],
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

/** A compact JWE (RFC 7516 §7.1). Each header member has one allowed form, so that all readers agree. */
export function readClaimsEnvelope(jwe: string): ClaimsEnvelope | undefined {
  const header = COMPACT_JWE.exec(jwe)?.[1]
  return header ? readHeader(header) : undefined
}

function readHeader(encoded: string): ClaimsEnvelope | undefined {
  const header = parseCanonical(encoded)
  if (!header || !holdsOnly(header, ['alg', 'enc', 'epk', 'kid', 'typ'])) return undefined
  const { alg, enc, typ, kid, epk } = header
  if (alg !== ALGORITHM || enc !== ENCRYPTION || typ !== TYPE || !isThirtyTwoBytes(kid)) return undefined
  const curve = curveOf(epk)
  return curve && { kid, curve }
}

function curveOf(epk: unknown): ClaimsEnvelope['curve'] | undefined {
  if (!isObject(epk) || !isThirtyTwoBytes(epk['x'])) return undefined
  const { kty, crv, y } = epk
  if (kty === 'OKP' && crv === 'X25519' && holdsOnly(epk, ['crv', 'kty', 'x'])) return crv
  const isPoint = kty === 'EC' && crv === 'P-256' && isThirtyTwoBytes(y) && holdsOnly(epk, ['crv', 'kty', 'x', 'y'])
  return isPoint ? crv : undefined
}

/** Serialised again, the header must be the same text, so that no member occurs twice (RFC 7515 §4). */
function parseCanonical(encoded: string): Readonly<Record<string, unknown>> | undefined {
  const value = parseObject(decodeAscii(encoded))
  return value && encodeAscii(JSON.stringify(value)) === encoded ? value : undefined
}

/** Works in every runtime: every allowed value is ASCII. */
function decodeAscii(encoded: string): string {
  const text = encoded.replaceAll('-', '+').replaceAll('_', '/')
  return text.length % 4 === 1 ? '' : atob(text)
}

function encodeAscii(text: string): string {
  const isAscii = /^[ -~]*$/.test(text)
  return isAscii ? btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '') : ''
}

function holdsOnly(value: object, names: readonly string[]): boolean {
  return Object.keys(value).toSorted().join() === names.join()
}

function isThirtyTwoBytes(value: unknown): value is string {
  return typeof value === 'string' && THIRTY_TWO_BYTES.test(value)
}
