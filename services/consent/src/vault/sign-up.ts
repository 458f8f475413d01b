import {
  type Bytes,
  canonicalLogin,
  createVault,
  deriveRecovery,
  formatRecoveryKey,
  newRecoveryKey,
  preparePassword,
  type RecoveryKey,
  type RecoverySecrets,
  toBase64url,
} from '@countersign/vault'
import type { CoreApi } from '../api/core-api.ts'
import { isOutcomeUnknown, toFailure } from '../failure.ts'
import { startRegistration } from './opaque-client.ts'
import type { OpenSession } from './open-session.ts'
import { signIn } from './sign-in.ts'

/** A sign-up before core has heard of it. */
export interface PreparedAccount {
  readonly password: string
  readonly recoveryKey: RecoveryKey
  readonly recoveryKeyText: string
  /** Whether an attempt may have made the account although its answer was lost. */
  readonly mayExist: boolean
}

/**
 * First step, on the device only: checks name and password and makes the recovery key.
 *
 * The account is created after its owner has shown that they have the key, so no account is ever without one. Leaving
 * before that leaves nothing behind; a name that turns out to be taken, or a lost answer, costs no new key.
 * @throws VaultError `login_…`, `password_…`
 */
export async function prepareAccount(login: string, password: string): Promise<PreparedAccount> {
  canonicalLogin(login)
  const prepared = preparePassword(password)
  const recoveryKey = newRecoveryKey()
  const recoveryKeyText = await formatRecoveryKey(recoveryKey)
  return { password: prepared, recoveryKey, recoveryKeyText, mayExist: false }
}

export type CreationResult =
  | { readonly ok: true; readonly session: OpenSession }
  | { readonly ok: false; readonly error: unknown; readonly account: PreparedAccount }

/**
 * Second step: creates the account and its vault in one. If an earlier attempt lost its answer and the name is taken
 * now, it may be by us: then the same password signs in to it, and the same recovery key belongs to it.
 */
export async function createAccount(
  api: CoreApi,
  { account, login, device }: { account: PreparedAccount; login: string; device: string },
): Promise<CreationResult> {
  try {
    return { ok: true, session: await register(api, { account, login: canonicalLogin(login), device }) }
  } catch (error) {
    const failure = toFailure(error)
    if (failure.code === 'login_taken' && account.mayExist) return signInInstead(api, { account, login, error })
    const mayExist = account.mayExist || isOutcomeUnknown(failure)
    return { ok: false, error, account: { ...account, mayExist } }
  }
}

async function register(
  api: CoreApi,
  { account, login, device }: { account: PreparedAccount; login: string; device: string },
): Promise<OpenSession> {
  const registration = startRegistration(account.password)
  const started = await api.startRegistration({ login, registration_request: registration.registrationRequest })
  const { registrationRecord, root } = registration.finish(started.registration_response)
  const recovery = await deriveRecovery(account.recoveryKey)
  const { vault, snapshot } = await createVault({
    userId: started.user_id,
    methods: [
      { type: 'opaque', root },
      { type: 'recovery', root: recovery.root },
    ],
    device,
    wroteAt: new Date(),
  })
  const finished = await api.finishRegistration({
    registration_id: started.registration_id,
    registration_record: registrationRecord,
    vault: {
      vault_id: snapshot.vault_id,
      head: snapshot.head,
      unlock: snapshot.unlock,
      recovery: await recoveryProof(recovery),
    },
  })
  return { token: finished.session_token, userId: started.user_id, root, vault }
}

async function signInInstead(
  api: CoreApi,
  { account, login, error }: { account: PreparedAccount; login: string; error: unknown },
): Promise<CreationResult> {
  try {
    return { ok: true, session: await signIn(api, { login, password: account.password, memories: {} }) }
  } catch {
    return { ok: false, error, account }
  }
}

/** Core finds the account by the id and keeps only a hash of the proof. */
async function recoveryProof({ recId, recAuth }: RecoverySecrets) {
  const hash: Bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', recAuth))
  return { rec_id: toBase64url(recId), auth_sha256: toBase64url(hash) }
}
