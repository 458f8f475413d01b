// The life of a vault.

export { type PreparedUnlockChange, prepareUnlockChange, type UnlockChange } from './change-unlock.ts'
export { type PreparedCommit, prepareCommit, type VaultEdits } from './commit.ts'
export { type CreateVaultRequest, createVault } from './create-vault.ts'
export { CONFLICT_KIND, type MergedEdits, type MergeRequest, mergeEdits } from './merge.ts'
export { type OpenVaultRequest, openVault } from './open-vault.ts'
export { type ItemDraft, type ItemMeta, newItemId, type PlainItem } from './plain-item.ts'
export type { OpenVault } from './vault.ts'
export { type Continuity, readVaultMemory, type VaultMemory } from './vault-memory.ts'

// What people type, and what a passkey is asked.

export { prfInput } from './keys.ts'
export { canonicalLogin } from './login-name.ts'
export { preparePassword } from './password.ts'
export type { RecoveryKey, RecoverySecrets } from './recovery-key.ts'
export { deriveRecovery, formatRecoveryKey, newRecoveryKey, parseRecoveryKey } from './recovery-key.ts'

// Records, which a server checks and stores without being able to read them.

export { type Head, readHead } from './head.ts'
export { readSealedItem, type SealedItem } from './item.ts'
export { LIMITS } from './limits.ts'
export { etagOf } from './record-hash.ts'
export { readSnapshot, type VaultSnapshot } from './snapshot.ts'
export { readUnlockRecord, type UnlockMethod, type UnlockRecord, type UnlockType } from './unlock-record.ts'
export { readVaultCommit, type VaultCommit } from './vault-commit.ts'

// Everywhere.

export { fromBase64url, toBase64url } from './base64url.ts'
export type { Bytes } from './bytes.ts'
export { VaultError, type VaultErrorCode } from './errors.ts'
