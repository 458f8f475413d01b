import { constants, createPublicKey, hash, type KeyObject, verify } from 'node:crypto'
import { promisify } from 'node:util'
import type { PublicJwk } from '@countersign/contracts'
import { calculateJwkThumbprint } from 'jose'
import { OAuthError } from '../errors.ts'
import { algorithmsOf, isJwk, problemOfPublicKey, SIGNING_ALGORITHMS, withoutOtherMembers } from './public-key.ts'
import { sha256 } from './secrets.ts'

export type ProvenRequest = {
  /** The `DPoP` header. Node joins repeated headers with a comma, which no proof contains. */
  readonly proof: string | readonly string[]
  readonly method: string
  /** The endpoint's configured URLs, never taken from `Host`. */
  readonly endpoints: readonly string[]
  /** Must be bound by the proof (`ath`). */
  readonly accessToken?: string | undefined
}

/** The caller must still check nonce and replay. */
export type DpopProof = {
  /** Thumbprint (RFC 7638). */
  readonly jkt: string
  readonly jti: string
  readonly iat: number
  readonly nonce: unknown
  /** A nested proof by the key that this one replaces; unchecked. */
  readonly former: unknown
}

type Freshness = { readonly time: Date; readonly maximumAgeSeconds: number }

const MAXIMUM_LEAD_SECONDS = 60
const MAXIMUM_PROOF_LENGTH = 8_192
const MAXIMUM_JTI_LENGTH = 256
const COMPACT_JWS = /^([\w-]+)\.([\w-]+)\.([\w-]+)$/

/** Checks a DPoP proof (RFC 9449 §4.3). @throws OAuthError `invalid_dpop_proof` */
export async function verifyDpopProof(
  request: ProvenRequest,
  { time, maximumAgeSeconds }: Freshness,
): Promise<DpopProof> {
  const { jkt, payload } = await verifySignature(request.proof, time)
  if (payload['htm'] !== request.method) throw refuseProof('has another htm than the method of this request.')
  if (!request.endpoints.some((endpoint) => isSameEndpoint(payload['htu'], endpoint))) {
    throw new WrongEndpoint(payload['htu'])
  }
  if (request.accessToken !== undefined && payload['ath'] !== sha256(request.accessToken).toString('base64url')) {
    throw refuseProof('has another ath than the hash of the access token.')
  }
  const { jti, iat } = checkIdentity(payload, { time, maximumAgeSeconds })
  return { jkt, jti, iat, nonce: payload['nonce'], former: payload['former'] }
}

export class WrongEndpoint extends OAuthError {
  readonly htu: unknown

  constructor(htu: unknown) {
    super('invalid_dpop_proof', 'The DPoP proof has another htu than the public address of this endpoint.')
    this.htu = htu
  }
}

export function refuseProof(problem: string): OAuthError {
  return new OAuthError('invalid_dpop_proof', `The DPoP proof ${problem}`)
}

type SignedProof = { readonly jkt: string; readonly payload: Readonly<Record<string, unknown>> }

async function verifySignature(proof: ProvenRequest['proof'], time: Date): Promise<SignedProof> {
  if (typeof proof !== 'string' || proof.includes(',')) throw refuseProof('must come in exactly one DPoP header.')
  if (proof.length > MAXIMUM_PROOF_LENGTH) throw refuseProof(`must have at most ${MAXIMUM_PROOF_LENGTH} characters.`)
  const [, encodedHeader = '', encodedPayload = '', encodedSignature = ''] = COMPACT_JWS.exec(proof) ?? []
  const header = decodeObject(encodedHeader)
  if (!header) throw refuseProof('is not a JWT.')
  const { alg, jwk, typ } = header
  const key = await readKey(alg, jwk)
  const input = Buffer.from(`${encodedHeader}.${encodedPayload}`)
  const signature = Buffer.from(encodedSignature, 'base64url')
  const payload = decodeObject(encodedPayload)
  // `crit` and `b64` would change how the JWT is read (RFC 7515 §4.1.11, RFC 7797).
  const isPlain = isProofType(typ) && !('crit' in header) && !('b64' in header)
  const isSound = isPlain && payload && isInForce(payload, time)
  if (isSound && (await isSignedBy(key, String(alg), { input, signature }))) {
    return { jkt: key.jkt, payload }
  }
  throw refuseProof('must be a JWT of typ dpop+jwt, signed with its own jwk.')
}

/** The key's type must match the algorithm. */
async function readKey(alg: unknown, jwk: unknown): Promise<ProofKey> {
  if (!SIGNING_ALGORITHMS.some((each) => each === alg)) {
    throw refuseProof(`must be signed by one of ${SIGNING_ALGORITHMS.join(', ')}.`)
  }
  if (!isJwk(jwk)) throw refuseProof('must carry its public key as jwk.')
  const key = await readProofKey(jwk)
  if (typeof key === 'string') throw refuseProof(`has a jwk that ${key}.`)
  if (key.algorithms.some((each) => each === alg)) return key
  throw refuseProof('has an alg that its jwk is not for.')
}

function decodeObject(encoded: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(encoded, 'base64url').toString('utf8'))
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined
  } catch {
    return undefined
  }
}

/** Compared like a media type (RFC 7515 §4.1.9). */
function isProofType(typ: unknown): boolean {
  return typeof typ === 'string' && typ.toLowerCase().replace(/^application\//, '') === 'dpop+jwt'
}

/** Optional in a proof, but binding (RFC 7519 §4.1.4, §4.1.5). */
function isInForce({ nbf, exp }: SignedProof['payload'], time: Date): boolean {
  const seconds = Math.floor(time.getTime() / 1000)
  const isBegun = nbf === undefined || (typeof nbf === 'number' && nbf <= seconds)
  return isBegun && (exp === undefined || (typeof exp === 'number' && exp > seconds))
}

/** Query and fragment are left out (RFC 9449 §4.3). */
function isSameEndpoint(htu: unknown, endpoint: string): boolean {
  if (htu === endpoint) return true
  // A configured URL with a request's path may not parse.
  if (typeof htu !== 'string' || !URL.canParse(htu) || !URL.canParse(endpoint)) return false
  const url = new URL(htu)
  url.search = ''
  url.hash = ''
  return url.href.replace(/\/$/, '') === new URL(endpoint).href.replace(/\/$/, '')
}

/** Device clocks are off by minutes; a nonce proves freshness better. */
function checkIdentity(
  { jti, iat }: SignedProof['payload'],
  { time, maximumAgeSeconds }: Freshness,
): { readonly jti: string; readonly iat: number } {
  if (typeof jti !== 'string' || jti === '' || jti.length > MAXIMUM_JTI_LENGTH) {
    throw refuseProof(`must have a jti of at most ${MAXIMUM_JTI_LENGTH} characters.`)
  }
  const age = typeof iat === 'number' ? time.getTime() / 1000 - iat : Number.NaN
  if (typeof iat === 'number' && age <= maximumAgeSeconds && age >= -MAXIMUM_LEAD_SECONDS) return { jti, iat }
  throw refuseProof('must have an iat of now.')
}

type ProofKey = {
  readonly key: KeyObject
  readonly algorithms: readonly string[]
  /** Thumbprint (RFC 7638). */
  readonly jkt: string
}

/** Devices use one key for weeks. */
const MAXIMUM_REMEMBERED = 5_000

const remembered = new Map<string, ProofKey>()

/** Returns the key or its problem. Cached: checking a key costs as much as a signature. */
async function readProofKey(jwk: PublicJwk): Promise<ProofKey | string> {
  // Hash the whole JWK: each member may affect validity.
  const digest = hash('sha256', JSON.stringify(jwk), 'base64url')
  const known = remembered.get(digest)
  if (known) return known
  const problem = problemOfPublicKey(jwk)
  if (problem !== undefined) return problem
  const plain = withoutOtherMembers(jwk)
  const key = createPublicKey({ key: plain, format: 'jwk' })
  const read = { key, algorithms: algorithmsOf(jwk), jkt: await calculateJwkThumbprint(plain) }
  const [oldest] = remembered.size >= MAXIMUM_REMEMBERED ? remembered.keys() : []
  if (oldest !== undefined) remembered.delete(oldest)
  remembered.set(digest, read)
  return read
}

const verifyAside = promisify(verify)

/** On a thread of libuv: a page sends a proof with each request, and checking ES256 takes 100 µs. WebCrypto would queue it. */
async function isSignedBy(
  { key }: ProofKey,
  alg: string,
  { input, signature }: { input: Buffer; signature: Buffer },
): Promise<boolean> {
  switch (alg) {
    case 'ES256':
      return verifyAside('sha256', input, { key, dsaEncoding: 'ieee-p1363' }, signature)
    case 'PS256': {
      const padding = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST }
      return verifyAside('sha256', input, { key, ...padding }, signature)
    }
    case 'EdDSA':
    case 'Ed25519':
      return verifyAside(null, input, key, signature)
    default:
      return false
  }
}
