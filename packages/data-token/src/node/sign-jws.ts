import { createHmac, type KeyObject, sign } from 'node:crypto'
import { promisify } from 'node:util'
import { fromDer } from './ecdsa-signature.ts'

export type JwsAlgorithm = 'ES256' | 'EdDSA' | 'RS256' | 'HS256'

/** A key together with what it is for; nothing is ever signed by an algorithm that the key did not come with. */
export type JwsKey = { readonly alg: JwsAlgorithm; readonly kid?: string; readonly key: KeyObject }

/**
 * Signs claims as a compact JWS (RFC 7515 §7.1). Every sign-in does this once or twice, and `node:crypto` takes 40 µs of CPU
 * for ES256 where a library over WebCrypto takes 100. `verify-jws.ts` verifies what our own keys have signed; everything else is left to the library.
 */
export function signJws(claims: object, key: JwsKey, typ: string): string {
  const input = signingInput(claims, key, typ)
  return `${input}.${signatureOf(Buffer.from(input), key).toString('base64url')}`
}

const signAside = promisify(sign)

/** The same without holding up everybody else: RSA takes 270 µs, which another thread of Node's has to spare. */
export async function signJwsAside(claims: object, key: JwsKey, typ: string): Promise<string> {
  if (key.alg !== 'RS256') return signJws(claims, key, typ)
  const input = signingInput(claims, key, typ)
  return `${input}.${(await signAside('sha256', Buffer.from(input), key.key)).toString('base64url')}`
}

function signingInput(claims: object, { alg, kid }: JwsKey, typ: string): string {
  const header = { alg, typ, ...(kid && { kid }) }
  return [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
}

function signatureOf(input: Buffer, { alg, key }: JwsKey): Buffer {
  switch (alg) {
    case 'HS256':
      return createHmac('sha256', key).update(input).digest()
    case 'EdDSA':
      return sign(null, input, key)
    case 'ES256':
      return fromDer(sign('sha256', input, key))
    case 'RS256':
      return sign('sha256', input, key)
  }
}
