import { createPrivateKey, createPublicKey, createSecretKey } from 'node:crypto'
import { calculateJwkThumbprint, createLocalJWKSet, exportJWK, generateKeyPair, type JWK } from 'jose'
import {
  type Attestation,
  DATA_TOKEN_TYPE,
  DATA_UPDATE_TYPE,
  type DataUpdateClaims,
  type SealedClaims,
} from '../claims.ts'
import { DataTokenKeyError } from '../errors.ts'
import { type DataTokenKeySource, sharedDataTokenKeys } from '../key-source.ts'
import { isObject, parseObject } from '../parse-object.ts'
import { type JwsKey, signJws, verifyJws } from './jws.ts'

export type DataTokenKeys = Required<DataTokenKeySource> & {
  /** Absent if only public keys are known: these verify, and cannot sign. */
  readonly signing?: JwsKey
  /** For `/.well-known/jwks.json`; empty for a shared secret. */
  readonly publicKeys: readonly JWK[]
}

/** Random text (HS256), or a JWK or JWK Set (ES256, EdDSA): the first signs, all verify. @throws DataTokenKeyError */
export async function readDataTokenKeys(secret: string): Promise<DataTokenKeys> {
  if (!secret.trimStart().startsWith('{')) return sharedSecret(secret)
  const jwks = await Promise.all(parseJwks(secret).map(normalise))
  const publicKeys = jwks.map(publicHalf)
  const verifying = publicKeys.map(({ alg, kid, ...jwk }) => ({ alg, kid, key: importKey(createPublicKey, jwk) }))
  const verification = {
    algorithms: [...new Set(jwks.map(({ alg }) => alg))],
    getKey: createLocalJWKSet({ keys: publicKeys }),
    verifyJws: (token: string) => verifyJws(token, verifying),
    publicKeys,
  }
  const [first] = jwks
  if (!first?.d) return verification
  return { ...verification, signing: { alg: first.alg, kid: first.kid, key: importKey(createPrivateKey, first) } }
}

/** A new private key for `DATA_TOKEN_SECRET`, as JSON: ES256, because an HS256 verifier can also forge. */
export async function generateDataTokenSecret(): Promise<string> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  return JSON.stringify(await normalise(await exportJWK(privateKey)))
}

/** Signs a data token for an approval. @throws DataTokenKeyError if only public keys are known */
export function signDataToken(
  keys: DataTokenKeys,
  attestation: Attestation,
  { now, lifetimeSeconds }: { readonly now: Date; readonly lifetimeSeconds: number },
): string {
  const iat = Math.floor(now.getTime() / 1000)
  const claims = { ...attestation, iat, exp: iat + lifetimeSeconds, jti: crypto.randomUUID() }
  return signJws(claims, signingKeyOf(keys), DATA_TOKEN_TYPE)
}

/** A data update is valid until the grant ends, and no longer than this. */
export const DATA_UPDATE_LIFETIME_SECONDS = 30 * 86_400

type UpdateTiming = { readonly now: Date; readonly grantEndsAt: Date | undefined }

export function signDataUpdate(
  keys: DataTokenKeys,
  { version, ...attestation }: Attestation & SealedClaims & Pick<DataUpdateClaims, 'version'>,
  { now, grantEndsAt }: UpdateTiming,
): string {
  const iat = Math.floor(now.getTime() / 1000)
  const end = iat + DATA_UPDATE_LIFETIME_SECONDS
  const exp = grantEndsAt ? Math.min(end, Math.floor(grantEndsAt.getTime() / 1000)) : end
  const claims: DataUpdateClaims = { ...attestation, iat, exp, jti: crypto.randomUUID(), as_of: iat, version }
  return signJws(claims, signingKeyOf(keys), DATA_UPDATE_TYPE)
}

/** @throws DataTokenKeyError if only public keys are known */
export function signingKeyOf({ signing }: DataTokenKeys): JwsKey {
  if (signing) return signing
  throw new DataTokenKeyError('holds no private key, so nothing can be signed with it.')
}

/** Keeps a proof from passing as another JWT of the same keys (RFC 8725 §3.11). */
const KEY_PROOF_TYPE = 'key-proof+jwt'

/** Shows which key signs here, without telling it. @throws DataTokenKeyError if only public keys are known */
export function signKeyProof(keys: DataTokenKeys): string {
  return signJws({}, signingKeyOf(keys), KEY_PROOF_TYPE)
}

/** Whether what the proof's maker signs can be verified with these keys. */
export async function isKeyProof(proof: string, keys: DataTokenKeys): Promise<boolean> {
  const jws = await keys.verifyJws(proof)
  return typeof jws !== 'string' && jws.header['typ'] === KEY_PROOF_TYPE
}

function sharedSecret(secret: string): DataTokenKeys {
  const keys = sharedDataTokenKeys(secret)
  const signing: JwsKey = { alg: 'HS256', key: createSecretKey(secret, 'utf8') }
  return { ...keys, verifyJws: (token) => verifyJws(token, [signing]), publicKeys: [], signing }
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

/** Adds the `alg` that the key's type implies and, if it has no `kid`, its thumbprint (RFC 7638). */
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

/** Fails at start, not at the first token. */
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
