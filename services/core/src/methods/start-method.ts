import type {
  PasskeyMethodStartResponse,
  PasswordMethodStartRequest,
  PasswordMethodStartResponse,
} from '@countersign/contracts'
import { ServiceError } from '@countersign/service'
import type { LoginIndex } from '../accounts/login-index.ts'
import { findKnownName, type KnownName } from '../accounts/password.store.ts'
import type { NewRegistration } from '../accounts/registration.store.ts'
import type { Dependencies } from '../dependencies.ts'
import { listPasskeys } from '../passkeys/passkey.store.ts'
import { relyingPartyOf } from '../passkeys/relying-party.ts'
import { startCreation } from '../passkeys/start-ceremony.ts'
import type { ActiveSession } from '../sessions/sessions.ts'
import { admitStart } from '../throttling/password-throttle.ts'
import { insertPasswordRegistration } from './password-registration.store.ts'

const REGISTRATION_SECONDS = 10 * 60

/**
 * The first half of a new password, under the name that the account has or under a new one. It does not look whether
 * that is taken: only the change itself tells. It counts as a guess, as every first message does: at the own name apart
 * from those of strangers, at any other name as one of theirs, or each account would bring guesses of its own at it.
 * @throws `too_many_requests`, and `invalid_request` where there is no name at all
 */
export async function startPasswordMethod(
  { sql, opaque, loginIndex }: Dependencies,
  { userId }: ActiveSession,
  { login, registration_request }: PasswordMethodStartRequest,
): Promise<PasswordMethodStartResponse> {
  const own = await findKnownName(sql, userId)
  const name = login === undefined ? present(own) : nameOf(loginIndex, login)
  const { credentialIdentifier } = name
  const isOwn = [credentialIdentifier, ...name.formerIdentifiers].includes(own?.credentialIdentifier ?? '')
  await admitStart(sql, { credentialIdentifier, device: isOwn ? userId : '' })
  const response = opaque.respondToRegistration({ credentialIdentifier, registrationRequest: registration_request })
  const registration = { ...name, setupId: opaque.setupId, lifetimeSeconds: REGISTRATION_SECONDS }
  const registrationId = await insertPasswordRegistration(sql, userId, registration)
  return { registration_id: registrationId, registration_response: response }
}

type Name = Omit<NewRegistration, 'setupId'>

function nameOf(loginIndex: LoginIndex, login: string): Name {
  const { newest, former } = loginIndex.identifiersOf(login)
  return { credentialIdentifier: newest, formerIdentifiers: former, indexKeyId: loginIndex.keyId }
}

/** It stays under the key that it is known by: only whoever knows the name can bring it under another one. */
function present(own: KnownName | undefined): Name {
  if (own) return { ...own, formerIdentifiers: [] }
  throw new ServiceError('invalid_request', 'login: a first password needs a name to sign in with.')
}

/** Asks for one more passkey, and for none that the person has already. */
export async function startPasskeyMethod(
  { sql, config }: Dependencies,
  { userId }: ActiveSession,
): Promise<PasskeyMethodStartResponse> {
  const asked = { purpose: 'add', userId, exclude: await listPasskeys(sql, userId) } as const
  const { challengeId, options } = await startCreation(sql, relyingPartyOf(config), asked)
  return { registration_id: challengeId, options }
}
