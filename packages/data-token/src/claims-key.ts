import { type CryptoKey, calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK } from 'jose'
import { ClaimsKeyError } from './errors.ts'
import { isObject, parseObject } from './parse-object.ts'

/** The public key that claims are sealed for (ECDH-ES), on a curve that browsers and servers share. */
export type ClaimsKey =
  | { readonly kty: 'EC'; readonly crv: 'P-256'; readonly x: string; readonly y: string }
  | { readonly kty: 'OKP'; readonly crv: 'X25519'; readonly x: string }

/** A parsed private key; `importClaimsKeys` checks that its halves match. */
export type PrivateClaimsKey = { readonly publicJwk: ClaimsKey; readonly d: string }

/** The app's private keys by public key thumbprint. */
export type ClaimsDecryptionKeys = ReadonlyMap<string, CryptoKey>

const ALGORITHM = 'ECDH-ES+A256KW'
/** 32 bytes in base64url. */
const NUMBER = /^[\w-]{43}$/
const SECRET_BITS = 256

/** A new P-256 key pair for sealed claims. `privateJwk` is JSON, and secret. */
export async function generateClaimsKeyPair(): Promise<{
  readonly publicJwk: ClaimsKey
  readonly privateJwk: string
}> {
  const { privateKey } = await generateKeyPair(ALGORITHM, { crv: 'P-256', extractable: true })
  const { x = '', y = '', d } = await exportJWK(privateKey)
  const publicJwk = { kty: 'EC', crv: 'P-256', x, y } as const
  return { publicJwk, privateJwk: JSON.stringify({ ...publicJwk, d }) }
}

/** Only the members of a public key; undefined for other key types. */
export function findPublicMembers({ kty, crv, x, y }: Readonly<Record<string, unknown>>): ClaimsKey | undefined {
  if (typeof x !== 'string') return undefined
  if (kty === 'OKP' && crv === 'X25519') return { kty, crv, x }
  return kty === 'EC' && crv === 'P-256' && typeof y === 'string' ? { kty, crv, x, y } : undefined
}

/** Parses the app's private JWK, or during a rotation a JWK Set with the newest key first. @throws ClaimsKeyError */
export function readPrivateClaimsKeys(text: string): readonly [PrivateClaimsKey, ...PrivateClaimsKey[]] {
  const value = parseObject(text)
  const jwks: unknown = value && 'keys' in value ? value['keys'] : [value]
  const [first, ...others] = Array.isArray(jwks) ? jwks.map(readPrivateKey) : []
  if (first) return [first, ...others]
  throw new ClaimsKeyError('must be a JWK or a JWK Set, as JSON.')
}

/** @throws ClaimsKeyError */
export async function importClaimsKeys(keys: readonly PrivateClaimsKey[]): Promise<ClaimsDecryptionKeys> {
  return new Map(await Promise.all(keys.map(importPrivateKey)))
}

function readPrivateKey(jwk: unknown): PrivateClaimsKey {
  const publicJwk = isObject(jwk) ? findPublicMembers(jwk) : undefined
  const { d } = isObject(jwk) ? jwk : {}
  if (publicJwk && isNumber(d) && isNumber(publicJwk.x) && (publicJwk.kty === 'OKP' || isNumber(publicJwk.y))) {
    return { publicJwk, d }
  }
  throw new ClaimsKeyError('must hold private keys on P-256 or X25519.')
}

function isNumber(value: unknown): value is string {
  return typeof value === 'string' && NUMBER.test(value)
}

async function importPrivateKey({ publicJwk, d }: PrivateClaimsKey): Promise<readonly [string, CryptoKey]> {
  try {
    const key = await importJWK({ ...publicJwk, d }, ALGORITHM)
    if (!(key instanceof Uint8Array) && (await isPrivateHalf(key, publicJwk)))
      return [await calculateJwkThumbprint(publicJwk), key]
  } catch {
    // Reported below without its content.
  }
  throw new ClaimsKeyError('holds a private key that is damaged.')
}

/** Whether both halves match: each agrees on the same secret with a third key. */
async function isPrivateHalf(privateKey: CryptoKey, publicJwk: ClaimsKey): Promise<boolean> {
  const { crv: namedCurve } = publicJwk
  const name = namedCurve === 'P-256' ? 'ECDH' : namedCurve
  const publicKey = await crypto.subtle.importKey('jwk', publicJwk, { name, namedCurve }, true, [])
  const other = await crypto.subtle.generateKey({ name, namedCurve }, false, ['deriveBits'])
  const [ours, theirs] = await Promise.all([
    crypto.subtle.deriveBits({ name, public: other.publicKey }, privateKey, SECRET_BITS),
    crypto.subtle.deriveBits({ name, public: publicKey }, other.privateKey, SECRET_BITS),
  ])
  const [left, right] = [new Uint8Array(ours), new Uint8Array(theirs)]
  return left.every((byte, at) => byte === right[at])
}
