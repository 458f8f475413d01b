import type { ClaimsEncryptionJwk } from '@countersign/contracts'
import type { ClaimValues } from '../claims/claim-items.ts'
import { loaded } from '../failure.ts'

type ClaimsToSeal = {
  readonly claims: ClaimValues
  /** Proves a verified value, by claim. */
  readonly salts?: ClaimValues
  /** SD-JWTs with key binding to this app and request. */
  readonly presentations?: readonly string[]
  readonly key: ClaimsEncryptionJwk
  readonly audience: string
  readonly subject: string
  readonly authRequestId: string
  /** For an app that is kept up to date; the version is that of a data update. */
  readonly updates?: { readonly secret: string; readonly version?: number | undefined } | undefined
}

/**
 * Encrypts claims to an app's key as a compact JWE (RFC 7516 §7.1, RFC 7518 §4.6): intermediaries learn names and size
 * classes only. Names app, user and request, which the app compares with the data token, against cut and paste.
 * @throws Error if the key is invalid
 */
export async function sealClaims({
  claims,
  salts = {},
  presentations = [],
  key,
  audience,
  subject,
  authRequestId,
  updates,
}: ClaimsToSeal) {
  const { CompactEncrypt, importJWK } = await loaded(import('./jose-parts.ts'))
  const jkt = await thumbprintOf(key)
  const about = { aud: audience, sub: subject, auth_request_id: authRequestId }
  const content = {
    claims,
    ...(Object.keys(salts).length > 0 && { salts }),
    ...(presentations.length > 0 && { presentations }),
    ...(updates && { update_secret: updates.secret, version: updates.version }),
    ...about,
  }
  const padding = paddingFor(claims, presentations)
  const jwe = new CompactEncrypt(new TextEncoder().encode(JSON.stringify(content) + padding))
  jwe.setProtectedHeader({ alg: ALGORITHM, enc: 'A256GCM', kid: jkt, typ: 'countersign-claims+jwe' })
  return {
    claim_names: Object.keys(claims),
    claims_jwe: await jwe.encrypt(await importJWK(publicMembers(key), ALGORITHM)),
    /** The app key's SHA-256 thumbprint (RFC 7638). */
    jkt,
  }
}

export async function thumbprintOf(key: ClaimsEncryptionJwk): Promise<string> {
  const { calculateJwkThumbprint } = await loaded(import('./jose-parts.ts'))
  return calculateJwkThumbprint(publicMembers(key))
}

const ALGORITHM = 'ECDH-ES+A256KW'

/** Drops `use` and `key_ops`, which could exclude this use. */
function publicMembers(key: ClaimsEncryptionJwk): ClaimsEncryptionJwk {
  const { crv, kty, x } = key
  return kty === 'EC' ? { crv, kty, x, y: key.y } : { crv, kty, x }
}

/** In bytes of JSON. Larger values are not padded. */
const SIZE_CLASSES = [128, 256, 512, 1_024, 2_048, 4_096] as const

const PRESENTATION_SIZE_CLASSES = [4_096, 8_192] as const

/** Pads each value by white space (RFC 8259 §2): padding the total could tell "male" from "female" at a boundary. */
function paddingFor(claims: ClaimValues, presentations: readonly string[]): string {
  const missing = [
    ...Object.values(claims).map((value) => missingBytes(value, SIZE_CLASSES)),
    ...presentations.map((presentation) => missingBytes(presentation, PRESENTATION_SIZE_CLASSES)),
  ]
  return ' '.repeat(missing.reduce((sum, bytes) => sum + bytes, 0))
}

function missingBytes(value: string, sizeClasses: readonly number[]): number {
  const { length } = new TextEncoder().encode(JSON.stringify(value))
  return (sizeClasses.find((each) => length <= each) ?? length) - length
}
