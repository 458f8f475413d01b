import { createHmac, timingSafeEqual, verify } from 'node:crypto'
import type { JwsRefusal, VerifiedJws } from '../key-source.ts'
import { isObject, parseObject } from '../parse-object.ts'
import { ECDSA_BYTES, toDer } from './ecdsa-signature.ts'
import type { JwsKey } from './sign-jws.ts'

const COMPACT_JWS = /^([\w-]+)\.([\w-]+)\.([\w-]*)$/

/**
 * Reads a compact JWS (RFC 7515 §5.2) that one of our own keys has signed, without the queue that WebCrypto keeps: each approval
 * does this. The key says which algorithm it is for, and the header must say the same; nothing in the header picks another
 * key than `kid`, or asks for anything that is not understood.
 */
export function verifyJws(token: string, keys: readonly JwsKey[]): VerifiedJws | JwsRefusal {
  const [, encodedHeader = '', encodedPayload = '', signature = ''] = COMPACT_JWS.exec(token) ?? []
  const header = decodeObject(encodedHeader)
  if (!header?.['alg'] || 'crit' in header || 'b64' in header) return 'malformed'
  const input = Buffer.from(`${encodedHeader}.${encodedPayload}`)
  const signed = Buffer.from(signature, 'base64url')
  if (!candidatesOf(header, keys).some((key) => isSignedBy(key, input, signed))) return 'bad_signature'
  const payload = decodeObject(encodedPayload)
  return payload ? { header, payload } : 'malformed'
}

function candidatesOf({ alg, kid }: VerifiedJws['header'], keys: readonly JwsKey[]): readonly JwsKey[] {
  return keys.filter((key) => key.alg === alg && (kid === undefined || key.kid === undefined || key.kid === kid))
}

function isSignedBy({ alg, key }: JwsKey, input: Buffer, signature: Buffer): boolean {
  switch (alg) {
    case 'HS256': {
      const expected = createHmac('sha256', key).update(input).digest()
      return signature.length === expected.length && timingSafeEqual(signature, expected)
    }
    case 'EdDSA':
      return verify(null, input, key, signature)
    case 'ES256':
      return signature.length === ECDSA_BYTES && verify('sha256', input, key, toDer(signature))
    case 'RS256':
      return verify('sha256', input, key, signature)
  }
}

function decodeObject(encoded: string): Readonly<Record<string, unknown>> | undefined {
  const value = parseObject(Buffer.from(encoded, 'base64url').toString('utf8'))
  return isObject(value) ? value : undefined
}
