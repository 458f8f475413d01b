import type { PublicJwk } from '@countersign/contracts'
import { OAuthError, sha256 } from '@countersign/service'
import { calculateJwkThumbprint, decodeProtectedHeader, errors, type JWTPayload, jwtVerify } from 'jose'
import type { ProviderDependencies } from '../dependencies.ts'
import { algorithmsOf, problemOfPublicKey, withoutOtherMembers } from '../jwt/public-key.ts'
import { SIGNING_ALGORITHMS } from '../jwt/signing-algorithms.ts'
import { useOnce } from '../jwt/used-jwt.store.ts'

/** A request that claims to come from the holder of a key. */
export type DpopRequest = {
  /** What the `DPoP` header held. Node joins several of them by a comma, which no proof contains. */
  readonly proof: string | readonly string[]
  readonly method: string
  /** The endpoint's path below the issuer, for example `/oauth/token/`. */
  readonly path: string
  /** At a protected resource: the access token that came along, which the proof must name (`ath`). */
  readonly accessToken?: string
}

const MAXIMUM_AGE_SECONDS = 300
const MAXIMUM_LEAD_SECONDS = 60
const MAXIMUM_PROOF_LENGTH = 8_192
const MAXIMUM_JTI_LENGTH = 256

/**
 * Checks a DPoP proof as RFC 9449 §4.3 asks, spends it, and answers the thumbprint of its key (`jkt`). A protected
 * resource then compares this thumbprint to the one that the access token is bound to.
 * @throws `invalid_dpop_proof`, and `use_dpop_nonce` with the nonce to use in its `DPoP-Nonce` header (RFC 9449 §8)
 */
export async function checkDpopProof(
  { sql, config, dpopNonces, now }: Pick<ProviderDependencies, 'sql' | 'config' | 'dpopNonces' | 'now'>,
  request: DpopRequest,
): Promise<string> {
  const time = now()
  const { jwk, payload } = await verifyProof(request.proof, time)
  if (payload['htm'] !== request.method) throw refuse('has another htm than the method of this request.')
  if (!isSameEndpoint(payload['htu'], config.issuer + request.path)) {
    throw refuse('has another htu than the public address of this endpoint.')
  }
  if (request.accessToken !== undefined && payload['ath'] !== sha256(request.accessToken).toString('base64url')) {
    throw refuse('has another ath than the hash of the access token.')
  }
  const { jti, iat } = checkIdentity(payload, time)
  if (typeof payload['nonce'] !== 'string' || !dpopNonces.isValid(payload['nonce'], time)) {
    const headers = { 'dpop-nonce': dpopNonces.current(time) }
    throw new OAuthError('use_dpop_nonce', 'The DPoP proof must carry the nonce of the DPoP-Nonce header.', { headers })
  }
  const jkt = await calculateJwkThumbprint(jwk)
  const expiresAt = new Date((iat + MAXIMUM_AGE_SECONDS) * 1000)
  if (await useOnce(sql, { kind: 'dpop_proof', owner: jkt, jti, expiresAt })) return jkt
  throw refuse('was used before: make a new one, with a new jti, for every request.')
}

type VerifiedProof = { readonly jwk: PublicJwk; readonly payload: JWTPayload }

async function verifyProof(proof: DpopRequest['proof'], time: Date): Promise<VerifiedProof> {
  if (typeof proof !== 'string' || proof.includes(',')) throw refuse('must come in exactly one DPoP header.')
  if (proof.length > MAXIMUM_PROOF_LENGTH) throw refuse(`must have at most ${MAXIMUM_PROOF_LENGTH} characters.`)
  const jwk = readProofKey(proof)
  try {
    const { payload } = await jwtVerify(proof, jwk, { typ: 'dpop+jwt', currentDate: time })
    return { jwk, payload }
  } catch (error) {
    if (error instanceof errors.JOSEError) throw refuse('must be a JWT of typ dpop+jwt, signed with its own jwk.')
    throw error
  }
}

/** The key that the proof brings along. Its type and the algorithm must agree: the key decides, never the JWT alone. */
function readProofKey(proof: string): PublicJwk {
  const { alg, jwk } = readHeader(proof)
  if (!SIGNING_ALGORITHMS.some((each) => each === alg)) {
    throw refuse(`must be signed by one of ${SIGNING_ALGORITHMS.join(', ')}.`)
  }
  if (!isJwk(jwk)) throw refuse('must carry its public key as jwk.')
  const problem = problemOfPublicKey(jwk)
  if (problem) throw refuse(`has a jwk that ${problem}.`)
  if (typeof alg === 'string' && algorithmsOf(jwk).includes(alg)) return withoutOtherMembers(jwk)
  throw refuse('has an alg that its jwk is not for.')
}

function readHeader(proof: string): { readonly alg?: unknown; readonly jwk?: unknown } {
  try {
    return decodeProtectedHeader(proof)
  } catch {
    throw refuse('is not a JWT.')
  }
}

function isJwk(value: unknown): value is PublicJwk {
  return typeof value === 'object' && value !== null && 'kty' in value && typeof value.kty === 'string'
}

/** Compares with the configured address, never with a `Host` header; query and fragment are left out (RFC 9449 §4.3). */
function isSameEndpoint(htu: unknown, endpoint: string): boolean {
  if (typeof htu !== 'string' || !URL.canParse(htu)) return false
  const url = new URL(htu)
  url.search = ''
  url.hash = ''
  return url.href.replace(/\/$/, '') === new URL(endpoint).href.replace(/\/$/, '')
}

/** Clocks of devices are off by minutes; that a proof is fresh, its nonce shows better. */
function checkIdentity({ jti, iat }: JWTPayload, time: Date): { readonly jti: string; readonly iat: number } {
  if (typeof jti !== 'string' || jti === '' || jti.length > MAXIMUM_JTI_LENGTH) {
    throw refuse(`must have a jti of at most ${MAXIMUM_JTI_LENGTH} characters.`)
  }
  const age = iat === undefined ? Number.NaN : time.getTime() / 1000 - iat
  if (iat !== undefined && age <= MAXIMUM_AGE_SECONDS && age >= -MAXIMUM_LEAD_SECONDS) return { jti, iat }
  throw refuse('must have an iat of now.')
}

function refuse(problem: string): OAuthError {
  return new OAuthError('invalid_dpop_proof', `The DPoP proof ${problem}`)
}
