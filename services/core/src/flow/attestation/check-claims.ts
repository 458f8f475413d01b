import {
  CLAIM_LIMITS,
  type ClaimsEncryptionJwk,
  type CredentialRequest,
  type ScopeDetail,
  type VerifiableClaim,
} from '@countersign/contracts'
import {
  type AttestedClaim,
  type ClaimAttestation,
  claimsKeyThumbprint,
  findNamedClaim,
  isAttested,
  readClaimAttestation,
  readClaimsEnvelope,
  type SealedClaims,
} from '@countersign/data-token'
import { ServiceError } from '@countersign/service/errors'
import type { WithClock, WithConfig } from '../../ground/parts.ts'

/** @throws `invalid_claims` unless the claims are text within bounds, of requested scopes and well-formed */
export function checkClaims(
  claims: Readonly<Record<string, unknown>>,
  scopes: readonly Pick<ScopeDetail, 'claims'>[],
): Record<string, string> {
  const entries = Object.entries(claims)
  if (entries.length > CLAIM_LIMITS.maxClaims) throw refuse(`Send at most ${CLAIM_LIMITS.maxClaims} claims.`)
  requireRequested(Object.keys(claims), scopes)
  if (!entries.every(isBoundedText)) {
    throw refuse(`Every claim must be text of at most ${CLAIM_LIMITS.maxValueBytes} bytes.`)
  }
  if (!entries.every(([name, value]) => hasClaimForm(name, value))) {
    throw refuse('An email address, phone number, birth date or language is not written as one.')
  }
  return Object.fromEntries(entries)
}

function requireRequested(names: readonly string[], scopes: readonly Pick<ScopeDetail, 'claims'>[]): void {
  const requested = new Set(scopes.flatMap(({ claims }) => claims))
  if (!names.every((name) => requested.has(name))) throw refuse('A claim does not belong to any requested scope.')
}

function isBoundedText(entry: [string, unknown]): entry is [string, string] {
  const [, value] = entry
  return typeof value === 'string' && Buffer.byteLength(value, 'utf8') <= CLAIM_LIMITS.maxValueBytes
}

/** Minimal forms that core insists on; devices check more. */
const FORMS: Readonly<Record<string, RegExp>> = {
  email: /^[^\s@]+@[^\s@]+$/,
  phone: /^(?=\D*\d)\+?[\d\s().\-/]+$/,
  birthdate: /^\d{4}(?:-\d{2}-\d{2})?$/,
  locale: /^[A-Za-z]{2,8}(?:[-_][A-Za-z\d]{1,8})*$/,
}

/** An empty text means no value. */
function hasClaimForm(claim: string, value: string): boolean {
  const form = Object.hasOwn(FORMS, claim) ? FORMS[claim] : undefined
  return value === '' || form === undefined || form.test(value)
}

/** The header, the wrapped key and the frame of the content. */
const ENVELOPE_LENGTH = 2_048
/** A claim of 4 KiB with its name, as JSON, in base64url. */
const LENGTH_PER_CLAIM = 5_600
/** A presentation of 8 KiB. */
const LENGTH_PER_CREDENTIAL = 11_000
/** The most that, once signed, fits an approval. */
const MAXIMUM_LENGTH = ENVELOPE_LENGTH + LENGTH_PER_CLAIM * CLAIM_LIMITS.maxClaims

type Asked = {
  readonly scope_details: readonly Pick<ScopeDetail, 'claims'>[]
  readonly client: { readonly credentials_requested?: readonly CredentialRequest[] }
}

/**
 * Returns sealed claims if their names are of requested scopes and the ciphertext is for the app's key. Only the app can
 * compare the content with the names.
 * @throws `invalid_claims`
 */
export function checkSealedClaims(
  { claim_names, claims_jwe }: SealedClaims,
  { scope_details: scopes, client }: Asked,
  key: ClaimsEncryptionJwk,
): SealedClaims {
  requireRequested(claim_names, scopes)
  // Room for the named claims at their largest, so that one name cannot carry thirty claims: 8 kB for one, 181 kB for 32.
  // Credentials are unnamed, so there is room for all that the app requests.
  const credentials = client.credentials_requested?.length ?? 0
  const room = ENVELOPE_LENGTH + LENGTH_PER_CLAIM * claim_names.length + LENGTH_PER_CREDENTIAL * credentials
  if (claims_jwe.length > Math.min(room, MAXIMUM_LENGTH)) {
    throw refuse('The sealed claims are larger than the claims that they name can be.')
  }
  const envelope = readClaimsEnvelope(claims_jwe)
  if (!envelope) throw refuse('The sealed claims are not a JWE of the one form that is allowed.')
  if (envelope.kid !== claimsKeyThumbprint(key) || envelope.curve !== key.crv) {
    throw refuse("The claims are not sealed for the app's present key. Load the request again.")
  }
  return { claim_names, claims_jwe }
}

function refuse(message: string): ServiceError {
  return new ServiceError('invalid_claims', message)
}

type Presented = {
  readonly attestations: readonly string[]
  readonly userId: string
  /** Names of claims. */
  readonly shared: readonly string[]
}

/**
 * Each attestation must be core's own, in force, of this user and of a shared claim, and the only one of it. The device or
 * the app compares the value.
 * @throws `invalid_attestation`
 */
export async function checkAttestations(
  { config, now }: WithConfig & WithClock,
  { attestations, userId, shared }: Presented,
): Promise<readonly AttestedClaim[]> {
  const expected = { issuer: config.issuer, subject: userId, now: now() }
  const read = await Promise.all(attestations.map((jwt) => readClaimAttestation(jwt, config.dataTokenKeys, expected)))
  const isGood = (attestation: (typeof read)[number]) => attestation && shared.includes(attestation.claim)
  const bad = attestations.filter((_jwt, at) => !isGood(read[at]))
  const attested = read.flatMap((attestation) => (attestation ? [toAttested(attestation)] : []))
  const twice = attested.filter(({ claim }, at) => attested.findIndex((each) => each.claim === claim) < at)
  if (bad.length === 0 && twice.length === 0) return attested
  throw refuseAttestations([...bad.flatMap((jwt) => findNamedClaim(jwt) ?? []), ...twice.map(({ claim }) => claim)])
}

function toAttested({ claim, value_sha256, method, iat, exp }: ClaimAttestation): AttestedClaim {
  return { claim, value_sha256, method, verified_at: iat, until: exp }
}

type InTheOpen = {
  readonly claims: Readonly<Record<string, string>>
  readonly salts: Readonly<Record<string, string>>
  readonly attested: readonly AttestedClaim[]
}

/** @throws `invalid_attestation` unless open claims have the values that were verified */
export async function requireSameValues(open: InTheOpen): Promise<void> {
  const names = open.attested.map(({ claim }) => claim)
  const verdicts = await Promise.all(names.map((claim) => isAttested(claim, open)))
  const others = names.filter((_claim, at) => !verdicts[at])
  if (others.length > 0) throw refuseAttestations(others)
}

/** @throws `invalid_claims` unless the claims that the app takes only verified are attested */
export function requireVerified(
  required: readonly VerifiableClaim[],
  shared: readonly string[],
  attested: readonly AttestedClaim[],
): void {
  const missing = required.filter((name) => shared.includes(name) && !attested.some(({ claim }) => claim === name))
  if (missing.length === 0) return
  throw new ServiceError('invalid_claims', `This app takes only a verified ${missing.join(' and ')}.`, {
    claims: missing,
  })
}

/** Names the claims that it can, so that the device drops only those attestations. */
function refuseAttestations(claims: readonly string[]): ServiceError {
  const message = 'An attestation does not show what it is sent for. Verify anew.'
  return new ServiceError('invalid_attestation', message, claims.length > 0 ? { claims } : {})
}
