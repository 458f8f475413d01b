import type { PasskeyCreationOptions } from '@countersign/contracts'
import { canonicalLogin, createVault, deriveRecovery, newRecoveryKey, type UnlockMethod } from '@countersign/vault'
import type { SignedInAnswer } from '../api/sign-in-endpoints.ts'
import { authorOf } from '../clock.ts'
import { findOwn } from '../device-storage.ts'
import { ClientError, isOutcomeUnknown, toFailure } from '../failure.ts'
import { type NewPasskey, requireHandleOf, requireUsableId } from '../passkey.ts'
import { prepareNewPassword } from '../password/password-strength.ts'
import { findRecord } from '../session/current-session.ts'
import { openSession } from '../session/open-session.ts'
import { noteSignUp } from '../session/own-events.ts'
import { type PasswordAsking, proveByPassword } from '../session/sign-in.ts'
import { arrivalAt, type Changing, type Reading, type Writing } from '../session/state.ts'
import { recoveryProof } from './change-methods.ts'

type Credentials = { readonly login: string; readonly password: string }
/** The token of an invitation, where the service asks for one. */
type Invited = { readonly invitation?: string | undefined }
type SigningUp = Changing & PasswordAsking

/** If an earlier attempt lost its answer and the name is taken, signs in: it may be ours. @throws ClientError */
export async function createAccount(
  context: SigningUp,
  { invitation, ...typed }: Credentials & Invited,
): Promise<void> {
  const { state } = context
  const login = canonicalLogin(typed.login)
  const password = await prepareNewPassword(typed.password, [login])
  const { arrival } = state
  const mayExist = arrival.at === 'lost_sign_up' && arrival.login === login && arrival.password === password
  try {
    await register(context, { login, password, invitation })
  } catch (error) {
    const failure = toFailure(error)
    if (isOutcomeUnknown(failure)) state.arrival = { at: 'lost_sign_up', login, password }
    // The first attempt may have taken the invitation's last place.
    if (!mayExist || !['login_taken', 'invalid_invitation'].includes(failure.code)) throw error
    await signInInstead(context, { login, password }, error)
  }
  state.arrival = { at: 'start' }
}

async function register(context: SigningUp, { login, password, invitation }: Credentials & Invited): Promise<void> {
  const { api } = context
  const opaque = await context.loadOpaque()
  const registration = opaque.startRegistration(password)
  const request = { login, registration_request: registration.registrationRequest }
  const started = await api.startRegistration({ ...request, ...sentAs(invitation) })
  await requireNewAccount(context, started.user_id)
  const { registrationRecord, root } = registration.finish(started.registration_response)
  const method = { type: 'opaque', root } as const
  const made = await makeVault(context, started.user_id, method)
  const signedIn = await api.finishRegistration({
    registration_id: started.registration_id,
    registration_record: registrationRecord,
    vault: made.body,
    ...sentAs(invitation),
  })
  await startSession(context, { ...made, signedIn: { ...signedIn, userId: started.user_id }, method, login })
}

/** The authenticator would replace a known account's passkey, and two vaults share one memory. @throws ClientError */
async function requireNewAccount({ storage }: Pick<Reading, 'storage'>, userId: string): Promise<void> {
  const { vaults, deleted } = await storage.read()
  if ((findOwn(vaults, userId) ?? findOwn(deleted, userId)) !== undefined) {
    throw new ClientError({ code: 'unexpected_answer' })
  }
}

async function signInInstead(context: SigningUp, credentials: Credentials, error: unknown): Promise<void> {
  try {
    await openSession(context, await proveByPassword(context, credentials))
  } catch {
    throw error
  }
}

/** Left out without one: an older core refuses the member. */
function sentAs(invitation: string | undefined): { readonly invitation?: string } {
  return invitation === undefined ? {} : { invitation }
}

/** Fails as a sign-up would that begins now. */
export async function checkInvitation({ api }: Pick<Reading, 'api'>, { invitation }: Invited): Promise<void> {
  await api.startPasskeyRegistration(sentAs(invitation))
}

export async function startPasskeySignUp(
  context: Reading,
  { invitation }: Invited,
): Promise<{ userId: string; options: PasskeyCreationOptions }> {
  const { api, state } = context
  const {
    registration_id: registrationId,
    user_id: userId,
    options,
  } = await api.startPasskeyRegistration(sentAs(invitation))
  await requireNewAccount(context, userId)
  requireHandleOf(userId, options)
  state.arrival = { at: 'passkey_sign_up', registrationId, userId, invitation }
  return { userId, options }
}

/** `name` stays on this device. */
export async function finishPasskeySignUp(
  context: Writing,
  { response, prf, name }: NewPasskey & { readonly name?: string },
): Promise<void> {
  const { registrationId, userId, invitation } = arrivalAt(context.state, 'passkey_sign_up')
  requireUsableId(response.id)
  const method = { type: 'prf', root: new Uint8Array(prf), credentialId: response.id } as const
  const made = await makeVault(context, userId, method)
  const body = { registration_id: registrationId, response, vault: made.body, ...sentAs(invitation) }
  const signedIn = await context.api.finishPasskeyRegistration(body)
  await startSession(context, { ...made, signedIn: { ...signedIn, userId }, method, greeting: name })
  context.state.arrival = { at: 'start' }
}

type MadeVault = Awaited<ReturnType<typeof makeVault>>

async function makeVault(context: Writing, userId: string, method: UnlockMethod) {
  const recoveryKey = newRecoveryKey()
  const recovery = await deriveRecovery(recoveryKey)
  const methods = [method, { type: 'recovery', root: recovery.root }] as const
  const made = await createVault({ userId, methods, ...authorOf(context) })
  recovery.root.fill(0)
  const { vault_id, head, unlock } = made.snapshot
  return { ...made, recoveryKey, body: { vault_id, head, unlock, recovery: await recoveryProof(recovery) } }
}

type NewSession = MadeVault & {
  readonly signedIn: SignedInAnswer
  readonly method: UnlockMethod
  readonly login?: string | undefined
  readonly greeting?: string | undefined
}

/** The root is wiped: each later change needs its own gesture. */
async function startSession(
  { state, storage }: Pick<Reading, 'state' | 'storage'>,
  { snapshot, vault, recoveryKey, method, signedIn, login, greeting }: NewSession,
): Promise<void> {
  const { unlock } = snapshot
  await noteSignUp({ storage }, signedIn.userId)
  state.session = {
    ...signedIn,
    login,
    greeting,
    method: method.type === 'opaque' ? 'password' : 'passkey',
    unlockId: findRecord(unlock, method).id,
    unlock,
    vault,
    isNew: true,
  }
  state.steps.firstRecoveryKey = { key: recoveryKey, unlockId: vault.unconfirmedRecovery ?? '' }
  method.root.fill(0)
}
