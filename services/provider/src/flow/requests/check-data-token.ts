import {
  type ContractClaims,
  claimsKeyThumbprint,
  type DataTokenClaims,
  isSealed,
  readClaimsEnvelope,
} from '@countersign/data-token'
import { ServiceError } from '@countersign/service/errors'
import { isSubset } from '../../catalogue/scopes/scopes.ts'
import type { Client } from '../../clients/client.ts'

/** Our core's, or that of one that signs no more than the contract asks. */
export type DataToken = ContractClaims & Partial<DataTokenClaims>

export function checkClaims(dataToken: DataToken, released: readonly string[]): void {
  if (isSubset(namesOf(dataToken), released)) return
  throw new ServiceError('invalid_claims', 'The data token holds a claim that no approved scope releases.')
}

export function namesOf(dataToken: DataToken): readonly string[] {
  return isSealed(dataToken) ? dataToken.claim_names : Object.keys(dataToken.claims)
}

/** Core checked this too, but the client may have set or revoked its key since. */
export function checkSealing(dataToken: DataToken, { claimsEncryptionKey: key }: Client): void {
  if (!key) {
    if (!isSealed(dataToken)) return
    throw new ServiceError('invalid_claims', 'This app takes no sealed claims. Load the request again.')
  }
  if (!isSealed(dataToken)) {
    throw new ServiceError('invalid_claims', 'This app takes sealed claims only. Load the request again.')
  }
  if (readClaimsEnvelope(dataToken.claims_jwe)?.kid === claimsKeyThumbprint(key)) return
  throw new ServiceError(
    'invalid_claims',
    "The claims are not sealed for the app's present key. Load the request again.",
  )
}

export function checkVerified(dataToken: DataToken, { verifiedClaimsRequired }: Client): void {
  const verified = (dataToken.claim_attestations ?? []).map(({ claim }) => claim)
  const missing = verifiedClaimsRequired.filter((name) => namesOf(dataToken).includes(name) && !verified.includes(name))
  if (missing.length === 0) return
  throw new ServiceError('invalid_claims', `This app takes only a verified ${missing.join(' and ')}.`)
}

/** `require_auth_time` (OpenID Connect Registration §2): our core always says it. */
export function checkSignIn({ auth_time }: DataToken, { requireAuthTime }: Client): void {
  if (!requireAuthTime || auth_time !== undefined) return
  throw new ServiceError(
    'invalid_token',
    'This app must be told the time of the sign-in: the data token has no auth_time.',
  )
}
