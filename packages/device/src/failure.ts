import type { Intent, ServiceErrorCode } from '@countersign/contracts'
import type { ContinuityDetail, VaultErrorCode } from '@countersign/vault'

/**
 * Everything that can go wrong, as a closed list: what core answers, what the vault refuses, and what only the client
 * can know. It crosses from the worker to the page as a plain object.
 *
 * - `offline`, `timeout`: core was not reached, or did not answer in time; what was sent may have been done.
 * - `unexpected_answer`: core answered something that is not in the contract.
 * - `worker_failed`: the vault worker did not start (an old browser, or a policy that forbids WebAssembly).
 * - `locked`: the vault was locked before the answer came.
 * - `untrusted_server`: the server proved another key than this page was built to expect.
 * - `account_deleted`: the server serves an account again that was deleted on this device.
 * - `vault_missing`: the server says that an account has no vault. Nothing is created in its place.
 * - `password_weak`: a new password is one that guessers try early.
 * - `malformed_claim`: a value that was to be shared has not the form of its claim.
 * - `bad_offer`: what was pasted offers no credential, or none that can be taken here.
 * - `issuer_unknown`: whoever offers it is none of the issuers that this service talks to.
 * - `issuer_refused`: the issuer did not accept the code, or answered something else.
 * - `bad_credential`: what the issuer sent is not what it offered, not bound to this vault, or cannot be shared in parts.
 * - `app_key_changed`: an app encrypts to another key than the one that was approved.
 * - `recovery_key_unconfirmed`: nothing leaves before its owner has shown that they have kept the recovery key.
 * - `passkey_…`: what the browser or the authenticator did not do.
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
  | PasskeyFailureCode
  | 'bug'

/**
 * - `passkey_no_prf`: the authenticator cannot derive the secret that opens a vault.
 * - `passkey_unstable`: it derived different secrets for the same question.
 * - `passkey_cancelled`: the person, or a time limit, ended it.
 * - `passkey_unsupported`: this browser has no passkeys, or not here.
 * - `passkey_exists`: this authenticator has a passkey of the account already.
 */
export type PasskeyFailureCode =
  | 'passkey_no_prf'
  | 'passkey_unstable'
  | 'passkey_cancelled'
  | 'passkey_unsupported'
  | 'passkey_exists'

export type Failure = {
  readonly code: FailureCode
  /** Of a 429 or 503 that says when to come back. */
  readonly retryAfterSeconds?: number | undefined
  /** Core's English description of an administrator's error; contains no input values. */
  readonly sentence?: string | undefined
  /** Of `invalid_attestation` and `invalid_claims`, where core says which. */
  readonly claims?: readonly string[] | undefined
  /** Of an approval: the answer was lost, so the approved claims may have been shared. */
  readonly mayBeShared?: true | undefined
  /** Of `reauth_required`: the purpose of the gesture. */
  readonly purpose?: GesturePurpose | undefined
  /** Of `rollback` and `fork`: the remembered and the received state. */
  readonly detail?: ContinuityDetail | undefined
  /** Of `rollback` and `fork` at a sign-in: how many entries this device holds that are newer, if it holds the vault. */
  readonly heldEntries?: HeldCount | undefined
}

/** One change that a gesture is made for or, by a recovery key, the recovery. */
export type GesturePurpose = Intent | { readonly act: 'recover' }

/** Number of entries that a device holds; `sealed` if the sign-in method does not open them. */
export type HeldCount = number | 'sealed'

/** A failure, thrown. */
export class ClientError extends Error {
  override readonly name = 'ClientError'
  readonly failure: Failure

  constructor(failure: Failure, options?: ErrorOptions) {
    super(failure.code, options)
    this.failure = failure
  }
}

/** Converts a thrown value to a failure; an unexpected one is reported as a bug. */
export function toFailure(thrown: unknown): Failure {
  return thrown instanceof ClientError ? thrown.failure : { code: 'bug' }
}

/**
 * Waits for a part that is loaded on its first use.
 * @throws ClientError `offline` if the script does not load
 */
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
