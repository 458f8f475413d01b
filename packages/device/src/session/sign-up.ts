import {
  canonicalLogin,
  createVault,
  deriveRecovery,
  formatRecoveryKey,
  newRecoveryKey,
  type OpenVault,
  type RecoveryKey,
  type UnlockMethod,
  type VaultSnapshot,
} from '@countersign/vault'
import type { CallInput } from '../device-calls.ts'
import { authorOf, type DeviceContext, type OpenSession, type PreparedAccount, present } from '../device-context.ts'
import { findOwn } from '../device-storage.ts'
import { ClientError, type FailureCode, isOutcomeUnknown, toFailure } from '../failure.ts'
import { requireUsableId } from '../methods/credential-id.ts'
import { recoveryProof } from '../methods/new-recovery-key.ts'
import { requireHandleOf } from '../methods/user-handle.ts'
import { prepareNewPassword } from '../password/password-strength.ts'
import type { OpenedProfile } from '../views.ts'
import { findRecord } from './current-session.ts'
import { openSession } from './open-session.ts'
import { toProfile } from './profile.ts'
import { proveByPassword } from './sign-in.ts'

/**
 * First step, on the device only: checks name and password and makes the recovery key.
 *
 * The account is created after its owner has shown that they have the key, so no account is ever without one. Leaving
 * before that leaves nothing behind; a name that turns out to be taken, or a lost answer, costs no new key.
 * @throws VaultError `login_…`, `password_…`; ClientError `password_weak`
 */
export async function prepareAccount(
  { state }: DeviceContext,
  { login, password }: CallInput<'prepareAccount'>,
): Promise<{ recoveryKey: string }> {
  const prepared = await prepareNewPassword(password, [canonicalLogin(login)])
  const recoveryKey = newRecoveryKey()
  state.account = { password: prepared, recoveryKey, mayExist: false }
  return { recoveryKey: await formatRecoveryKey(recoveryKey) }
}

/** What core says of an account that is there already: that its name is taken, or its recovery key. */
const TAKEN: readonly FailureCode[] = ['login_taken', 'invalid_vault']

/**
 * Second step: creates the account and its vault in one. If an earlier attempt lost its answer and the name or the key
 * is taken now, it may be by us: then the same password signs in to it, and the same recovery key belongs to it.
 */
export async function createAccount(context: DeviceContext, login: string): Promise<OpenedProfile> {
  const account = present(context.state.account)
  try {
    await register(context, account, canonicalLogin(login))
  } catch (error) {
    const failure = toFailure(error)
    if (!TAKEN.includes(failure.code) || !account.mayExist) {
      context.state.account = { ...account, mayExist: account.mayExist || isOutcomeUnknown(failure) }
      throw error
    }
    await signInInstead(context, { login, password: account.password, error })
  }
  context.state.account = undefined
  return toProfile(context)
}

async function register(context: DeviceContext, account: PreparedAccount, login: string): Promise<void> {
  const { api } = context
  const opaque = await context.loadOpaque()
  const registration = opaque.startRegistration(account.password)
  const started = await api.startRegistration({ login, registration_request: registration.registrationRequest })
  await requireNewAccount(context, started.user_id)
  const { registrationRecord, root } = registration.finish(started.registration_response)
  const method = { type: 'opaque', root } as const
  const made = await makeVault(context, { userId: started.user_id, method, recoveryKey: account.recoveryKey })
  const { token, boundSince, deviceToken } = await api.finishRegistration({
    registration_id: started.registration_id,
    registration_record: registrationRecord,
    vault: made.body,
  })
  startSession(context, { ...made, token, boundSince, userId: started.user_id, method, login, deviceToken })
}

/**
 * An account that this device knows is none that a sign-up makes: its passkey would be replaced on the authenticator,
 * and what is remembered of it would be of two vaults.
 * @throws ClientError `unexpected_answer`
 */
async function requireNewAccount({ storage }: DeviceContext, userId: string): Promise<void> {
  const { vaults, deleted } = await storage.read()
  if ((findOwn(vaults, userId) ?? findOwn(deleted, userId)) !== undefined) {
    throw new ClientError({ code: 'unexpected_answer' })
  }
}

async function signInInstead(
  context: DeviceContext,
  { login, password, error }: { login: string; password: string; error: unknown },
): Promise<void> {
  try {
    await openSession(context, await proveByPassword(context, { login, password }))
  } catch {
    throw error
  }
}

/** First step of a sign-up by passkey, on the device only. */
export async function preparePasskeyAccount({ state }: DeviceContext): Promise<{ recoveryKey: string }> {
  const recoveryKey = newRecoveryKey()
  state.passkeyAccount = { recoveryKey }
  return { recoveryKey: await formatRecoveryKey(recoveryKey) }
}

/** Second step, once the recovery key is confirmed: asks core what the new passkey has to sign. */
export async function startPasskeySignUp(context: DeviceContext) {
  const { api, state } = context
  const account = present(state.passkeyAccount)
  const { registration_id: registrationId, user_id: userId, options } = await api.startPasskeyRegistration()
  await requireNewAccount(context, userId)
  requireHandleOf(userId, options)
  state.passkeyAccount = { ...account, started: { registrationId, userId } }
  return { userId, options }
}

/** Last step: the account, its passkey and its vault are created in one. */
export async function finishPasskeySignUp(
  context: DeviceContext,
  { response, prf }: CallInput<'finishPasskeySignUp'>,
): Promise<OpenedProfile> {
  const { recoveryKey, started } = present(context.state.passkeyAccount)
  const { registrationId, userId } = present(started)
  requireUsableId(response.id)
  const method = { type: 'prf', root: new Uint8Array(prf), credentialId: response.id } as const
  const made = await makeVault(context, { userId, method, recoveryKey })
  const body = { registration_id: registrationId, response, vault: made.body }
  const { token, boundSince } = await context.api.finishPasskeyRegistration(body)
  startSession(context, { ...made, token, boundSince, userId, method })
  context.state.passkeyAccount = undefined
  return toProfile(context)
}

/** A new vault, and what core stores of it. */
type MadeVault = {
  readonly vault: OpenVault
  readonly snapshot: VaultSnapshot
}

async function makeVault(
  context: DeviceContext,
  { userId, method, recoveryKey }: { userId: string; method: UnlockMethod; recoveryKey: RecoveryKey },
) {
  const recovery = await deriveRecovery(recoveryKey)
  const methods = [method, { type: 'recovery', root: recovery.root }] as const
  const made: MadeVault = await createVault({ userId, methods, ...authorOf(context) })
  recovery.root.fill(0)
  const { vault_id, head, unlock } = made.snapshot
  return { ...made, body: { vault_id, head, unlock, recovery: await recoveryProof(recovery) } }
}

type NewSession = MadeVault &
  Pick<OpenSession, 'token' | 'boundSince' | 'userId' | 'login' | 'deviceToken'> & {
    readonly method: UnlockMethod
  }

/** The root has made the vault and is wiped: what comes later needs a gesture of its own. */
function startSession({ state }: DeviceContext, { snapshot, vault, method, ...session }: NewSession): void {
  const { unlock } = snapshot
  const { token, boundSince, userId, login, deviceToken } = session
  state.session = {
    token,
    boundSince,
    userId,
    login,
    deviceToken,
    method: method.type === 'opaque' ? 'password' : 'passkey',
    unlockId: findRecord(unlock, method).id,
    unlock,
    vault,
  }
  method.root.fill(0)
}
