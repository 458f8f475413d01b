/** Data tokens: signed claims that apps verify themselves. Needs Node; `/web` does not. */
export {
  type AttestedClaim,
  hashClaimValue,
  isAttested,
  statedFlagsOf,
  type VerifiedFlags,
  verifiedFlagsOf,
} from './attested-claims.ts'
export {
  type Attestation,
  type ContractClaims,
  type DataTokenClaims,
  type DataUpdateClaims,
  isSealed,
  type SealedClaims,
} from './claims.ts'
export {
  type ClaimsDecryptionKeys,
  type ClaimsKey,
  generateClaimsKeyPair,
  importClaimsKeys,
  readPrivateClaimsKeys,
} from './claims-key.ts'
export { ClaimsKeyError, DataTokenError, type DataTokenErrorCode, DataTokenKeyError } from './errors.ts'
export { type DataTokenKeySource, remoteDataTokenKeys, sharedDataTokenKeys } from './key-source.ts'
export {
  type ClaimAttestation,
  findNamedClaim,
  readClaimAttestation,
  signClaimAttestation,
} from './node/claim-attestation.ts'
export { type JwsKey, signJws, signJwsAside } from './node/jws.ts'
export {
  DATA_UPDATE_LIFETIME_SECONDS,
  type DataTokenKeys,
  generateDataTokenSecret,
  isKeyProof,
  readDataTokenKeys,
  signDataToken,
  signDataUpdate,
  signKeyProof,
} from './node/keys.ts'
export { claimsKeyThumbprint, readClaimsKey } from './node/sound-claims-key.ts'
export { type ClaimsEnvelope, type OpenedClaims, openSealedClaims, readClaimsEnvelope } from './open-sealed-claims.ts'
export {
  type DataTokenExpectations,
  MAXIMUM_LIFETIME_SECONDS,
  verifyDataToken,
  verifyDataTokenOfAnyCore,
  verifyDataUpdate,
} from './verify.ts'
