import { createHmac, timingSafeEqual, verify } from 'node:crypto'
import { readCompactJws } from '../compact-jws.ts'
import type { JwsRefusal, VerifiedJws } from '../key-source.ts'
import { ECDSA_BYTES, toDer } from './ecdsa-signature.ts'
import type { JwsKey } from './sign-jws.ts'

/**
 * Reads a compact JWS (RFC 7515 §5.2) that one of our own keys has signed, without the queue that WebCrypto keeps: each approval
 * does this. The key says which algorithm it is for, and the header must say the same; nothing in the header picks another
 * key than `kid`, or asks for anything that is not understood.
 */
export function verifyJws(token: string, keys: readonly JwsKey[]): VerifiedJws | JwsRefusal {
  const jws = readCompactJws(token, (text) => Buffer.from(text, 'base64url'))
  if (!jws) return 'malformed'
  const [key, ...others] = candidatesOf(jws.header, keys)
  // As the library has it: which one is meant, the token must say.
  if (others.length > 0) return 'malformed'
  if (!key || !isSignedBy(key, Buffer.from(jws.input), Buffer.from(jws.signature))) return 'bad_signature'
  const payload = jws.readPayload()
  return payload ? { header: jws.header, payload } : 'malformed'
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
