export type { ActivityEvent, LoggedValue, ReleasedEvent } from './activity-event.ts'
export { fromBase64url, toBase64url } from './base64url.ts'
export type { Bytes } from './bytes.ts'
export { gestureChallenge, presentationNonce } from './challenges.ts'
export { prepareUnlockChange } from './change-unlock.ts'
export type { VaultEdits } from './commit.ts'
export { type PreparedCommit, prepareCommit } from './commit.ts'
export { createVault } from './create-vault.ts'
export { type ContinuityDetail, type HeadSummary, VaultError, type VaultErrorCode } from './errors.ts'
export {
  exportPlain,
  exportSealed,
  openSealedExport,
  planImport,
  readPlainExport,
  readSealedExport,
} from './export.ts'
export { type ItemDraft, type ItemMeta, newItemId, type PlainItem } from './item.ts'
export { prfInput } from './keys.ts'
export { LIMITS } from './limits.ts'
export { canonicalLogin, preparePassword } from './login-and-password.ts'
export { CONFLICT_KIND, mergeEdits } from './merge.ts'
export { openVault, reopenFromChanges, reopenVault } from './open-vault.ts'
export { missingHeads, proveContinuity, requireContinuity } from './prove-continuity.ts'
export { type ActivityCursor, readActivity } from './read-activity.ts'
export { readableItems, type UntrustedItem } from './readable-items.ts'
export { checkReceipt, type Receipt, receiptOf } from './receipt.ts'
export { etagOf, formatEtag, hashActivityEntry, hashHead } from './record-hash.ts'
export {
  type ActivityEntry,
  SEALED_ITEM,
  type SealedItem,
  UNLOCK_RECORD,
  type UnlockRecord,
  VAULT_CHANGES,
  VAULT_SNAPSHOT,
  type VaultHead,
  type VaultSnapshot,
} from './records.ts'
export type { RecoveryKey, RecoverySecrets } from './recovery-key.ts'
export { deriveRecovery, formatRecoveryKey, newRecoveryKey, parseRecoveryKey } from './recovery-key.ts'
export { type PreparedRotation, prepareRotation } from './rotate.ts'
export type { RpPin, RpPins } from './rp-pins.ts'
export {
  isBoundTo,
  METHOD_OF_UNLOCK_TYPE,
  type MethodType,
  PASSWORD_BINDING,
  passkeyBinding,
  RECOVERY_BINDING,
  type UnlockBinding,
  type UnlockMethod,
  type UnlockType,
} from './unlock-method.ts'
export type { OpenVault } from './vault.ts'
export type { Continuity, VaultMemory } from './vault-memory.ts'
export { VAULT_COMMIT, VAULT_ROTATION, type VaultCommit } from './writes.ts'
