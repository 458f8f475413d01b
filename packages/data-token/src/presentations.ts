/** Credentials that others have issued, as they come along with sealed claims; by Web APIs alone. */
export { type CredentialIssuer, type TrustedIssuer, trustIssuers } from './credential-issuers.ts'
export {
  type PresentationExpectations,
  type PresentationRefusal,
  type PresentedCredential,
  verifyPresentation,
} from './verify-presentation.ts'
