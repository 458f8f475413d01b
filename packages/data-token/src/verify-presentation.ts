import { SDJwtInstance } from '@sd-jwt/core'
import { compactVerify, decodeJwt, decodeProtectedHeader, errors, importJWK, type JWTPayload } from 'jose'
import type { TrustedIssuer } from './credential-issuers.ts'
import { areDisclosuresSound, digestOfDisclosure } from './disclosures.ts'
import { isObject } from './parse-object.ts'
import { type PresentedFor, presentationNonce } from './presentation-nonce.ts'

/** What an issuer says of a person, checked. */
export type PresentedCredential = {
  readonly issuer: string
  readonly issuerName: string | undefined
  /** Its type, `vct`. */
  readonly type: string
  /** Unix time in seconds; undefined where the issuer does not say it. */
  readonly issuedAt: number | undefined
  readonly until: number | undefined
  /** What the person chose to show of it. */
  readonly claims: Readonly<Record<string, unknown>>
}

/** By the data token that it came in: provider, app, request and person. */
export type PresentationExpectations = PresentedFor & {
  readonly issuers: ReadonlyMap<string, TrustedIssuer>
  readonly subject: string
  readonly now: Date
}

/**
 * Why a presentation shows nothing: it is damaged, nobody trusted has signed it, it is of a type that nobody asks for, it is
 * over or not yet in force, whoever presents it is not who it was issued to, or it was made for another app, person or
 * request. Of one that can be revoked nobody here looks up whether it was.
 */
export type PresentationRefusal =
  | 'malformed'
  | 'unknown_issuer'
  | 'unexpected_type'
  | 'bad_signature'
  | 'expired'
  | 'not_the_holder'
  | 'made_for_another'
  | 'status_unknown'
  | 'keys_unavailable'

const ISSUER_ALGORITHMS = ['ES256', 'ES384', 'EdDSA']
const CREDENTIAL_TYPES: readonly unknown[] = ['dc+sd-jwt', 'vc+sd-jwt']
const HOLDER_ALGORITHM = 'ES256'
const CLOCK_TOLERANCE_SECONDS = 5
/** What an SD-JWT VC says of itself and not of the person. */
const REGISTERED = new Set(['iss', 'iat', 'nbf', 'exp', 'vct', 'vct#integrity', 'cnf', 'status', 'jti'])

/** Refused, with the one reason that counts. */
class Refused extends Error {
  readonly reason: PresentationRefusal
  constructor(reason: PresentationRefusal, options?: ErrorOptions) {
    super(reason, options)
    this.reason = reason
  }
}

/**
 * Verifies an SD-JWT VC with key binding: issuer, signature, time, that every disclosure is one of the issuer's, and that
 * the holder's key has signed it for just this app, person and request (RFC 9901 §7.3).
 */
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
  // Of these nothing is believed yet: they say whose keys to verify with.
  const payload = decodeJwt(issuerJwt)
  const issuer = expected.issuers.get(payload.iss ?? '')
  if (!CREDENTIAL_TYPES.includes(decodeProtectedHeader(issuerJwt).typ)) throw new Refused('malformed')
  if (!issuer) throw new Refused('unknown_issuer')
  if (!(await areDisclosuresSound(disclosures, payload))) throw new Refused('malformed')
  checkTime(payload, expected.now)
  const nonce = await presentationNonce(expected)
  checkPresentedTo(decodeJwt(keyBinding), { ...expected, nonce })
  const verified = await libraryFor(issuer, payload).verify(presentation, { keyBindingNonce: nonce })
  const { vct, iat, exp, status } = payload
  if (typeof vct !== 'string' || !isObject(verified.payload)) throw new Refused('malformed')
  if (!issuer.types.includes(vct)) throw new Refused('unexpected_type')
  if (status !== undefined) throw new Refused('status_unknown')
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

/** The library that decodes looks at no types, and what is after the year 9999 has no date that could be told. */
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

/** What the holder signs says whom it is for; that the holder did, is verified after it. */
function checkPresentedTo(
  { aud, nonce, sub }: JWTPayload,
  expected: PresentationExpectations & { readonly nonce: string },
): void {
  if (aud !== expected.audience || nonce !== expected.nonce || sub !== expected.subject) {
    throw new Refused('made_for_another')
  }
}

/** It takes the SD-JWT apart, and compares the hash that the holder has signed; signatures are verified as everywhere here. */
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
