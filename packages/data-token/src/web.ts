/** For apps in every runtime: needs only Web APIs. */
export { type AttestedClaim, statedFlagsOf, type VerifiedFlags } from './attested-claims.ts'
export { type DataTokenClaims, type DataUpdateClaims, isSealed, type SealedClaims } from './claims.ts'
export {
  type ClaimsDecryptionKeys,
  type ClaimsKey,
  generateClaimsKeyPair,
  importClaimsKeys,
  type PrivateClaimsKey,
  readPrivateClaimsKeys,
} from './claims-key.ts'
export { ClaimsKeyError, DataTokenError, type DataTokenErrorCode, DataTokenKeyError } from './errors.ts'
export {
  type DataTokenKeySource,
  type JwsRefusal,
  remoteDataTokenKeys,
  sharedDataTokenKeys,
  type VerifiedJws,
} from './key-source.ts'
export { type OpenedClaims, openSealedClaims } from './open-sealed-claims.ts'
export { type DataTokenExpectations, isKeyFailure, verifyDataToken, verifyDataUpdate } from './verify.ts'
