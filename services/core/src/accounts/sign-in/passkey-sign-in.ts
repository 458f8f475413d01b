import type {
  PasskeyAssertion,
  PasskeyFinishRequest,
  PasskeyStartRequest,
  PasskeyStartResponse,
  SignedIn,
} from '@countersign/contracts'
import { ServiceError } from '@countersign/service/errors'
import { logSignInRefused } from '../../ground/events.ts'
import type { Caller } from '../../ground/http/caller.ts'
import type { WithConfig, WithSql } from '../../ground/parts.ts'
import { findPasskey, notePasskeyUse, type Passkey, takeChallenge } from '../credentials/passkeys/passkey.store.ts'
import { relyingPartyOf, startAssertion } from '../credentials/passkeys/start-ceremony.ts'
import { verifyAssertion } from '../credentials/passkeys/verify-passkey.ts'
import { findUserOfHandle } from '../records/identifiers.ts'
import { admitSignIn, signInOrStepUp, type WithSignIn } from './sign-in.ts'

/** Requests any passkey, so that nothing about an account shows before one is presented. */
export async function startPasskeySignIn(
  { sql, config }: WithSql & WithConfig,
  { intent }: PasskeyStartRequest,
): Promise<PasskeyStartResponse> {
  return startAssertion(sql, relyingPartyOf(config), intent)
}

/** @throws `invalid_credentials` for every failed check, and the errors of `admitSignIn` and `signInOrStepUp` */
export async function finishPasskeySignIn(
  dependencies: WithSignIn,
  { challenge_id, response }: PasskeyFinishRequest,
  caller: Caller,
): Promise<SignedIn> {
  const { logger } = dependencies
  const signingIn = await admitSignIn(dependencies, caller)
  const proven = await provePasskey(dependencies, challenge_id, response)
  if (!proven) {
    logSignInRefused(logger, { method: 'passkey' })
    throw new ServiceError('invalid_credentials', 'This passkey opens no account here. Try another one.')
  }
  const { passkey, intent } = proven
  const proof = { userId: passkey.userId, methodId: passkey.unlockId, method: 'passkey', intent } as const
  return signInOrStepUp(dependencies, signingIn, proof)
}

/** Spends the challenge first, and judges the counter only after the signature. */
async function provePasskey(
  { sql, config }: WithSql & WithConfig,
  challengeId: string,
  response: PasskeyAssertion,
): Promise<{ readonly passkey: Passkey; readonly intent: string | undefined } | undefined> {
  const challenge = await takeChallenge(sql, challengeId, 'sign_in')
  const userId = findUserOfHandle(response.response.userHandle)
  const passkey = challenge && userId && (await findPasskey(sql, { userId, credentialId: response.id }))
  if (!challenge || !passkey) return undefined
  const { challengeHash, intent } = challenge
  const use = await verifyAssertion(response, passkey, { relyingParty: relyingPartyOf(config), challengeHash })
  return use && (await notePasskeyUse(sql, { ...passkey, ...use })) ? { passkey, intent } : undefined
}
