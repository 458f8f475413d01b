import { timingSafeEqual } from 'node:crypto'
import type { RecoverySignInRequest, SignedIn } from '@countersign/contracts'
import { ServiceError } from '@countersign/service/errors'
import { sha256 } from '@countersign/service/secrets'
import { logSignInRefused } from '../ground/events.ts'
import type { Caller } from '../ground/http/caller.ts'
import { findRecoveryKey } from './recovery-key.store.ts'
import { admitSignIn, type SignInDependencies, signInOrStepUp } from './sign-in.ts'

const NO_HASH = Buffer.alloc(32)

/**
 * Signs in with the authentication half of a recovery key; the half that opens the vault never leaves the device.
 * @throws `invalid_credentials` for every failed check, and the errors of `signInOrStepUp`
 */
export async function signInByRecoveryKey(
  dependencies: SignInDependencies,
  { rec_id, rec_auth }: RecoverySignInRequest,
  caller: Caller,
): Promise<SignedIn> {
  const key = await findRecoveryKey(dependencies.sql, rec_id)
  const isProven = timingSafeEqual(sha256(Buffer.from(rec_auth, 'base64url')), key?.authHash ?? NO_HASH)
  if (!key || !isProven) {
    logSignInRefused(dependencies.logger, { method: 'recovery' })
    throw new ServiceError('invalid_credentials', 'This recovery key opens no account. Check it and try again.')
  }
  // A recovery session is not bound to a key.
  const unbound = caller.token === undefined ? { ...caller, proof: undefined } : caller
  const signingIn = await admitSignIn(dependencies, unbound)
  const proof = { userId: key.userId, methodId: key.unlockId, method: 'recovery' } as const
  return signInOrStepUp(dependencies, signingIn, proof)
}
