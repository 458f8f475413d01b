/** Credentials by issuers, as they come with sealed claims; needs only Web APIs. */
import { SDJwtInstance } from '@sd-jwt/core'
import { base64url, compactVerify, decodeJwt, decodeProtectedHeader, errors, importJWK, type JWTPayload } from 'jose'
import type { TrustedIssuer } from './credential-issuers.ts'
import { isObject } from './parse-object.ts'
import { sha256 } from './sha256.ts'

export { type CredentialIssuer, type TrustedIssuer, trustIssuers } from './credential-issuers.ts'

export type PresentedCredential = {
  readonly issuer: string
  readonly issuerName: string | undefined
  /** Its type, `vct`. */
  readonly type: string
  /** Unix time in seconds, if the issuer states it. */
  readonly issuedAt: number | undefined
  readonly until: number | undefined
  /** Claims that the user chose to disclose. */
  readonly claims: Readonly<Record<string, unknown>>
}

type PresentedFor = {
  /** `iss` of the data token. */
  readonly provider: string
  readonly audience: string
  readonly authRequestId: string
}

/** From the data token around it: provider, app, request and user. */
export type PresentationExpectations = PresentedFor & {
  readonly issuers: ReadonlyMap<string, TrustedIssuer>
  readonly subject: string
  readonly now: Date
}

/**
 * Why a presentation is refused: damaged, not signed by a trusted issuer, of an unexpected type, expired or not yet valid,
 * not presented by its holder, or made for another app, user or request; revoked, suspended, or in a state that only its
 * issuer knows (`other_status`). `status_unknown`: its status could not be read.
 */
export type PresentationRefusal =
  | 'malformed'
  | 'unknown_issuer'
  | 'unexpected_type'
  | 'bad_signature'
  | 'expired'
  | 'not_the_holder'
  | 'made_for_another'
  | 'revoked'
  | 'suspended'
  | 'other_status'
  | 'status_unknown'
  | 'keys_unavailable'

const ISSUER_ALGORITHMS = ['ES256', 'ES384', 'EdDSA']
/** SD-JWT VC draft 19 §2.2.1. */
const CREDENTIAL_TYPE = 'dc+sd-jwt'
const HOLDER_ALGORITHM = 'ES256'
const NONCE_LABEL = 'countersign/v1/presentation'
const CLOCK_TOLERANCE_SECONDS = 5
/** Never disclosures: a holder could leave them out (SD-JWT VC draft 19 §2.2.2.3). */
const NEVER_DISCLOSED = ['iss', 'nbf', 'exp', 'cnf', 'vct', 'vct#integrity', 'aka_vcts', 'status']
/** Members of an SD-JWT VC about the credential itself. */
const REGISTERED = new Set([...NEVER_DISCLOSED, 'iat', 'jti'])

class Refused extends Error {
  readonly reason: PresentationRefusal
  constructor(reason: PresentationRefusal, options?: ErrorOptions) {
    super(reason, options)
    this.reason = reason
  }
}

/** RFC 9901 §7.3: issuer, signature, times, disclosures, and the holder's signature for this app, user and request. */
export async function verifyPresentation(
  presentation: string,
  expected: PresentationExpectations,
): Promise<PresentedCredential | { readonly refused: PresentationRefusal }> {
  try {
    return await verify(presentation, expected)
  } catch (error) {
    return { refused: error instanceof Refused ? error.reason : 'malformed' }
  }
}

async function verify(presentation: string, expected: PresentationExpectations): Promise<PresentedCredential> {
  const [issuerJwt = '', ...disclosures] = presentation.split('~')
  const keyBinding = disclosures.pop() ?? ''
  // Still unverified: only chooses the keys.
  const payload = decodeJwt(issuerJwt)
  const issuer = expected.issuers.get(payload.iss ?? '')
  if (decodeProtectedHeader(issuerJwt).typ !== CREDENTIAL_TYPE) throw new Refused('malformed')
  if (!issuer) throw new Refused('unknown_issuer')
  if (!(await areDisclosuresSound(disclosures, payload))) throw new Refused('malformed')
  checkTime(payload, expected.now)
  const nonce = await presentationNonce(expected)
  checkPresentedTo(decodeJwt(keyBinding), { ...expected, nonce })
  const verified = await libraryFor(issuer, payload).verify(presentation, {
    keyBindingNonce: nonce,
    // It compares the times too, exactly unless told otherwise.
    currentDate: Math.floor(expected.now.getTime() / 1000),
    skewSeconds: CLOCK_TOLERANCE_SECONDS,
  })
  const { vct, iat, exp, status } = payload
  if (typeof vct !== 'string' || !isObject(verified.payload)) throw new Refused('malformed')
  if (!issuer.types.includes(vct)) throw new Refused('unexpected_type')
  if (status !== undefined) await checkStatus(issuer, status, expected.now)
  const claims = Object.entries(verified.payload).filter(([name]) => !REGISTERED.has(name))
  return {
    issuer: issuer.issuer,
    issuerName: issuer.name,
    type: vct,
    issuedAt: iat,
    until: exp,
    claims: Object.fromEntries(claims),
  }
}

/** Last, as a list may have to be fetched (Token Status List §8.3). */
async function checkStatus({ readStatus }: TrustedIssuer, claim: unknown, now: Date): Promise<void> {
  const read = await readStatus(claim, now).catch((cause: unknown) => {
    throw new Refused('status_unknown', { cause })
  })
  if (read.status !== 'valid') throw new Refused(read.status === 'other' ? 'other_status' : read.status)
}

/** The decoding library checks no types; a time after the year 9999 has no ISO date. */
const LAST_SECOND = 253_402_300_799

function isTimeOrNone(value: unknown): boolean {
  return value === undefined || (Number.isInteger(value) && Number(value) >= 0 && Number(value) <= LAST_SECOND)
}

function checkTime({ iat, nbf, exp }: JWTPayload, now: Date): void {
  if (![iat, nbf, exp].every(isTimeOrNone)) throw new Refused('malformed')
  const seconds = now.getTime() / 1000
  const isOver = exp !== undefined && exp + CLOCK_TOLERANCE_SECONDS < seconds
  if (isOver || (nbf ?? 0) - CLOCK_TOLERANCE_SECONDS > seconds) throw new Refused('expired')
}

/** Reads the audience before the holder's signature is verified. */
function checkPresentedTo(
  { aud, nonce, sub }: JWTPayload,
  expected: PresentationExpectations & { readonly nonce: string },
): void {
  if (aud !== expected.audience || nonce !== expected.nonce || sub !== expected.subject) {
    throw new Refused('made_for_another')
  }
}

/** The library parses the SD-JWT and compares the holder's hash; jose verifies the signatures. */
function libraryFor({ getKey }: TrustedIssuer, { cnf }: JWTPayload) {
  return new SDJwtInstance({
    hasher: digestOfDisclosure,
    verifier: async (data, signature) => {
      try {
        await compactVerify(`${data}.${signature}`, getKey, { algorithms: ISSUER_ALGORITHMS })
        return true
      } catch (cause) {
        throw new Refused(isUnsigned(cause) ? 'bad_signature' : 'keys_unavailable', { cause })
      }
    },
    kbVerifier: async (data, signature) => {
      const jwk = isObject(cnf) ? cnf['jwk'] : undefined
      if (!isObject(jwk)) throw new Refused('not_the_holder')
      try {
        const key = await importJWK({ ...jwk }, HOLDER_ALGORITHM)
        await compactVerify(`${data}.${signature}`, key, { algorithms: [HOLDER_ALGORITHM] })
        return true
      } catch (cause) {
        throw new Refused('not_the_holder', { cause })
      }
    },
  })
}

function isUnsigned(error: unknown): boolean {
  return (
    error instanceof errors.JWSSignatureVerificationFailed ||
    error instanceof errors.JWKSNoMatchingKey ||
    error instanceof errors.JOSEAlgNotAllowed ||
    error instanceof errors.JWSInvalid
  )
}

/** A hash, because core chooses the request and could otherwise choose another verifier's nonce. */
async function presentationNonce({ provider, audience, authRequestId }: PresentedFor): Promise<string> {
  const parts = [NONCE_LABEL, provider, audience, authRequestId].flatMap((text) => {
    const bytes = new TextEncoder().encode(text)
    const length = new DataView(new ArrayBuffer(4))
    length.setUint32(0, bytes.length)
    return [length, bytes]
  })
  return base64url.encode(await sha256(new Uint8Array(await new Blob(parts).arrayBuffer())))
}

/** The only accepted hash (RFC 9901 §4.1.1). */
async function digestOfDisclosure(data: string | ArrayBuffer, algorithm: string): Promise<Uint8Array> {
  if (algorithm !== 'sha-256') throw new TypeError('The disclosures of a credential are hashed by SHA-256.')
  return sha256(typeof data === 'string' ? data : new Uint8Array(data))
}

/** Each digest is named once and replaces no claim (RFC 9901 §7.1, steps 3 to 5). The library ignores unnamed ones. */
async function areDisclosuresSound(disclosures: readonly string[], payload: JWTPayload): Promise<boolean> {
  const contents = disclosures.map(readDisclosure)
  const named = [payload, ...contents].flatMap(digestsIn)
  const digests = await Promise.all(disclosures.map(async (each) => base64url.encode(await sha256(each))))
  const atTop = payload['_sd']
  const isAtTop = (digest: string | undefined) => Array.isArray(atTop) && atTop.includes(digest)
  const isNamedOnce = (digest: string) => named.filter((each) => each === digest).length === 1
  return (
    new Set(digests).size === digests.length &&
    digests.every(isNamedOnce) &&
    contents.every(
      ([_salt, name, ...value], index) =>
        value.length === 0 ||
        !(Object.hasOwn(payload, String(name)) || (isAtTop(digests[index]) && NEVER_DISCLOSED.includes(String(name)))),
    )
  )
}

/** `[salt, name, value]`, or `[salt, value]` in a list. */
function readDisclosure(disclosure: string): readonly unknown[] {
  const content: unknown = JSON.parse(new TextDecoder().decode(base64url.decode(disclosure)))
  if (Array.isArray(content) && (content.length === 2 || content.length === 3)) return content
  throw new TypeError('This is no disclosure.')
}

function digestsIn(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value.flatMap(digestsIn)
  if (!isObject(value)) return []
  const { _sd: digests, '...': digest, ...others } = value
  return [...(Array.isArray(digests) ? digests : []), digest, ...Object.values(others).flatMap(digestsIn)]
}
