import type {
  PasskeyMethodStartResponse,
  PasswordMethodStartRequest,
  PasswordMethodStartResponse,
} from '@countersign/contracts'
import { ServiceError } from '@countersign/service'
import { credentialIdentifierOf } from '../accounts/credential-identifier.ts'
import { findCredentialIdentifier } from '../accounts/password.store.ts'
import type { Core } from '../dependencies.ts'
import { listPasskeys } from '../passkeys/passkey.store.ts'
import { relyingPartyOf } from '../passkeys/relying-party.ts'
import { startCreation } from '../passkeys/start-ceremony.ts'
import type { ActiveSession } from '../sessions/sessions.ts'
import { insertPasswordRegistration } from './password-registration.store.ts'

const REGISTRATION_SECONDS = 10 * 60

/**
 * The first half of a new password, under the name that the account has or under a new one. It does not look whether
 * that is taken: only the change itself tells. Throws `invalid_request` where there is no name at all.
 */
export async function startPasswordMethod(
  { sql, config, opaque }: Core,
  { userId }: ActiveSession,
  { login, registration_request }: PasswordMethodStartRequest,
): Promise<PasswordMethodStartResponse> {
  const credentialIdentifier =
    login === undefined
      ? await findCredentialIdentifier(sql, userId)
      : credentialIdentifierOf(config.loginIndexKey, login)
  if (credentialIdentifier === undefined) {
    throw new ServiceError('invalid_request', 'login: a first password needs a name to sign in with.')
  }
  const response = opaque.respondToRegistration({ credentialIdentifier, registrationRequest: registration_request })
  const registration = { userId, credentialIdentifier, lifetimeSeconds: REGISTRATION_SECONDS }
  return { registration_id: await insertPasswordRegistration(sql, registration), registration_response: response }
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
