/**
 * A closed list: switch on `code`, show `message`.
 *
 * - `wrong_key`: the password, passkey or recovery key does not open this unlock record.
 * - `tampered`: something did not decrypt. One code for every reason, so that it is no oracle.
 * - `unlisted_unlock`, `missing_unlock`: the unlock records are not exactly those that the head lists.
 * - `incomplete`: the items are not exactly those that the head lists.
 * - `rollback`, `fork`: the server shows an older or another history than this device has seen.
 * - `too_large`, `too_many_items`, `vault_too_large`: one record, the number of items, their total size.
 * - `activity_broken`: the log is not the one that the head vouches for.
 * - `key_rotated`: another device replaced the account key.
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

/** A head, described for its owner; unknown fields are left out. */
export type HeadSummary = {
  readonly gen: number
  readonly hash?: string | undefined
  readonly wroteAt?: string | undefined
  readonly device?: string | undefined
}

/** For `rollback` and `fork`: the remembered head and the received one. */
export type ContinuityDetail = {
  readonly expected: HeadSummary
  readonly found: HeadSummary
}

/** A refusal. The message is for a person and never contains an input value. */
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
