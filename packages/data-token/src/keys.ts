import { createPrivateKey, createPublicKey, createSecretKey } from 'node:crypto'
import {
  calculateJwkThumbprint,
  createLocalJWKSet,
  createRemoteJWKSet,
  customFetch,
  exportJWK,
  generateKeyPair,
  type JWK,
  type JWTVerifyGetKey,
} from 'jose'
import { DataTokenKeyError } from './errors.ts'
import { isObject, parseObject } from './parse-object.ts'
import type { JwsKey } from './sign-jws.ts'

/** Where a verifier finds its keys. The algorithms come from the keys, never from the token (RFC 8725 §3.1). */
export type DataTokenKeySource = {
  readonly algorithms: readonly string[]
  readonly getKey: JWTVerifyGetKey
  /** All of the keys, where they are ours and need not be fetched. */
  readonly verifying?: readonly JwsKey[]
}

export type DataTokenKeys = DataTokenKeySource & {
  /** Absent where only the public half is known: such a holder verifies and cannot attest. */
  readonly signing?: JwsKey
  /** For `/.well-known/jwks.json`; empty when the secret is a shared one. */
  readonly publicKeys: readonly JWK[]
}

const ASYMMETRIC = ['ES256', 'EdDSA'] as const
const MINIMUM_SECRET_LENGTH = 32

/**
 * Reads `DATA_TOKEN_SECRET`: a random string (HS256), or a JWK or JWK Set as JSON (ES256, EdDSA). The first key of a
 * set signs and all of them verify, which is how one rotates.
 * @throws DataTokenKeyError
 */
export async function readDataTokenKeys(secret: string): Promise<DataTokenKeys> {
  if (!secret.trimStart().startsWith('{')) return sharedSecret(secret)
  const jwks = await Promise.all(parseJwks(secret).map(normalise))
  const publicKeys = jwks.map(publicHalf)
  const verification = {
    algorithms: [...new Set(jwks.map(({ alg }) => alg))],
    getKey: createLocalJWKSet({ keys: publicKeys }),
    verifying: publicKeys.map(({ alg, kid, ...jwk }) => ({ alg, kid, key: importKey(createPublicKey, jwk) })),
  }
  const [first] = jwks
  if (!first?.d) return { ...verification, publicKeys }
  return {
    ...verification,
    publicKeys,
    signing: { alg: first.alg, kid: first.kid, key: importKey(createPrivateKey, first) },
  }
}

/** Keys that another server publishes, fetched when first needed and again when an unknown `kid` appears. */
export function remoteDataTokenKeys(
  jwksUri: string | URL,
  { fetch: ask = fetch }: { readonly fetch?: typeof fetch | undefined } = {},
): DataTokenKeySource {
  return { algorithms: ASYMMETRIC, getKey: createRemoteJWKSet(new URL(jwksUri), { [customFetch]: ask }) }
}

/** A new private key for `DATA_TOKEN_SECRET`, as JSON: ES256, because whoever can verify HS256 can also forge. */
export async function generateDataTokenSecret(): Promise<string> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  return JSON.stringify(await normalise(await exportJWK(privateKey)))
}

function sharedSecret(secret: string): DataTokenKeys {
  if (secret.length < MINIMUM_SECRET_LENGTH) {
    throw new DataTokenKeyError(
      `must have at least ${MINIMUM_SECRET_LENGTH} characters, or be a JWK or JWK Set as JSON.`,
    )
  }
  const key = new TextEncoder().encode(secret)
  const signing = { alg: 'HS256', key: createSecretKey(key) } as const
  return { algorithms: ['HS256'], getKey: async () => key, verifying: [signing], publicKeys: [], signing }
}

function parseJwks(text: string): JWK[] {
  const value = parseObject(text)
  if (!value) throw new DataTokenKeyError('looks like JSON but is not.')
  const keys: unknown = 'keys' in value ? value['keys'] : [value]
  if (!Array.isArray(keys) || keys.length === 0 || !keys.every(isJwk)) {
    throw new DataTokenKeyError('must be a JWK or a JWK Set with at least one key.')
  }
  return keys
}

function isJwk(value: unknown): value is JWK {
  return isObject(value) && typeof value['kty'] === 'string'
}

type NormalJwk = JWK & { readonly alg: 'ES256' | 'EdDSA'; readonly kid: string }

/** Gives a key the `alg` that its type implies and, where it has none, its thumbprint as `kid` (RFC 7638). */
async function normalise(jwk: JWK): Promise<NormalJwk> {
  const alg = algorithmOf(jwk)
  if (!alg) throw new DataTokenKeyError('must hold P-256 (ES256) or Ed25519 (EdDSA) keys.')
  importKey(createPublicKey, jwk)
  return { ...jwk, alg, use: 'sig', kid: jwk.kid ?? (await calculateJwkThumbprint(jwk)) }
}

function algorithmOf({ kty, crv }: JWK): 'ES256' | 'EdDSA' | undefined {
  if (kty === 'EC' && crv === 'P-256') return 'ES256'
  return kty === 'OKP' && crv === 'Ed25519' ? 'EdDSA' : undefined
}

/** At the start, and not at the first token. */
function importKey(create: typeof createPrivateKey | typeof createPublicKey, jwk: JWK) {
  try {
    return create({ key: { ...jwk }, format: 'jwk' })
  } catch {
    throw new DataTokenKeyError('holds a key that is damaged.')
  }
}

function publicHalf({ d: _private, key_ops: _operations, ext: _extractable, ...jwk }: NormalJwk): NormalJwk {
  return jwk
}
