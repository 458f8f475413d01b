/** The data token: the signed claims that a relying app receives and verifies by itself. */
export {
  type AttestedClaim,
  isAttested,
  statedFlagsOf,
  type VerifiedFlags,
  verifiedFlagsOf,
} from './attested-claims.ts'
export {
  type ClaimAttestation,
  findNamedClaim,
  hashClaimValue,
  readClaimAttestation,
  signClaimAttestation,
} from './claim-attestation.ts'
export { type Attestation, type DataTokenClaims, isSealed, type SealedClaims } from './claims.ts'
export { type ClaimsKey, claimsKeyThumbprint, generateClaimsKeyPair, readClaimsKey } from './claims-key.ts'
export { type CredentialIssuer, type TrustedIssuer, trustIssuers } from './credential-issuers.ts'
export { ClaimsKeyError, DataTokenError, type DataTokenErrorCode, DataTokenKeyError } from './errors.ts'
export {
  type DataTokenKeySource,
  type DataTokenKeys,
  generateDataTokenSecret,
  readDataTokenKeys,
  remoteDataTokenKeys,
} from './keys.ts'
export {
  type ClaimsDecryptionKeys,
  type OpenedClaims,
  openSealedClaims,
  readClaimsDecryptionKeys,
} from './open-sealed-claims.ts'
export { type ClaimsEnvelope, readClaimsEnvelope } from './read-claims-envelope.ts'
export { signDataToken } from './sign.ts'
export { type JwsKey, signJws, signJwsAside } from './sign-jws.ts'
export { type DataTokenExpectations, isKeyFailure, verifyDataToken } from './verify.ts'
export {
  type PresentationRefusal,
  type PresentedCredential,
  verifyPresentation,
} from './verify-presentation.ts'
