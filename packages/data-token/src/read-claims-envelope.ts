const ALGORITHM = 'ECDH-ES+A256KW'
const ENCRYPTION = 'A256GCM'
const TYPE = 'countersign-claims+jwe'

const BASE64URL = /^[A-Za-z0-9_-]+$/
/** 32 bytes in base64url: a coordinate on either curve, or a thumbprint. */
const THIRTY_TWO_BYTES = /^[A-Za-z0-9_-]{43}$/
/** A wrapped 256-bit key of 40 bytes, a nonce of 12 and a tag of 16 (RFC 7518 §4.4, §5.3). */
const [WRAPPED_KEY_LENGTH, NONCE_LENGTH, TAG_LENGTH] = [54, 16, 22]

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
  const [header = '', wrappedKey = '', nonce = '', ciphertext = '', tag = '', ...others] = jwe.split('.')
  const parts = [header, wrappedKey, nonce, ciphertext, tag]
  if (others.length > 0 || !parts.every((part) => BASE64URL.test(part))) return undefined
  if (wrappedKey.length !== WRAPPED_KEY_LENGTH || nonce.length !== NONCE_LENGTH || tag.length !== TAG_LENGTH) {
    return undefined
  }
  return readHeader(header)
}

function readHeader(encoded: string): ClaimsEnvelope | undefined {
  const header = parseObject(encoded)
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
function parseObject(encoded: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(encoded, 'base64url').toString('utf8'))
    const again = Buffer.from(JSON.stringify(value)).toString('base64url')
    return isObject(value) && again === encoded ? value : undefined
  } catch {
    return undefined
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function holdsOnly(value: object, names: readonly string[]): boolean {
  return Object.keys(value).toSorted().join() === names.join()
}

function isThirtyTwoBytes(value: unknown): value is string {
  return typeof value === 'string' && THIRTY_TWO_BYTES.test(value)
}
