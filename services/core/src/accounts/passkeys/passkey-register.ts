import { randomUUID } from 'node:crypto'
import type { PasskeyRegisterFinishRequest, PasskeyRegisterStartResponse, SignedIn } from '@countersign/contracts'
import { ServiceError } from '@countersign/service/errors'
import { passkeyBinding } from '@countersign/vault'
import type { Caller } from '../../ground/http/caller.ts'
import { checkNewVault } from '../../vaults/check-vault.ts'
import { completeSignUp } from '../complete-sign-up.ts'
import type { AccountDependencies } from '../dependencies.ts'
import type { SignInDependencies } from '../sign-in.ts'
import { storePasskey } from '../store-credential.ts'
import { takeChallenge } from './challenge.store.ts'
import { relyingPartyOf, startCreation } from './start-ceremony.ts'
import { verifyNewPasskey } from './verify-passkey.ts'

/** Starts a sign-up with a passkey: there is no login name that could be taken or revealed. */
export async function startPasskeyRegistration({
  sql,
  config,
}: Pick<AccountDependencies, 'sql' | 'config'>): Promise<PasskeyRegisterStartResponse> {
  const userId = randomUUID()
  const asked = { purpose: 'sign_up', userId, exclude: [] } as const
  const { challengeId, options } = await startCreation(sql, relyingPartyOf(config), asked)
  return { registration_id: challengeId, user_id: userId, options }
}

/**
 * Stores the account, its vault, its passkey and its recovery key, all or nothing, and signs the person in.
 * @throws `invalid_vault`, `registration_expired`, `prf_required` and `invalid_passkey`
 */
export async function finishPasskeyRegistration(
  dependencies: SignInDependencies & Pick<AccountDependencies, 'config'>,
  { registration_id, response, vault }: PasskeyRegisterFinishRequest,
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
  const account = { userId, vault, records, method: 'passkey', credential, caller, proof } as const
  return completeSignUp(dependencies, account, (transaction) =>
    storePasskey(transaction, { ...passkey, userId, unlockId: records.method.id }),
  )
}
