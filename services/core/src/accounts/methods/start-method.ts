import type {
  PasskeyMethodStartResponse,
  PasswordMethodStartRequest,
  PasswordMethodStartResponse,
} from '@countersign/contracts'
import { ServiceError } from '@countersign/service/errors'
import type { AccountDependencies } from '../dependencies.ts'
import type { LoginIndex } from '../login-index.ts'
import { listPasskeys } from '../passkeys/passkey.store.ts'
import { relyingPartyOf, startCreation } from '../passkeys/start-ceremony.ts'
import { findLoginIdentifier, type LoginIdentifier } from '../password.store.ts'
import { insertPasswordRegistration, type NewRegistration } from '../registration.store.ts'
import type { ActiveSession } from '../sessions/sessions.ts'
import { throttleAttempt } from '../throttling/password-throttle.ts'

const REGISTRATION_SECONDS = 10 * 60

/**
 * The first half of a new password, under the login name of the account or a new one. It does not check whether a new
 * one is taken: only the change itself shows that. It counts as an attempt, as every first message does. At the own
 * name it is counted like a known device; at any other name with all unknown devices, or each account would bring
 * attempts of its own at that name.
 * @throws `too_many_requests`, and `invalid_request` where there is no name at all
 */
export async function startPasswordMethod(
  { sql, opaque, loginIndex }: Pick<AccountDependencies, 'sql' | 'opaque' | 'loginIndex'>,
  { userId }: ActiveSession,
  { login, registration_request }: PasswordMethodStartRequest,
): Promise<PasswordMethodStartResponse> {
  const own = await findLoginIdentifier(sql, userId)
  const name = login === undefined ? requireOwnName(own) : nameOf(loginIndex, login)
  const { credentialIdentifier } = name
  const isOwn = [credentialIdentifier, ...name.formerIdentifiers].includes(own?.credentialIdentifier ?? '')
  await throttleAttempt(sql, { credentialIdentifier, device: isOwn ? userId : '' })
  const start = { credentialIdentifier, registrationRequest: registration_request }
  const { registrationResponse, setupId } = await opaque.respondToRegistration(start)
  const registration = { ...name, setupId, lifetimeSeconds: REGISTRATION_SECONDS }
  const registrationId = await insertPasswordRegistration(sql, userId, registration)
  return { registration_id: registrationId, registration_response: registrationResponse }
}

type Name = Omit<NewRegistration, 'setupId'>

function nameOf(loginIndex: LoginIndex, login: string): Name {
  const { newest, former } = loginIndex.identifiersOf(login)
  return { credentialIdentifier: newest, formerIdentifiers: former, indexKeyId: loginIndex.keyId }
}

/** The identifier stays under its index key: only with the login name itself could another one be computed. */
function requireOwnName(own: LoginIdentifier | undefined): Name {
  if (own) return { ...own, formerIdentifiers: [] }
  throw new ServiceError('invalid_request', 'login: a first password needs a name to sign in with.')
}

/** Starts the ceremony for one more passkey; those that the person has are excluded. */
export async function startPasskeyMethod(
  { sql, config }: Pick<AccountDependencies, 'sql' | 'config'>,
  { userId }: ActiveSession,
): Promise<PasskeyMethodStartResponse> {
  const asked = { purpose: 'add', userId, exclude: await listPasskeys(sql, userId) } as const
  const { challengeId, options } = await startCreation(sql, relyingPartyOf(config), asked)
  return { registration_id: challengeId, options }
}
