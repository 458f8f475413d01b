import type { VerifiableClaim } from '@countersign/contracts'
import {
  type AttestedClaim,
  type ClaimAttestation,
  findNamedClaim,
  isAttested,
  readClaimAttestation,
} from '@countersign/data-token'
import { ServiceError } from '@countersign/service/errors'
import type { FlowDependencies } from '../dependencies.ts'

type Presented = {
  readonly attestations: readonly string[]
  readonly userId: string
  /** The names of the claims that are shared. */
  readonly shared: readonly string[]
}

/**
 * What a data token may say of the claims that it holds: each attestation must be ours, of this person, in force, of a claim
 * that is shared, and the only one of it. Whose value it is of, the device or the app compares.
 * @throws `invalid_attestation`
 */
export async function checkAttestations(
  { config, now }: Pick<FlowDependencies, 'config' | 'now'>,
  { attestations, userId, shared }: Presented,
): Promise<readonly AttestedClaim[]> {
  const expected = { issuer: config.issuer, subject: userId, now: now() }
  const read = await Promise.all(attestations.map((jwt) => readClaimAttestation(jwt, config.dataTokenKeys, expected)))
  const isGood = (attestation: (typeof read)[number]) => attestation && shared.includes(attestation.claim)
  const bad = attestations.filter((_jwt, at) => !isGood(read[at]))
  const attested = read.flatMap((attestation) => (attestation ? [toAttested(attestation)] : []))
  const twice = attested.filter(({ claim }, at) => attested.findIndex((each) => each.claim === claim) < at)
  if (bad.length === 0 && twice.length === 0) return attested
  throw refuse([...bad.flatMap((jwt) => findNamedClaim(jwt) ?? []), ...twice.map(({ claim }) => claim)])
}

function toAttested({ claim, value_sha256, method, iat, exp }: ClaimAttestation): AttestedClaim {
  return { claim, value_sha256, method, verified_at: iat, until: exp }
}

type InTheOpen = {
  readonly claims: Readonly<Record<string, string>>
  readonly salts: Readonly<Record<string, string>>
  readonly attested: readonly AttestedClaim[]
}

/**
 * Of claims in the open, the values are the ones that were verified.
 * @throws `invalid_attestation`
 */
export async function requireSameValues(open: InTheOpen): Promise<void> {
  const names = open.attested.map(({ claim }) => claim)
  const verdicts = await Promise.all(names.map((claim) => isAttested(claim, open)))
  const others = names.filter((_claim, at) => !verdicts[at])
  if (others.length > 0) throw refuse(others)
}

/**
 * What an app takes verified only, it gets verified or not at all.
 * @throws `invalid_claims`
 */
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

/** By name, so that the vault keeps what is sound: of one that names none, none is known. */
function refuse(claims: readonly string[]): ServiceError {
  const message = 'An attestation does not show what it is sent for. Verify anew.'
  return new ServiceError('invalid_attestation', message, claims.length > 0 ? { claims } : {})
}
