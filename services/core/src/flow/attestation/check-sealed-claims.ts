import {
  CLAIM_LIMITS,
  type ClaimsEncryptionJwk,
  type CredentialRequest,
  type ScopeDetail,
} from '@countersign/contracts'
import { claimsKeyThumbprint, readClaimsEnvelope, type SealedClaims } from '@countersign/data-token'
import { ServiceError } from '@countersign/service/errors'

/** The header, the wrapped key and the frame of the content. */
const ENVELOPE_LENGTH = 2_048
/** A claim of 4 KiB with its name, as JSON, in base64url. */
const LENGTH_PER_CLAIM = 5_600
/** A presentation of 8 KiB. */
const LENGTH_PER_CREDENTIAL = 11_000
/** What, once signed, still fits an approval. */
const MAXIMUM_LENGTH = ENVELOPE_LENGTH + LENGTH_PER_CLAIM * CLAIM_LIMITS.maxClaims

type Asked = {
  readonly scope_details: readonly Pick<ScopeDetail, 'claims'>[]
  readonly client: { readonly credentials_requested?: readonly CredentialRequest[] }
}

/**
 * Returns sealed claims if each name belongs to a requested scope and the ciphertext is for the app's key; throws
 * `invalid_claims`. What is inside nobody here can tell: the app compares it with the names.
 */
export function checkSealedClaims(
  { claim_names, claims_jwe }: SealedClaims,
  { scope_details: scopes, client }: Asked,
  key: ClaimsEncryptionJwk,
): SealedClaims {
  const requested = new Set(scopes.flatMap(({ claims }) => claims))
  if (!claim_names.every((name) => requested.has(name))) {
    throw refuse('A claim does not belong to any requested scope.')
  }
  // As much room as the named claims take at their largest: the limit is the same as for open claims, and a request that
  // names one claim cannot carry thirty. One claim makes 8 kB; 32 make 181 kB. Credentials are not named: which of those
  // that the app asks for are inside is the app's to see.
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
