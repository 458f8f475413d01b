export { sealClaims } from './approval/seal-claims.ts'
export { LEFT_OUT, type ReleasedValue } from './apps/app-memory.ts'
export { type AppHistory, nextShares } from './apps/past-releases.ts'
export {
  type Addressee,
  type AuthorizationResponse,
  type AuthorizationResult,
  buildReturnAddress,
  DENIED,
  findReturnTarget,
  parseRedirectUri,
  type ReturnParts,
  type ReturnTarget,
} from './apps/return-address.ts'
export type { LoggedEvent, ReadReceipt } from './calls/account-calls.ts'
export type { OfferedCredential } from './calls/credential-calls.ts'
export {
  type CheckedClaim,
  type ClaimProblem,
  checkClaim,
  MAX_VALUE_BYTES,
  normaliseClaims,
} from './claims/check-claim.ts'
export {
  type ClaimItem,
  type ClaimValues,
  type ConflictItem,
  fullNameOf,
  type IssuedBy,
  type Issuer,
  type ShownClaim,
  type Verification,
} from './claims/claim-items.ts'
export {
  type AskedScope,
  approvedScopes,
  type ClaimShare,
  claimsToShare,
  findRequiredGap,
  findUnverified,
  hasOwnSwitch,
  issuersToShare,
  newlyPossible,
  type RequiredGap,
  type ScopeShare,
  sharedClaims,
  sharesOf,
  shownClaims,
  startingShares,
  typedClaims,
} from './claims/claims.ts'
export { credentialTypeOf, entryIdOf, isCredentialScope } from './claims/credential-names.ts'
export { findPhoneNumber, listPhoneCountries, type PhoneCountry } from './claims/phone-number.ts'
export { NOTHING_CHOSEN, type Selection, select, typedText, withoutTyped } from './claims/selection.ts'
export type { Mark } from './claims/start-selection.ts'
export { startSelection } from './claims/start-selection.ts'
export type { CredentialStatus, CredentialStatuses } from './credentials/credential-status.ts'
export { type CredentialView } from './credentials/credential-view.ts'
export { offeredClaims } from './credentials/requested-credentials.ts'
export type { CallInput, CallName, CallOutput } from './device.ts'
export { createDevice, type Device, type DeviceOptions } from './device.ts'
export {
  createMemoryStorage,
  type DeviceMemories,
  type DeviceMemory,
  type DeviceStorage,
  type FirstUse,
  type NoticeMemory,
  withMemory,
} from './device-storage.ts'
export type { ClaimEdit } from './entries/edit-claims.ts'
export {
  ClientError,
  type Failure,
  type FailureCode,
  type GesturePurpose,
  isOutcomeUnknown,
  toFailure,
} from './failure.ts'
export { encodeUserHandle } from './passkey.ts'
export {
  createMemorySessions,
  type DeviceSession,
  type KnownMethod,
  type KnownPerson,
  type SessionStorage,
  type SharedBefore,
  type StorageChange,
} from './session-storage.ts'
export type {
  AppCheck,
  AppUpdate,
  ImportPreview,
  LastChoice,
  LogoutView,
  MethodView,
  OpenedProfile,
  ReceiptValue,
  SecurityNotice,
  SecurityNotices,
  SentUpdate,
  SignInMethod,
} from './views.ts'
