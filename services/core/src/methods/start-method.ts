import type {
  PasskeyMethodStartResponse,
  PasswordMethodStartRequest,
  PasswordMethodStartResponse,
} from '@countersign/contracts'
import { ServiceError, type Sql } from '@countersign/service'
import { findKnownName } from '../accounts/password.store.ts'
import type { NewRegistration } from '../accounts/registration.store.ts'
import type { Core } from '../dependencies.ts'
import { listPasskeys } from '../passkeys/passkey.store.ts'
import { relyingPartyOf } from '../passkeys/relying-party.ts'
import { startCreation } from '../passkeys/start-ceremony.ts'
import type { ActiveSession } from '../sessions/sessions.ts'
import { admitStart } from '../throttling/password-throttle.ts'
import { insertPasswordRegistration } from './password-registration.store.ts'

const REGISTRATION_SECONDS = 10 * 60

/**
 * The first half of a new password, under the name that the account has or under a new one. It does not look whether
 * that is taken: only the change itself tells. It counts as a guess at that name, as every first message does, but apart
 * from those of strangers. Throws `too_many_requests`, and `invalid_request` where there is no name at all.
 */
export async function startPasswordMethod(
  core: Core,
  { userId }: ActiveSession,
  { login, registration_request }: PasswordMethodStartRequest,
): Promise<PasswordMethodStartResponse> {
  const { sql, opaque } = core
  const name = login === undefined ? await readOwnName(sql, userId) : nameOf(core, login)
  await admitStart(sql, { credentialIdentifier: name.credentialIdentifier, device: userId })
  const message = { credentialIdentifier: name.credentialIdentifier, registrationRequest: registration_request }
  const response = opaque.respondToRegistration(message)
  const registration = { ...name, setupId: opaque.setupId, lifetimeSeconds: REGISTRATION_SECONDS }
  const registrationId = await insertPasswordRegistration(sql, userId, registration)
  return { registration_id: registrationId, registration_response: response }
}

type Name = Omit<NewRegistration, 'setupId'>

function nameOf({ loginIndex }: Core, login: string): Name {
  const { newest, former } = loginIndex.identifiersOf(login)
  return { credentialIdentifier: newest, formerIdentifiers: former, indexKeyId: loginIndex.keyId }
}

/** It stays under the key that it is known by: only whoever knows the name can bring it under another one. */
async function readOwnName(sql: Sql, userId: string): Promise<Name> {
  const known = await findKnownName(sql, userId)
  if (known) return { ...known, formerIdentifiers: [] }
  throw new ServiceError('invalid_request', 'login: a first password needs a name to sign in with.')
}

/** Asks for one more passkey, and for none that the person has already. */
export async function startPasskeyMethod(
  { sql, config }: Core,
  { userId }: ActiveSession,
): Promise<PasskeyMethodStartResponse> {
  const asked = { purpose: 'add', userId, exclude: await listPasskeys(sql, userId) } as const
  const { challengeId, options } = await startCreation(sql, relyingPartyOf(config), asked)
  return { registration_id: challengeId, options }
}
