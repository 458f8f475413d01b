import type {
  NewMethod,
  PasskeyMethodStartResponse,
  PasswordMethodStartRequest,
  PasswordMethodStartResponse,
} from '@countersign/contracts'
import { ServiceError } from '@countersign/service/errors'
import type { Transaction } from '@countersign/service/sql'
import { PASSWORD_BINDING, passkeyBinding } from '@countersign/vault'
import type { WithConfig, WithSql } from '../../ground/parts.ts'
import { insertPasskey, listPasskeys, takeChallenge } from '../credentials/passkeys/passkey.store.ts'
import { relyingPartyOf, startCreation } from '../credentials/passkeys/start-ceremony.ts'
import { verifyNewPasskey } from '../credentials/passkeys/verify-passkey.ts'
import type { WithOpaque } from '../credentials/passwords/opaque-server.ts'
import { findLoginIdentifier, insertPassword } from '../credentials/passwords/password.store.ts'
import { insertPasswordRegistration, takePasswordRegistration } from '../credentials/passwords/registration.store.ts'
import { clearAttempts } from '../credentials/throttling/password-throttle.store.ts'
import { throttleAttempt } from '../credentials/throttling/password-throttle.ts'
import type { LoginIdentifiers, WithLoginIndex } from '../records/login-index.ts'
import { insertUnlockRecord, type Method } from '../records/method.store.ts'
import type { ActiveSession } from '../sessions/session.store.ts'
import { checkUnlock } from './check-change.ts'
import type { MethodChangeEvent } from './method-events.ts'

export type WithNewMethods = WithConfig & WithOpaque

type Addition<Added> = {
  readonly userId: string
  readonly method: Added
  readonly before: readonly Method[]
  readonly vault: { readonly vaultId: string; readonly akGen: number }
}

/**
 * Adds an unlock method and returns its account event. The ceremony is spent in the transaction: used once, and not at all
 * if the rest of the change is refused, so that a stale vault does not force the user to make a second passkey.
 */
export async function addMethod(
  sql: Transaction,
  needs: WithNewMethods,
  addition: Addition<NewMethod>,
): Promise<MethodChangeEvent> {
  const { method } = addition
  if (method.type === 'password') return addPassword(sql, needs, { ...addition, method })
  return addPasskey(sql, needs, { ...addition, method })
}

async function addPassword(
  sql: Transaction,
  { opaque }: WithNewMethods,
  { userId, method, before, vault }: Addition<Extract<NewMethod, { type: 'password' }>>,
): Promise<MethodChangeEvent> {
  const { registration_id, registration_record: registrationRecord, unlock } = method
  const registration = await takePasswordRegistration(sql, userId, registration_id)
  if (!registration) throw expired()
  opaque.checkRegistrationRecord(registrationRecord)
  checkUnlock(unlock, { ...vault, binding: PASSWORD_BINDING })
  const { credentialIdentifier, formerIdentifiers } = registration
  await insertUnlockRecord(sql, userId, { record: unlock, credential: credentialIdentifier })
  await insertPassword(sql, { ...registration, userId, unlockId: unlock.id, registrationRecord })

  const old = before.find(({ type }) => type === 'password')
  const isSameName = [credentialIdentifier, ...formerIdentifiers].includes(old?.credentialIdentifier ?? '')
  await clearAttempts(sql, { credentialIdentifier, device: isSameName ? userId : '' })
  if (!old) return { type: 'method_added', method: 'password' }
  return { type: isSameName ? 'password_changed' : 'login_name_changed', method: 'password' }
}

async function addPasskey(
  sql: Transaction,
  { config }: WithNewMethods,
  { userId, method, vault }: Addition<Extract<NewMethod, { type: 'passkey' }>>,
): Promise<MethodChangeEvent> {
  const { registration_id, response, unlock } = method
  const challenge = await takeChallenge(sql, registration_id, 'add')
  if (challenge?.userId !== userId) throw expired()
  const { challengeHash } = challenge
  const passkey = await verifyNewPasskey(response, { relyingParty: relyingPartyOf(config), challengeHash })
  checkUnlock(unlock, { ...vault, binding: passkeyBinding(passkey.credentialId) })
  await insertUnlockRecord(sql, userId, { record: unlock, credential: passkey.credentialId })
  await insertPasskey(sql, { ...passkey, userId, unlockId: unlock.id })
  return { type: 'method_added', method: 'passkey' }
}

function expired(): ServiceError {
  return new ServiceError('registration_expired', 'This took too long, or was used already. Start again.')
}

const REGISTRATION_SECONDS = 10 * 60

/**
 * Starts a new password, under the account's login name or a new one; only the change itself shows whether that is taken.
 * Counts as an attempt: at the user's own name like a known device, at any other name with all unknown devices, so that
 * no account adds attempts at it.
 * @throws `too_many_requests`, and `invalid_request` for a first password without a login name
 */
export async function startPasswordMethod(
  { sql, opaque, loginIndex }: WithSql & WithOpaque & WithLoginIndex,
  { userId }: ActiveSession,
  { login, registration_request }: PasswordMethodStartRequest,
): Promise<PasswordMethodStartResponse> {
  const own = await findLoginIdentifier(sql, userId)
  const name = login === undefined ? requireOwnName(own) : loginIndex.identifiersOf(login)
  const { credentialIdentifier } = name
  const isOwn = [credentialIdentifier, ...name.formerIdentifiers].includes(own?.credentialIdentifier ?? '')
  await throttleAttempt(sql, { credentialIdentifier, device: isOwn ? userId : '' })
  const start = { credential_identifier: credentialIdentifier, registration_request }
  const { registration_response, setup_id: setupId } = await opaque.respondToRegistration(start)
  const registration = { ...name, setupId, lifetimeSeconds: REGISTRATION_SECONDS }
  const registrationId = await insertPasswordRegistration(sql, userId, registration)
  return { registration_id: registrationId, registration_response }
}

/** The identifier stays under its index key: only the login name itself could give another one. */
function requireOwnName(own: Awaited<ReturnType<typeof findLoginIdentifier>>): LoginIdentifiers {
  if (own) return { ...own, formerIdentifiers: [] }
  throw new ServiceError('invalid_request', 'login: a first password needs a name to sign in with.')
}

export async function startPasskeyMethod(
  { sql, config }: WithSql & WithConfig,
  { userId }: ActiveSession,
): Promise<PasskeyMethodStartResponse> {
  const asked = { purpose: 'add', userId, exclude: await listPasskeys(sql, userId) } as const
  const { challengeId, options } = await startCreation(sql, relyingPartyOf(config), asked)
  return { registration_id: challengeId, options }
}
