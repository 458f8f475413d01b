import type { PublicJwk } from '@countersign/contracts'
import { calculateJwkThumbprint, decodeProtectedHeader, errors, type JWTPayload, jwtVerify } from 'jose'
import { OAuthError } from './errors.ts'
import { algorithmsOf, problemOfPublicKey, withoutOtherMembers } from './public-key.ts'
import { sha256 } from './secrets.ts'
import { SIGNING_ALGORITHMS } from './signing-algorithms.ts'

/** A request that claims to come from the holder of a key. */
export type ProvenRequest = {
  /** What the `DPoP` header held. Node joins several of them by a comma, which no proof contains. */
  readonly proof: string | readonly string[]
  readonly method: string
  /** The addresses that the endpoint is configured to be reached at: never what a `Host` header says. */
  readonly endpoints: readonly string[]
  /** The access token that came along, which the proof must name (`ath`). */
  readonly accessToken?: string | undefined
}

/** A proof that is right but for its nonce and for having been used before, which who asked for it has to judge. */
export type DpopProof = {
  /** The thumbprint of its key (RFC 7638). */
  readonly jkt: string
  readonly jti: string
  readonly iat: number
  readonly nonce: unknown
}

type Freshness = { readonly time: Date; readonly maximumAgeSeconds: number }

const MAXIMUM_LEAD_SECONDS = 60
const MAXIMUM_PROOF_LENGTH = 8_192
const MAXIMUM_JTI_LENGTH = 256

/**
 * Checks a DPoP proof as RFC 9449 §4.3 asks.
 * @throws OAuthError `invalid_dpop_proof`
 */
export async function verifyDpopProof(
  request: ProvenRequest,
  { time, maximumAgeSeconds }: Freshness,
): Promise<DpopProof> {
  const { jwk, payload } = await verifySignature(request.proof, time)
  if (payload['htm'] !== request.method) throw refuseProof('has another htm than the method of this request.')
  if (!request.endpoints.some((endpoint) => isSameEndpoint(payload['htu'], endpoint))) {
    throw new WrongEndpoint(payload['htu'])
  }
  if (request.accessToken !== undefined && payload['ath'] !== sha256(request.accessToken).toString('base64url')) {
    throw refuseProof('has another ath than the hash of the access token.')
  }
  const { jti, iat } = checkIdentity(payload, { time, maximumAgeSeconds })
  return { jkt: await calculateJwkThumbprint(jwk), jti, iat, nonce: payload['nonce'] }
}

/** A proof that was made for another address. */
export class WrongEndpoint extends OAuthError {
  /** Where it was made for, as it says itself. */
  readonly htu: unknown

  constructor(htu: unknown) {
    super('invalid_dpop_proof', 'The DPoP proof has another htu than the public address of this endpoint.')
    this.htu = htu
  }
}

/** A refusal of a DPoP proof, which says what is wrong with it. */
export function refuseProof(problem: string): OAuthError {
  return new OAuthError('invalid_dpop_proof', `The DPoP proof ${problem}`)
}

type SignedProof = { readonly jwk: PublicJwk; readonly payload: JWTPayload }

async function verifySignature(proof: ProvenRequest['proof'], time: Date): Promise<SignedProof> {
  if (typeof proof !== 'string' || proof.includes(',')) throw refuseProof('must come in exactly one DPoP header.')
  if (proof.length > MAXIMUM_PROOF_LENGTH) throw refuseProof(`must have at most ${MAXIMUM_PROOF_LENGTH} characters.`)
  const jwk = readProofKey(proof)
  try {
    const { payload } = await jwtVerify(proof, jwk, { typ: 'dpop+jwt', currentDate: time })
    return { jwk, payload }
  } catch (error) {
    if (error instanceof errors.JOSEError) throw refuseProof('must be a JWT of typ dpop+jwt, signed with its own jwk.')
    throw error
  }
}

/** The key that the proof brings along. Its type and the algorithm must agree: the key decides, never the JWT alone. */
function readProofKey(proof: string): PublicJwk {
  const { alg, jwk } = readHeader(proof)
  if (!SIGNING_ALGORITHMS.some((each) => each === alg)) {
    throw refuseProof(`must be signed by one of ${SIGNING_ALGORITHMS.join(', ')}.`)
  }
  if (!isJwk(jwk)) throw refuseProof('must carry its public key as jwk.')
  const problem = problemOfPublicKey(jwk)
  if (problem) throw refuseProof(`has a jwk that ${problem}.`)
  if (typeof alg === 'string' && algorithmsOf(jwk).includes(alg)) return withoutOtherMembers(jwk)
  throw refuseProof('has an alg that its jwk is not for.')
}

function readHeader(proof: string): { readonly alg?: unknown; readonly jwk?: unknown } {
  try {
    return decodeProtectedHeader(proof)
  } catch {
    throw refuseProof('is not a JWT.')
  }
}

function isJwk(value: unknown): value is PublicJwk {
  return typeof value === 'object' && value !== null && 'kty' in value && typeof value.kty === 'string'
}

/** Query and fragment are left out (RFC 9449 §4.3). */
function isSameEndpoint(htu: unknown, endpoint: string): boolean {
  // The path of a request in absolute form, behind an address, need not be one.
  if (typeof htu !== 'string' || !URL.canParse(htu) || !URL.canParse(endpoint)) return false
  const url = new URL(htu)
  url.search = ''
  url.hash = ''
  return url.href.replace(/\/$/, '') === new URL(endpoint).href.replace(/\/$/, '')
}

/** Clocks of devices are off by minutes; where a proof carries a nonce, that shows better how fresh it is. */
function checkIdentity(
  { jti, iat }: JWTPayload,
  { time, maximumAgeSeconds }: Freshness,
): { readonly jti: string; readonly iat: number } {
  if (typeof jti !== 'string' || jti === '' || jti.length > MAXIMUM_JTI_LENGTH) {
    throw refuseProof(`must have a jti of at most ${MAXIMUM_JTI_LENGTH} characters.`)
  }
  const age = iat === undefined ? Number.NaN : time.getTime() / 1000 - iat
  if (iat !== undefined && age <= maximumAgeSeconds && age >= -MAXIMUM_LEAD_SECONDS) return { jti, iat }
  throw refuseProof('must have an iat of now.')
}
