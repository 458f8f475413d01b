/** Sign in with Countersign, for the server of a relying app. */
export type { CredentialIssuer, PresentationRefusal } from '@countersign/data-token'
export { type ClaimsKeyStore, type KeptClaimsKey, keepClaimsKey } from './claims-key.ts'
export { type Countersign, createCountersign } from './countersign.ts'
export { SignInError, type SignInErrorCode } from './errors.ts'
export type { SignInFlow } from './flow.ts'
export type { ClaimVerification, CompletedSignIn, RefreshedTokens, Tokens, VerifiedClaims } from './results.ts'
export type { CountersignSettings } from './settings.ts'
export type { IssuedClaims, IssuedParts } from './verified-claims.ts'
