import type { NewMethod } from '@countersign/contracts'
import { ServiceError } from '@countersign/service/errors'
import type { Transaction } from '@countersign/service/sql'
import { PASSWORD_BINDING, passkeyBinding } from '@countersign/vault'
import { insertUnlockRecord } from '../account.store.ts'
import type { AccountDependencies } from '../dependencies.ts'
import { takeChallenge } from '../passkeys/challenge.store.ts'
import { relyingPartyOf } from '../passkeys/start-ceremony.ts'
import { verifyNewPasskey } from '../passkeys/verify-passkey.ts'
import { takePasswordRegistration } from '../registration.store.ts'
import { storePasskey, storePassword } from '../store-credential.ts'
import { clearAttempts } from '../throttling/password-throttle.store.ts'
import { checkUnlock } from './check-change.ts'
import type { Method } from './method.store.ts'
import type { MethodChangeEvent } from './method-events.ts'

type Needs = Pick<AccountDependencies, 'opaque' | 'config'>

type Addition<Added> = {
  readonly userId: string
  readonly method: Added
  /** The unlock methods before the change. */
  readonly before: readonly Method[]
  readonly vault: { readonly vaultId: string; readonly akGen: number }
}

/**
 * Adds an unlock method and returns the account event of it. The ceremony is spent in the same transaction: it is used once,
 * and not at all when the rest of the change is refused, so that a stale vault does not force the person to make a second
 * passkey.
 */
export async function addMethod(
  sql: Transaction,
  needs: Needs,
  addition: Addition<NewMethod>,
): Promise<MethodChangeEvent> {
  const { method } = addition
  switch (method.type) {
    case 'password':
      return addPassword(sql, needs, { ...addition, method })
    case 'passkey':
      return addPasskey(sql, needs, { ...addition, method })
  }
}

type NewPasswordMethod = Extract<NewMethod, { type: 'password' }>
type NewPasskeyMethod = Extract<NewMethod, { type: 'passkey' }>

async function addPassword(
  sql: Transaction,
  { opaque }: Needs,
  { userId, method, before, vault }: Addition<NewPasswordMethod>,
): Promise<MethodChangeEvent> {
  const { registration_id, registration_record: registrationRecord, unlock } = method
  const registration = await takePasswordRegistration(sql, userId, registration_id)
  if (!registration) throw expired()
  opaque.checkRegistrationRecord(registrationRecord)
  checkUnlock(unlock, { ...vault, binding: PASSWORD_BINDING })
  const { credentialIdentifier, formerIdentifiers } = registration
  await insertUnlockRecord(sql, userId, { record: unlock, credential: credentialIdentifier })
  await storePassword(sql, { ...registration, userId, unlockId: unlock.id, registrationRecord })

  const old = before.find(({ type }) => type === 'password')
  const isSameName = [credentialIdentifier, ...formerIdentifiers].includes(old?.credentialIdentifier ?? '')
  await clearAttempts(sql, { credentialIdentifier, device: isSameName ? userId : '' })
  if (!old) return { type: 'method_added', method: 'password' }
  return { type: isSameName ? 'password_changed' : 'login_name_changed', method: 'password' }
}

async function addPasskey(
  sql: Transaction,
  { config }: Needs,
  { userId, method, vault }: Addition<NewPasskeyMethod>,
): Promise<MethodChangeEvent> {
  const { registration_id, response, unlock } = method
  const challenge = await takeChallenge(sql, registration_id, 'add')
  if (challenge?.userId !== userId) throw expired()
  const { challengeHash } = challenge
  const passkey = await verifyNewPasskey(response, { relyingParty: relyingPartyOf(config), challengeHash })
  checkUnlock(unlock, { ...vault, binding: passkeyBinding(passkey.credentialId) })
  await insertUnlockRecord(sql, userId, { record: unlock, credential: passkey.credentialId })
  await storePasskey(sql, { ...passkey, userId, unlockId: unlock.id })
  return { type: 'method_added', method: 'passkey' }
}

function expired(): ServiceError {
  return new ServiceError('registration_expired', 'This took too long, or was used already. Start again.')
}
