import {
  canonicalLogin,
  createVault,
  deriveRecovery,
  newRecoveryKey,
  type OpenVault,
  type RecoveryKey,
  type UnlockMethod,
  type VaultSnapshot,
} from '@countersign/vault'
import type { CallInput, CallOutput } from '../device-calls.ts'
import { authorOf, type DeviceContext, type LostSignUp, type OpenSession, present } from '../device-context.ts'
import { findOwn } from '../device-storage.ts'
import { ClientError, isOutcomeUnknown, toFailure } from '../failure.ts'
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
 * Creates the account and its vault in one. Its recovery key is in force from then on and its owner has not seen it: the
 * vault says so until `confirmRecoveryKey`. If an earlier attempt lost its answer and the name is taken now, it may be by
 * us: then the same password signs in to it.
 * @throws VaultError `login_…`, `password_…`; ClientError `password_weak`, and what core answers
 */
export async function createAccount(
  context: DeviceContext,
  { login: typed, password: chosen }: CallInput<'createAccount'>,
): Promise<OpenedProfile> {
  const { state } = context
  const login = canonicalLogin(typed)
  const password = await prepareNewPassword(chosen, [login])
  const mayExist = state.lostSignUp?.login === login && state.lostSignUp.password === password
  try {
    await register(context, { login, password })
  } catch (error) {
    const failure = toFailure(error)
    if (isOutcomeUnknown(failure)) state.lostSignUp = { login, password }
    if (failure.code !== 'login_taken' || !mayExist) throw error
    await signInInstead(context, { login, password, error })
  }
  state.lostSignUp = undefined
  return toProfile(context)
}

async function register(context: DeviceContext, { login, password }: LostSignUp): Promise<void> {
  const { api } = context
  const opaque = await context.loadOpaque()
  const registration = opaque.startRegistration(password)
  const started = await api.startRegistration({ login, registration_request: registration.registrationRequest })
  await requireNewAccount(context, started.user_id)
  const { registrationRecord, root } = registration.finish(started.registration_response)
  const method = { type: 'opaque', root } as const
  const made = await makeVault(context, started.user_id, method)
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

/** First step of a sign-up by passkey: asks core what the new passkey has to sign. */
export async function startPasskeySignUp(context: DeviceContext): Promise<CallOutput<'startPasskeySignUp'>> {
  const { api, state } = context
  const { registration_id: registrationId, user_id: userId, options } = await api.startPasskeyRegistration()
  await requireNewAccount(context, userId)
  requireHandleOf(userId, options)
  state.passkeySignUp = { registrationId, userId }
  return { userId, options }
}

/** Last step: the account, its passkey and its vault are created in one. */
export async function finishPasskeySignUp(
  context: DeviceContext,
  { response, prf }: CallInput<'finishPasskeySignUp'>,
): Promise<OpenedProfile> {
  const { registrationId, userId } = present(context.state.passkeySignUp)
  requireUsableId(response.id)
  const method = { type: 'prf', root: new Uint8Array(prf), credentialId: response.id } as const
  const made = await makeVault(context, userId, method)
  const body = { registration_id: registrationId, response, vault: made.body }
  const { token, boundSince } = await context.api.finishPasskeyRegistration(body)
  startSession(context, { ...made, token, boundSince, userId, method })
  context.state.passkeySignUp = undefined
  return toProfile(context)
}

/** A new vault, the recovery key that opens it, and what core stores of both. */
type MadeVault = {
  readonly vault: OpenVault
  readonly snapshot: VaultSnapshot
  readonly recoveryKey: RecoveryKey
}

async function makeVault(context: DeviceContext, userId: string, method: UnlockMethod) {
  const recoveryKey = newRecoveryKey()
  const recovery = await deriveRecovery(recoveryKey)
  const methods = [method, { type: 'recovery', root: recovery.root }] as const
  const made: MadeVault = { ...(await createVault({ userId, methods, ...authorOf(context) })), recoveryKey }
  recovery.root.fill(0)
  const { vault_id, head, unlock } = made.snapshot
  return { ...made, body: { vault_id, head, unlock, recovery: await recoveryProof(recovery) } }
}

type NewSession = MadeVault &
  Pick<OpenSession, 'token' | 'boundSince' | 'userId' | 'login' | 'deviceToken'> & {
    readonly method: UnlockMethod
  }

/** The root has made the vault and is wiped: what comes later needs a gesture of its own. */
function startSession(
  { state }: DeviceContext,
  { snapshot, vault, recoveryKey, method, ...session }: NewSession,
): void {
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
  state.firstRecoveryKey = { key: recoveryKey, unlockId: vault.unconfirmedRecovery ?? '' }
  method.root.fill(0)
}
