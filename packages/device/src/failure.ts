import type { Intent, ServiceErrorCode, Suspension } from '@countersign/contracts'
import type { ContinuityDetail, VaultErrorCode } from '@countersign/vault'

/** All failure codes: core's, the vault's and the client's own. Crosses from the worker to the page as a plain object. */
export type FailureCode =
  | ServiceErrorCode
  | VaultErrorCode
  /** No answer from core (in time); the request may have succeeded. */
  | 'offline'
  | 'timeout'
  /** Core's answer violates the contract. */
  | 'unexpected_answer'
  /** The vault worker did not start: an old browser, or a policy that forbids WebAssembly. */
  | 'worker_failed'
  /** No vault is open, or it was locked before the answer came. */
  | 'locked'
  /** The server's key is not the one built into this page. */
  | 'untrusted_server'
  /** The server serves an account that was deleted on this device. */
  | 'account_deleted'
  /** The server says that an account has no vault. The device creates no replacement. */
  | 'vault_missing'
  | 'password_weak'
  /** A value to share is malformed for its claim. */
  | 'malformed_claim'
  /** The app's encryption key is not the approved one. */
  | 'app_key_changed'
  /** Nothing is shared before the owner confirms the recovery key. */
  | 'recovery_key_unconfirmed'
  /** The pasted text is not a supported credential offer. */
  | 'bad_offer'
  /** The issuer is not allowed by this service. */
  | 'issuer_unknown'
  /** The issuer rejected the code or sent an invalid answer. */
  | 'issuer_refused'
  /** The issuer asks for something that this device does not do. */
  | 'issuer_unsupported'
  /** The issuer's answer belongs to no request of this user in this tab. */
  | 'issuance_mismatch'
  /** The user declined at the issuer. */
  | 'issuance_declined'
  /** The credential differs from the offer, is not bound to this vault, or lacks selective disclosure. */
  | 'bad_credential'
  /** Each copy of the credential went to another app. */
  | 'no_copy_left'
  /** The passkey is of an account that was deleted on this device. */
  | 'passkey_account_deleted'
  /** The authenticator cannot derive the secret that opens a vault. */
  | 'passkey_no_prf'
  /** The authenticator derived different secrets for one input. */
  | 'passkey_unstable'
  /** The user or a time limit ended the gesture. */
  | 'passkey_cancelled'
  | 'passkey_unsupported'
  /** This authenticator already has a passkey of the account. */
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
