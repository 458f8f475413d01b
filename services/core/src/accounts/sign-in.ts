import type { SignedIn } from '@countersign/contracts'
import { ServiceError } from '@countersign/service/errors'
import { type Transaction } from '@countersign/service/sql'
import type { MethodType } from '@countersign/vault'
import { logSignedIn } from '../ground/events.ts'
import { invalidSession } from '../ground/http/invalid-session.ts'
import { resetAllThrottles } from '../ground/throttling/password-throttle.ts'
import type { CoreDependencies } from '../surface/dependencies.ts'
import { readUnlock } from './account.store.ts'
import { recordAccountEvent } from './account-events/account-event.store.ts'
import type { SigningIn } from './admit-sign-in.ts'
import { changeSessions } from './sessions/change-sessions.ts'
import { type NewToken, renewSession, startSession } from './sessions/sessions.ts'
import { describeSignedIn } from './signed-in.ts'

/** Whose sign-in was proven, by which unlock record and method; with an intent it is the gesture for just that. */
export type Proof = {
  readonly userId: string
  readonly methodId: string
  readonly method: MethodType
  readonly intent?: string | undefined
  /** That it only opens the vault within the session, which stays as old as it is. */
  readonly unlocks?: boolean | undefined
}

export type SessionStarter = Pick<CoreDependencies, 'sql' | 'sessionKeys' | 'sessionMemory' | 'logger'>

/**
 * Ends every proven sign-in. It starts a session, or confirms that of the caller if it is of the same person: it gets a
 * new token, and with an intent may do that one thing, once.
 * @throws `invalid_session`, `user_mismatch`, and `insufficient_session` where a recovery key is on either side: it
 * opens a session for one errand, and neither prolongs one nor is prolonged
 */
export async function signInOrStepUp(
  dependencies: SessionStarter,
  signingIn: SigningIn,
  proof: Proof,
): Promise<SignedIn> {
  const { sql, sessionKeys, logger } = dependencies
  const { userId, methodId, method } = proof
  if (signingIn.proof) sessionKeys.spend(signingIn.proof)
  // A password has reset its own throttle already: that of the device, or of all unknown devices.
  if (method !== 'password') await resetAllThrottles(sql, userId)
  const of = [userId, signingIn.proof?.jkt, signingIn.proof?.formerJkt]
  const { token, session } = await changeSessions(dependencies, of, async (transaction) => {
    const signedIn = await openSession(transaction, signingIn, proof)
    if (!proof.unlocks)
      await recordAccountEvent(transaction, { userId, type: 'signed_in', method, origin: signingIn.origin })
    return signedIn
  })
  logSignedIn(logger, { ...session, method })
  return describeSignedIn(token, session, await readUnlock(sql, { userId, unlockId: methodId }))
}

async function openSession(
  sql: Transaction,
  { origin, session, proof }: SigningIn,
  { userId, methodId, method, intent, unlocks }: Proof,
): Promise<NewToken> {
  const scope = method === 'recovery' ? 'recovery' : 'full'
  // What a gesture is for, it is for within a session: none begins with leave to change anything.
  if (!session && (intent !== undefined || unlocks)) throw invalidSession()
  if (!session) return startSession(sql, { userId, scope, methodId, origin, proof })
  if (session.userId !== userId) {
    throw new ServiceError('user_mismatch', 'You are signed in as somebody else. Sign out first.')
  }
  if (scope === 'recovery') {
    throw new ServiceError('insufficient_session', 'A recovery key cannot confirm a session. Use it without one.')
  }
  return renewSession(sql, session, { methodId, ...(!unlocks && { proof: { intent } }) })
}
