/** The data token: the signed claims that a relying app receives and verifies by itself. Needs Node; `/web` does not. */
export {
  type AttestedClaim,
  hashClaimValue,
  isAttested,
  statedFlagsOf,
  type VerifiedFlags,
  verifiedFlagsOf,
} from './attested-claims.ts'
export { type Attestation, type DataTokenClaims, isSealed, type SealedClaims } from './claims.ts'
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
export { type DataTokenKeys, generateDataTokenSecret, readDataTokenKeys } from './node/keys.ts'
export { signDataToken } from './node/sign.ts'
export { type JwsKey, signJws, signJwsAside } from './node/sign-jws.ts'
export { claimsKeyThumbprint, readClaimsKey } from './node/sound-claims-key.ts'
export { type OpenedClaims, openSealedClaims } from './open-sealed-claims.ts'
export { type ClaimsEnvelope, readClaimsEnvelope } from './read-claims-envelope.ts'
export { type DataTokenExpectations, verifyDataToken } from './verify.ts'
