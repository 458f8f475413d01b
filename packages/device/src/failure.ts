import type { Intent, ServiceErrorCode, Suspension } from '@countersign/contracts'
import type { ContinuityDetail, VaultErrorCode } from '@countersign/vault'

/**
 * All failure codes: core's, the vault's and the client's own. Crosses from the worker to the page as a plain object.
 *
 * - `offline`, `timeout`: no answer from core (in time); the request may have succeeded.
 * - `unexpected_answer`: core's answer violates the contract.
 * - `worker_failed`: the vault worker did not start (an old browser, or a policy that forbids WebAssembly).
 * - `locked`: the vault was locked before the answer came.
 * - `untrusted_server`: the server's key is not the one built into this page.
 * - `account_deleted`: the server serves an account that was deleted on this device.
 * - `vault_missing`: the server says that an account has no vault. The device creates no replacement.
 * - `password_weak`: the new password is guessable.
 * - `malformed_claim`: a value to share is malformed for its claim.
 * - `bad_offer`: the pasted text is not a supported credential offer.
 * - `issuer_unknown`: the issuer is not allowed by this service.
 * - `issuer_refused`: the issuer rejected the code or sent an invalid answer.
 * - `bad_credential`: the credential differs from the offer, is not bound to this vault, or lacks selective disclosure.
 * - `app_key_changed`: the app's encryption key is not the approved one.
 * - `recovery_key_unconfirmed`: nothing is shared before the owner confirms the recovery key.
 * - `passkey_account_deleted`: the passkey is of an account that was deleted on this device.
 * - `passkey_no_prf`: the authenticator cannot derive the secret that opens a vault.
 * - `passkey_unstable`: the authenticator derived different secrets for one input.
 * - `passkey_cancelled`: the user or a time limit ended the gesture.
 * - `passkey_unsupported`: passkeys are unsupported in this browser or context.
 * - `passkey_exists`: this authenticator already has a passkey of the account.
 */
export type FailureCode =
  | ServiceErrorCode
  | VaultErrorCode
  | 'offline'
  | 'timeout'
  | 'unexpected_answer'
  | 'worker_failed'
  | 'locked'
  | 'untrusted_server'
  | 'account_deleted'
  | 'vault_missing'
  | 'password_weak'
  | 'malformed_claim'
  | 'app_key_changed'
  | 'recovery_key_unconfirmed'
  | 'bad_offer'
  | 'issuer_unknown'
  | 'issuer_refused'
  | 'bad_credential'
  | 'passkey_account_deleted'
  | 'passkey_no_prf'
  | 'passkey_unstable'
  | 'passkey_cancelled'
  | 'passkey_unsupported'
  | 'passkey_exists'
  | 'bug'

export type Failure = {
  readonly code: FailureCode
  /** Of a 429 or 503. */
  readonly retryAfterSeconds?: number | undefined
  /** Core's English description, for administrators; contains no input values. */
  readonly sentence?: string | undefined
  /** Of `invalid_attestation` and `invalid_claims`. */
  readonly claims?: readonly string[] | undefined
  /** Of an approval: the answer was lost, so the app may have the claims. */
  readonly mayBeShared?: true | undefined
  /** Of `account_suspended`. */
  readonly suspension?: Suspension | undefined
  /** Of `reauth_required`. */
  readonly purpose?: GesturePurpose | undefined
  /** Of `rollback` and `fork`: the remembered and the received state. */
  readonly detail?: ContinuityDetail | undefined
  /** Of `rollback` and `fork` at a sign-in: number of newer entries that this device holds. */
  readonly heldEntries?: HeldCount | undefined
}

export type GesturePurpose = Intent | { readonly act: 'recover' }

/** `sealed` if the sign-in method does not open them. */
export type HeldCount = number | 'sealed'

export class ClientError extends Error {
  override readonly name = 'ClientError'
  readonly failure: Failure

  constructor(failure: Failure, options?: ErrorOptions) {
    super(failure.code, options)
    this.failure = failure
  }
}

/** Anything unexpected is a bug. */
export function toFailure(thrown: unknown): Failure {
  return thrown instanceof ClientError ? thrown.failure : { code: 'bug' }
}

export async function loaded<Part>(loading: Promise<Part>): Promise<Part> {
  try {
    return await loading
  } catch (error) {
    throw new ClientError({ code: 'offline' }, { cause: error })
  }
}

/** Whether the request may have succeeded although no answer came. */
export function isOutcomeUnknown({ code }: Failure): boolean {
  return code === 'offline' || code === 'timeout' || code === 'unexpected_answer'
}
