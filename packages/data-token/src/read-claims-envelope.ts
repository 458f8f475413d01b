import { isObject, parseObject } from './parse-object.ts'

const ALGORITHM = 'ECDH-ES+A256KW'
const ENCRYPTION = 'A256GCM'
const TYPE = 'countersign-claims+jwe'

/** A header, a wrapped 256-bit key of 40 bytes, a nonce of 12, a ciphertext and a tag of 16 (RFC 7518 §4.4, §5.3). */
const COMPACT_JWE = /^([\w-]+)\.[\w-]{54}\.[\w-]{16}\.[\w-]+\.[\w-]{22}$/
/** 32 bytes in base64url: a coordinate on either curve, or a thumbprint. */
const THIRTY_TWO_BYTES = /^[\w-]{43}$/

/** What the outside of sealed claims tells. */
export type ClaimsEnvelope = {
  /** The thumbprint of the key that they were sealed for. */
  readonly kid: string
  readonly curve: 'P-256' | 'X25519'
}

/**
 * Reads the outside of a compact JWE (RFC 7516 §7.1) that can be sealed claims; nothing if it is anything else. The
 * attester and the app read it alike. Every member of the header is on the list and has its one form, so that there is
 * no room for a value in the open, for another algorithm, or for a header that two readers understand differently.
 */
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

/** Written back, the header must be the same text: then no member is in it twice (RFC 7515 §4). */
function parseCanonical(encoded: string): Readonly<Record<string, unknown>> | undefined {
  const value = parseObject(decodeAscii(encoded))
  return value && encodeAscii(JSON.stringify(value)) === encoded ? value : undefined
}

/** Without a detour by bytes, and in every runtime: no member may hold anything but ASCII. */
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
