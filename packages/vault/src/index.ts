// Create, open, write.

export { prepareUnlockChange } from './change-unlock.ts'
export type { VaultEdits } from './commit.ts'
export { type PreparedCommit, prepareCommit } from './commit.ts'
export { createVault } from './create-vault.ts'
export { type ItemDraft, type ItemMeta, newItemId, type PlainItem } from './item.ts'
export { CONFLICT_KIND, mergeEdits } from './merge.ts'
export { openVault, reopenFromChanges, reopenVault } from './open-vault.ts'
export { hasWrite, missingHeads, proveContinuity, requireContinuity } from './prove-continuity.ts'
export { type PreparedRotation, prepareRotation } from './rotate.ts'
export type { RpPin, RpPins } from './rp-pins.ts'
export type { OpenVault } from './vault.ts'
export type { Continuity, VaultMemory } from './vault-memory.ts'

// The log.

export type { ActivityEvent, LoggedValue, ReleasedEvent } from './activity-event.ts'
export { type ActivityCursor, readActivity } from './read-activity.ts'
export { checkReceipt, type Receipt, receiptOf } from './receipt.ts'

// Export and import.

export {
  exportPlain,
  exportSealed,
  openSealedExport,
  planImport,
  readPlainExport,
  readSealedExport,
} from './export.ts'
export { readableItems, type UntrustedItem } from './readable-items.ts'

// Login names, passwords, recovery keys, challenges.

export { gestureChallenge, presentationNonce } from './challenges.ts'
export { prfInput } from './keys.ts'
export { canonicalLogin, preparePassword } from './login-and-password.ts'
export type { RecoveryKey, RecoverySecrets } from './recovery-key.ts'
export { deriveRecovery, formatRecoveryKey, newRecoveryKey, parseRecoveryKey } from './recovery-key.ts'

// Encrypted records, which a server checks and stores.

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
  METHOD_OF_UNLOCK_TYPE,
  type MethodType,
  PASSWORD_BINDING,
  passkeyBinding,
  RECOVERY_BINDING,
  type UnlockBinding,
  type UnlockMethod,
  type UnlockType,
} from './unlock-method.ts'
export { VAULT_COMMIT, VAULT_ROTATION, type VaultCommit } from './writes.ts'

// Bytes and errors.

export { fromBase64url, toBase64url } from './base64url.ts'
export type { Bytes } from './bytes.ts'
export { type ContinuityDetail, type HeadSummary, VaultError, type VaultErrorCode } from './errors.ts'
