/** Sign in with Countersign, for the server of a relying app. */

export type { SignInOptions } from './authorization-url.ts'
export { type ClaimsKeyStore, type KeptClaimsKey, keepClaimsKey } from './claims-key.ts'
export { type Countersign, createCountersign } from './countersign.ts'
export { SignInError, type SignInErrorCode } from './errors.ts'
export type { SignInFlow } from './flow.ts'
export type { ClaimVerification, CompletedSignIn, RefreshedTokens, Tokens, VerifiedClaims } from './results.ts'
export type { CountersignSettings } from './settings.ts'
