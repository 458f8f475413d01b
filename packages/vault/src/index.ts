// The life of a vault.

export {
  type OpeningMethod,
  type PreparedUnlockChange,
  prepareUnlockChange,
  type UnlockChange,
} from './change-unlock.ts'
export { type PreparedCommit, prepareCommit } from './commit.ts'
export { type CreateVaultRequest, createVault } from './create-vault.ts'
export { hasWrite } from './has-write.ts'
export { CONFLICT_KIND, type MergedEdits, type MergeRequest, mergeEdits } from './merge.ts'
export { type OpenVaultRequest, openVault } from './open-vault.ts'
export { type ItemDraft, type ItemMeta, newItemId, type PlainItem } from './plain-item.ts'
export { type MissingHeads, missingHeads, proveContinuity } from './prove-continuity.ts'
export { reopenFromChanges, reopenVault } from './reopen-vault.ts'
export { requireContinuity } from './require-continuity.ts'
export { type PreparedRotation, prepareRotation, type RotationRequest } from './rotate.ts'
export type { RpPin, RpPinEdits, RpPins } from './rp-pins.ts'
export type { VaultEdits } from './seal-edits.ts'
export type { OpenVault } from './vault.ts'
export { type Continuity, readVaultMemory, type VaultMemory } from './vault-memory.ts'

// The person's own log.

export type { ActivityEvent, ReleasedEvent } from './activity-event.ts'
export { type ActivityCursor, type ReadActivity, type ReadEntry, readActivity } from './read-activity.ts'
export { checkReceipt, type Receipt, receiptOf } from './receipt.ts'
export type { LoggedValue } from './released-values.ts'

// Leaving with everything, and coming back.

export { exportPlain, readPlainExport } from './export-plain.ts'
export { exportSealed, openSealedExport, readSealedExport } from './export-sealed.ts'
export { type PlannedImport, planImport } from './plan-import.ts'
export { readableItems, type UntrustedItem } from './readable-items.ts'

// What people type, and what a passkey is asked.

export { gestureChallenge } from './gesture-challenge.ts'
export { prfInput } from './keys.ts'
export { canonicalLogin } from './login-name.ts'
export { preparePassword } from './password.ts'
export { presentationNonce } from './presentation-nonce.ts'
export type { RecoveryKey, RecoverySecrets } from './recovery-key.ts'
export { deriveRecovery, formatRecoveryKey, newRecoveryKey, parseRecoveryKey } from './recovery-key.ts'

// Records, which a server checks and stores without being able to read them.

export { LIMITS } from './limits.ts'
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
export {
  isBoundTo,
  PASSWORD_BINDING,
  passkeyBinding,
  RECOVERY_BINDING,
  type UnlockBinding,
  type UnlockMethod,
} from './unlock-binding.ts'
export { METHOD_OF_UNLOCK_TYPE, type MethodType, type UnlockType } from './unlock-type.ts'
export { VAULT_COMMIT, VAULT_ROTATION, type VaultCommit, type VaultRotation } from './writes.ts'

// Everywhere.

export { fromBase64url, toBase64url } from './base64url.ts'
export type { Bytes } from './bytes.ts'
export { type ContinuityDetail, type HeadSummary, VaultError, type VaultErrorCode } from './errors.ts'
