import { randomUUID } from 'node:crypto'
import type {
  NewVault,
  PasskeyRegisterFinishRequest,
  PasskeyRegisterStartRequest,
  RegisterFinishRequest,
  RegisterStartRequest,
  SignedIn,
} from '@countersign/contracts'
import { ServiceError } from '@countersign/service/errors'
import type { Transaction } from '@countersign/service/sql'
import { hashHead, PASSWORD_BINDING, passkeyBinding } from '@countersign/vault'
import { logSignedUp } from '../../ground/events.ts'
import type { Caller } from '../../ground/http/caller.ts'
import type { WithConfig, WithSql } from '../../ground/parts.ts'
import { checkNewVault, type NewVaultRecords } from '../../vaults/check-vault.ts'
import { insertVault } from '../../vaults/vault.store.ts'
import { insertPasskey, takeChallenge } from '../credentials/passkeys/passkey.store.ts'
import { relyingPartyOf, startCreation } from '../credentials/passkeys/start-ceremony.ts'
import { verifyNewPasskey } from '../credentials/passkeys/verify-passkey.ts'
import type { WithOpaque } from '../credentials/passwords/opaque-server.ts'
import { insertPassword } from '../credentials/passwords/password.store.ts'
import { insertRegistration, takeRegistration } from '../credentials/passwords/registration.store.ts'
import type { WithDeviceTokens } from '../credentials/throttling/device-token.ts'
import { clearAttempts } from '../credentials/throttling/password-throttle.store.ts'
import { throttleAttempt } from '../credentials/throttling/password-throttle.ts'
import { insertAccount } from '../records/account.store.ts'
import { recordAccountEvent } from '../records/account-event.store.ts'
import type { WithLoginIndex } from '../records/login-index.ts'
import { insertUnlockRecord, storeRecoveryKey } from '../records/method.store.ts'
import type { KeyProof } from '../sessions/session-key.ts'
import { changeSessions } from '../sessions/session-memory.ts'
import { describeSignedIn, startSession } from '../sessions/sessions.ts'
import { admit, requireAdmission } from './admission.ts'
import type { WithSignIn } from './sign-in.ts'

const REGISTRATION_SECONDS = 10 * 60

/**
 * Starts a sign-up without checking whether the login name is taken, which would show which names exist. Counts as an
 * attempt at that name's password: sign-up and sign-in evaluate the same element (OPRF, RFC 9497), so an attacker could
 * guess through sign-ups.
 * @throws `too_many_requests`, and the errors of `requireAdmission`
 */
export async function startPasswordRegistration(
  { sql, config, loginIndex, opaque }: WithSql & WithConfig & WithLoginIndex & WithOpaque,
  { login, registration_request, invitation }: RegisterStartRequest,
) {
  await requireAdmission({ sql, config }, invitation)
  const name = loginIndex.identifiersOf(login)
  const { credentialIdentifier } = name
  await throttleAttempt(sql, { credentialIdentifier, device: '' })
  const start = { credential_identifier: credentialIdentifier, registration_request }
  const { registration_response, setup_id: setupId } = await opaque.respondToRegistration(start)
  const { registrationId, userId } = await insertRegistration(sql, { ...name, setupId }, REGISTRATION_SECONDS)
  return { registration_id: registrationId, user_id: userId, registration_response }
}

/** @throws `invalid_request`, `invalid_vault`, `registration_expired`, those of `admit`, and `login_taken`, only here */
export async function finishPasswordRegistration(
  dependencies: WithSignIn & WithOpaque & WithDeviceTokens,
  { registration_id, registration_record, vault, invitation }: RegisterFinishRequest,
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
  const common = { userId, vault, records, invitation, caller, proof }
  const account = { ...common, method: 'password', credential: credentialIdentifier } as const
  const signedIn = await completeSignUp(dependencies, account, async (transaction) => {
    const unlockId = records.method.id
    await insertPassword(transaction, { ...registration, unlockId, registrationRecord: registration_record })
    await clearAttempts(transaction, { credentialIdentifier, device: '' })
  })
  return { ...signedIn, device_token: deviceTokens.issue(credentialIdentifier) }
}

/** @throws the errors of `requireAdmission` */
export async function startPasskeyRegistration(
  { sql, config }: WithSql & WithConfig,
  { invitation }: PasskeyRegisterStartRequest,
) {
  await requireAdmission({ sql, config }, invitation)
  const userId = randomUUID()
  const asked = { purpose: 'sign_up', userId, exclude: [] } as const
  const { challengeId, options } = await startCreation(sql, relyingPartyOf(config), asked)
  return { registration_id: challengeId, user_id: userId, options }
}

/** @throws `invalid_vault`, `registration_expired`, `prf_required`, `invalid_passkey`, and those of `admit` */
export async function finishPasskeyRegistration(
  dependencies: WithSignIn,
  { registration_id, response, vault, invitation }: PasskeyRegisterFinishRequest,
  caller: Caller,
): Promise<SignedIn> {
  const { sql, config, sessionKeys } = dependencies
  const records = checkNewVault(vault, passkeyBinding(response.id))
  const proof = await sessionKeys.verify(caller)
  // Deleted before use, so that a failure cannot be retried with it.
  const challenge = await takeChallenge(sql, registration_id, 'sign_up')
  if (!challenge?.userId) throw new ServiceError('registration_expired', 'This sign-up has expired. Start again.')
  const { userId, challengeHash } = challenge
  const passkey = await verifyNewPasskey(response, { relyingParty: relyingPartyOf(config), challengeHash })
  const credential = passkey.credentialId
  const account = { userId, vault, records, method: 'passkey', credential, invitation, caller, proof } as const
  return completeSignUp(dependencies, account, (transaction) =>
    insertPasskey(transaction, { ...passkey, userId, unlockId: records.method.id }),
  )
}

type NewAccount = {
  readonly userId: string
  readonly vault: NewVault
  readonly records: NewVaultRecords
  readonly method: 'password' | 'passkey'
  /** Finds the method before its user is known. */
  readonly credential: string
  readonly invitation: string | undefined
  readonly caller: Caller
  readonly proof: KeyProof | undefined
}

/** The end of every sign-up. @throws `invalid_vault`, and the errors of `admit` and `storeCredential` */
async function completeSignUp(
  dependencies: WithSignIn,
  { userId, vault, records, method, credential, invitation, caller, proof }: NewAccount,
  storeCredential: (transaction: Transaction) => Promise<void>,
): Promise<SignedIn> {
  const { vault_id: vaultId, head } = vault
  const { origin } = caller
  if (proof) dependencies.sessionKeys.spend(proof)
  const headHash = await hashHead(vaultId, head)
  const session = await changeSessions(dependencies, [proof?.jkt, proof?.formerJkt], async (transaction) => {
    await admit(transaction, dependencies, invitation)
    await insertAccount(transaction, userId)
    await insertVault(transaction, userId, { vaultId, head, headHash })
    await insertUnlockRecord(transaction, userId, { record: records.method, credential })
    await insertUnlockRecord(transaction, userId, { record: records.recovery, credential: vault.recovery.rec_id })
    await storeRecoveryKey(transaction, userId, { key: vault.recovery, unlockId: records.recovery.id })
    await storeCredential(transaction)
    await recordAccountEvent(transaction, { userId, type: 'signed_up', method, origin })
    return startSession(transaction, { userId, scope: 'full', methodId: records.method.id, origin, proof })
  })
  logSignedUp(dependencies.logger, session)
  return describeSignedIn(session, { vaultId, unlock: records.method })
}
