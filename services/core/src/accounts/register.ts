import type {
  RegisterFinishRequest,
  RegisterStartRequest,
  RegisterStartResponse,
  SignedIn,
} from '@countersign/contracts'
import { ServiceError } from '@countersign/service/errors'
import { PASSWORD_BINDING } from '@countersign/vault'
import type { Caller } from '../ground/http/caller.ts'
import { checkNewVault } from '../vaults/check-vault.ts'
import { completeSignUp } from './complete-sign-up.ts'
import type { AccountDependencies } from './dependencies.ts'
import { insertRegistration, takeRegistration } from './registration.store.ts'
import type { SignInDependencies } from './sign-in.ts'
import { storePassword } from './store-credential.ts'
import { clearAttempts } from './throttling/password-throttle.store.ts'
import { throttleAttempt } from './throttling/password-throttle.ts'

const REGISTRATION_SECONDS = 10 * 60

/**
 * Starts a sign-up. It does not check whether the login name is taken: that would show which names exist. It counts as
 * an attempt at the password of that name: the server evaluates the same element for a sign-up as for a sign-in (OPRF,
 * RFC 9497), so with the messages of one sign-in an attacker could try passwords through sign-ups.
 * @throws `too_many_requests`
 */
export async function startPasswordRegistration(
  { sql, loginIndex, opaque }: Pick<AccountDependencies, 'sql' | 'loginIndex' | 'opaque'>,
  { login, registration_request }: RegisterStartRequest,
): Promise<RegisterStartResponse> {
  const { newest: credentialIdentifier, former: formerIdentifiers } = loginIndex.identifiersOf(login)
  await throttleAttempt(sql, { credentialIdentifier, device: '' })
  const start = { credentialIdentifier, registrationRequest: registration_request }
  const { registrationResponse, setupId } = await opaque.respondToRegistration(start)
  const secrets = { setupId, indexKeyId: loginIndex.keyId }
  const registration = { credentialIdentifier, formerIdentifiers, ...secrets }
  const { registrationId, userId } = await insertRegistration(sql, registration, REGISTRATION_SECONDS)
  return { registration_id: registrationId, user_id: userId, registration_response: registrationResponse }
}

/**
 * Stores the account, its vault and its unlock methods, all or nothing, and signs the person in.
 * @throws `invalid_request`, `invalid_vault`, `registration_expired`, and `login_taken`: only here it shows that a name
 * is taken
 */
export async function finishPasswordRegistration(
  dependencies: SignInDependencies & Pick<AccountDependencies, 'opaque' | 'deviceTokens'>,
  { registration_id, registration_record, vault }: RegisterFinishRequest,
  caller: Caller,
): Promise<SignedIn> {
  const { sql, opaque, deviceTokens, sessionKeys } = dependencies
  const records = checkNewVault(vault, PASSWORD_BINDING)
  opaque.checkRegistrationRecord(registration_record)
  const proof = await sessionKeys.verify(caller)
  // Deleted before use, so that a failure cannot be retried with it.
  const registration = await takeRegistration(sql, registration_id)
  if (!registration) throw new ServiceError('registration_expired', 'This sign-up has expired. Start again.')
  const { userId, credentialIdentifier } = registration
  const credential = credentialIdentifier
  const account = { userId, vault, records, method: 'password', credential, caller, proof } as const
  const signedIn = await completeSignUp(dependencies, account, async (transaction) => {
    const unlockId = records.method.id
    await storePassword(transaction, { ...registration, unlockId, registrationRecord: registration_record })
    await clearAttempts(transaction, { credentialIdentifier, device: '' })
  })
  return { ...signedIn, device_token: deviceTokens.issue(credentialIdentifier) }
}
