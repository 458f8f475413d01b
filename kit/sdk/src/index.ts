/** Sign in with Countersign, for the server of a relying app. */
export type { CredentialIssuer, PresentationRefusal } from '@countersign/data-token/presentations'
export type { ClaimsRequest, SignInOptions } from './authorization-request.ts'
export type { CountersignSettings, DpopKeyPair } from './checked-settings.ts'
export { type Countersign, createCountersign } from './countersign.ts'
export { type Advice, SignInError, type SignInErrorCode } from './errors.ts'
export type { DataChanged } from './events.ts'
export type { TokenRequest } from './fetch-with-token.ts'
export type { SignInFlow } from './flow.ts'
export { type ClaimsKeyStore, type KeptClaimsKey, keepClaimsKey } from './keep-claims-key.ts'
export { readStepUp } from './read-step-up.ts'
export type {
  ClaimVerification,
  CompletedSignIn,
  DataUpdate,
  RefreshedTokens,
  Tokens,
  VerifiedClaims,
} from './results.ts'
export type { SignedOut, SignOutOptions } from './sign-out.ts'
export type { IssuedClaims, IssuedParts } from './verified-claims.ts'
export type { CookieSettings, SignInSettings } from './web/sign-in-routes.ts'
