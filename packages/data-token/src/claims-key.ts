import { type CryptoKey, calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK } from 'jose'
import { ClaimsKeyError } from './errors.ts'
import { isObject, parseObject } from './parse-object.ts'

/** The public key that claims are sealed for: for ECDH-ES, on a curve that browsers and servers have in common. */
export type ClaimsKey =
  | { readonly kty: 'EC'; readonly crv: 'P-256'; readonly x: string; readonly y: string }
  | { readonly kty: 'OKP'; readonly crv: 'X25519'; readonly x: string }

/** A private key of an app, as it is written; that both halves belong together is known once it is imported. */
export type PrivateClaimsKey = { readonly publicJwk: ClaimsKey; readonly d: string }

/** The app's private keys by the thumbprints of their public halves. */
export type ClaimsDecryptionKeys = ReadonlyMap<string, CryptoKey>

const ALGORITHM = 'ECDH-ES+A256KW'
/** 32 bytes in base64url. */
const NUMBER = /^[\w-]{43}$/
const SECRET_BITS = 256

/** A new key pair for sealed claims, on P-256. The private half, a JWK as JSON, is the app's alone. */
export async function generateClaimsKeyPair(): Promise<{
  readonly publicJwk: ClaimsKey
  readonly privateJwk: string
}> {
  const { privateKey } = await generateKeyPair(ALGORITHM, { crv: 'P-256', extractable: true })
  const { x = '', y = '', d } = await exportJWK(privateKey)
  const publicJwk = { kty: 'EC', crv: 'P-256', x, y } as const
  return { publicJwk, privateJwk: JSON.stringify({ ...publicJwk, d }) }
}

/** What a public key of these kinds consists of, and no other member; nothing if it is of another kind. */
export function findPublicMembers({ kty, crv, x, y }: Readonly<Record<string, unknown>>): ClaimsKey | undefined {
  if (typeof x !== 'string') return undefined
  if (kty === 'OKP' && crv === 'X25519') return { kty, crv, x }
  return kty === 'EC' && crv === 'P-256' && typeof y === 'string' ? { kty, crv, x, y } : undefined
}

/**
 * The app's private key as a JWK, or several as a JWK Set while one follows another: the first is the newest.
 * @throws ClaimsKeyError
 */
export function readPrivateClaimsKeys(text: string): readonly [PrivateClaimsKey, ...PrivateClaimsKey[]] {
  const value = parseObject(text)
  const jwks: unknown = value && 'keys' in value ? value['keys'] : [value]
  const [first, ...others] = Array.isArray(jwks) ? jwks.map(readPrivateKey) : []
  if (first) return [first, ...others]
  throw new ClaimsKeyError('must be a JWK or a JWK Set, as JSON.')
}

/**
 * Makes private keys ready to open claims with.
 * @throws ClaimsKeyError
 */
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
    // Said below, without what it was.
  }
  throw new ClaimsKeyError('holds a private key that is damaged.')
}

/** Whether both halves belong together: then each agrees with a third on the same secret. */
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
