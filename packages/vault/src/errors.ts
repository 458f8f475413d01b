/**
 * Everything the vault refuses, as a closed list: switch on `code`, show `message`.
 *
 * - `wrong_key`: the password, passkey or recovery key does not belong to this unlock record.
 * - `tampered`: something did not decrypt, whatever the reason. One code, so that nobody can use us as an oracle.
 * - `unlisted_unlock`, `missing_unlock`: the unlock records are not exactly the ones that the head lists.
 * - `incomplete`: the items are not exactly the ones that the head lists.
 * - `rollback`, `fork`: the server shows an older or another history than this device has seen.
 * - `too_large`, `too_many_items`, `vault_too_large`: one record, the number of items, their bytes together.
 * - `activity_broken`: the log is not the one that the head vouches for.
 * - `key_rotated`: another device exchanged the account key, so that the open one no longer opens this vault.
 */
export type VaultErrorCode =
  | 'wrong_key'
  | 'tampered'
  | 'unsupported'
  | 'malformed'
  | 'incomplete'
  | 'rollback'
  | 'fork'
  | 'activity_broken'
  | 'receipt_too_old'
  | 'key_rotated'
  | 'wrong_owner'
  | 'unlisted_unlock'
  | 'missing_unlock'
  | 'no_unlock'
  | 'unknown_item'
  | 'too_large'
  | 'too_many_items'
  | 'vault_too_large'
  | 'password_malformed'
  | 'password_too_short'
  | 'password_too_long'
  | 'login_malformed'
  | 'login_too_short'
  | 'login_too_long'
  | 'recovery_key_length'
  | 'recovery_key_characters'
  | 'recovery_key_checksum'

/** A head, as a person is to recognise it: what is not known of it is left out. */
export type HeadSummary = {
  readonly gen: number
  readonly hash?: string | undefined
  /** ISO 8601. */
  readonly wroteAt?: string | undefined
  /** The device that wrote it. */
  readonly device?: string | undefined
}

/** Of `rollback` and `fork`: the head that this device has seen, and the one that it was sent. */
export type ContinuityDetail = {
  readonly expected: HeadSummary
  readonly found: HeadSummary
}

/** A refusal. The message is a sentence for a person and never carries a value that came in. */
export class VaultError extends Error {
  override readonly name = 'VaultError'
  readonly code: VaultErrorCode
  readonly detail: ContinuityDetail | undefined

  constructor(code: VaultErrorCode, message: string, detail?: ContinuityDetail) {
    super(message)
    this.code = code
    this.detail = detail
  }
}
