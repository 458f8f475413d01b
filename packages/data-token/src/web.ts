/** What an app needs, by Web APIs alone: for every runtime. */
export { type AttestedClaim, statedFlagsOf, type VerifiedFlags } from './attested-claims.ts'
export { type DataTokenClaims, isSealed, type SealedClaims } from './claims.ts'
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
export { type DataTokenExpectations, verifyDataToken } from './verify.ts'
export { isKeyFailure } from './verify-by-library.ts'
