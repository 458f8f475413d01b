import type { VerifiableClaim } from '@countersign/contracts'
import { type AttestedClaim, isAttested, readClaimAttestation } from '@countersign/data-token'
import { ServiceError } from '@countersign/service'
import type { CoreDependencies } from '../dependencies.ts'

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
  { config, now }: Pick<CoreDependencies, 'config' | 'now'>,
  { attestations, userId, shared }: Presented,
): Promise<readonly AttestedClaim[]> {
  const expected = { issuer: config.issuer, subject: userId, now: now() }
  const read = await Promise.all(attestations.map((jwt) => readClaimAttestation(jwt, config.dataTokenKeys, expected)))
  const attested = read.map((attestation) => {
    if (!attestation || !shared.includes(attestation.claim)) throw refuse()
    const { claim, value_sha256, method, iat, exp } = attestation
    return { claim, value_sha256, method, verified_at: iat, until: exp }
  })
  if (new Set(attested.map(({ claim }) => claim)).size < attested.length) throw refuse()
  return attested
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
export function requireSameValues(open: InTheOpen): void {
  if (!open.attested.every(({ claim }) => isAttested(claim, open))) throw refuse()
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
  throw new ServiceError('invalid_claims', `This app takes only a verified ${missing.join(' and ')}.`)
}

function refuse(): ServiceError {
  return new ServiceError('invalid_attestation', 'An attestation does not show what it is sent for. Verify anew.')
}
