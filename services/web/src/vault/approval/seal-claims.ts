import type { ClaimsEncryptionJwk } from '@countersign/contracts'
import { toBase64url } from '@countersign/vault'
import type { ClaimValues } from '../../claims/claims.ts'

export type ClaimsToSeal = {
  readonly claims: ClaimValues
  /** The app's key, as the request's details carry it. */
  readonly key: ClaimsEncryptionJwk
  /** The app's `client_id`. */
  readonly audience: string
  /** How the data token names the person. */
  readonly subject: string
  readonly authRequestId: string
}

export type SealedClaims = {
  readonly claim_names: string[]
  readonly claims_jwe: string
  /** The SHA-256 thumbprint of the app's key (RFC 7638): what a device remembers the key by. */
  readonly jkt: string
}

const ALGORITHM = 'ECDH-ES+A256KW'
const KEY_BITS = 256
const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * Encrypts claims to an app's key as a compact JWE (RFC 7516 §7.1, RFC 7518 §4.6), so that whoever passes them on learns
 * their names and nothing else. App, person and request are inside too: the app compares them with what is signed around
 * the ciphertext, so that it cannot be cut out and used elsewhere.
 * @throws DOMException if the key is not a sound one
 */
export async function sealClaims({
  claims,
  key,
  audience,
  subject,
  authRequestId,
}: ClaimsToSeal): Promise<SealedClaims> {
  const jkt = await thumbprintOf(key)
  const { epk, wrappingKey } = await agreeOnKey(key)
  const header = encodeJson({ alg: ALGORITHM, enc: 'A256GCM', kid: jkt, typ: 'countersign-claims+jwe', epk })
  const contentKey = await crypto.subtle.generateKey({ name: 'AES-GCM', length: KEY_BITS }, true, ['encrypt'])
  const wrapped = await crypto.subtle.wrapKey('raw', contentKey, wrappingKey, 'AES-KW')
  const iv = crypto.getRandomValues(new Uint8Array(NONCE_BYTES))
  const content = utf8(JSON.stringify({ claims, aud: audience, sub: subject, auth_request_id: authRequestId }))
  const algorithm = { name: 'AES-GCM', iv, additionalData: utf8(header) }
  const sealed = new Uint8Array(await crypto.subtle.encrypt(algorithm, contentKey, content))
  const [ciphertext, tag] = [sealed.slice(0, -TAG_BYTES), sealed.slice(-TAG_BYTES)]
  const parts = [new Uint8Array(wrapped), iv, ciphertext, tag].map(toBase64url)
  return { claim_names: Object.keys(claims), claims_jwe: [header, ...parts].join('.'), jkt }
}

/** A new key pair agrees with the app's key on a key to wrap with (RFC 7518 §4.6.2); its private half is forgotten. */
async function agreeOnKey(key: ClaimsEncryptionJwk) {
  const algorithm = key.kty === 'EC' ? { name: 'ECDH', namedCurve: key.crv } : { name: key.crv }
  const appKey = await crypto.subtle.importKey('jwk', { ...key }, algorithm, false, [])
  const ephemeral = (await crypto.subtle.generateKey(algorithm, false, ['deriveBits'])) as CryptoKeyPair
  const secret = await crypto.subtle.deriveBits(
    { name: algorithm.name, public: appKey },
    ephemeral.privateKey,
    KEY_BITS,
  )
  const derived = await crypto.subtle.digest('SHA-256', concatKdfInput(new Uint8Array(secret)))
  const wrappingKey = await crypto.subtle.importKey('raw', derived, 'AES-KW', false, ['wrapKey'])
  return { epk: publicMembers(await crypto.subtle.exportKey('jwk', ephemeral.publicKey)), wrappingKey }
}

/** What Concat KDF hashes (NIST SP 800-56A §5.8.2.1): one round, the algorithm's name, no party information, the length. */
function concatKdfInput(secret: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const name = utf8(ALGORITHM)
  return joined([uint32(1), secret, uint32(name.length), name, uint32(0), uint32(0), uint32(KEY_BITS)])
}

/** The SHA-256 thumbprint of a key (RFC 7638). */
export async function thumbprintOf(key: ClaimsEncryptionJwk): Promise<string> {
  const { crv, kty, x } = key
  // The members in the order of the alphabet (RFC 7638 §3.2).
  const members = kty === 'EC' ? { crv, kty, x, y: key.y } : { crv, kty, x }
  return toBase64url(new Uint8Array(await crypto.subtle.digest('SHA-256', utf8(JSON.stringify(members)))))
}

function publicMembers({ kty, crv, x, y }: JsonWebKey): JsonWebKey {
  return { ...(kty && { kty }), ...(crv && { crv }), ...(x && { x }), ...(y && { y }) }
}

function encodeJson(value: object): string {
  return toBase64url(utf8(JSON.stringify(value)))
}

function utf8(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text)
}

function uint32(value: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(4)
  new DataView(bytes.buffer).setUint32(0, value)
  return bytes
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  return new Uint8Array(parts.flatMap((part) => Array.from(part)))
}
