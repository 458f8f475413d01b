import type { SignedIn } from '@countersign/contracts'
import { ServiceError } from '@countersign/service/errors'
import type { Transaction } from '@countersign/service/sql'
import type { MethodType } from '@countersign/vault'
import { logSignedIn } from '../ground/events.ts'
import type { Caller } from '../ground/http/caller.ts'
import { invalidSession } from '../ground/http/invalid-session.ts'
import type { Origin } from '../ground/http/origin.ts'
import { readUnlock } from './account.store.ts'
import { recordAccountEvent } from './account-events/account-event.store.ts'
import type { AccountDependencies } from './dependencies.ts'
import { describeSignedIn } from './sessions/describe-session.ts'
import type { KeyProof } from './sessions/session-key.ts'
import { changeSessions } from './sessions/session-memory.ts'
import { type AuthenticatedSession, authenticateSession, renewSession, startSession } from './sessions/sessions.ts'
import { resetAllThrottles } from './throttling/password-throttle.ts'

/** What is known of somebody who signs in before anything that they sign in with was looked at. */
type SigningIn = {
  readonly origin: Origin
  /** The session that is confirmed; undefined where one begins. */
  readonly session: AuthenticatedSession | undefined
  /** Of the key that a session which begins is bound to; not spent yet. */
  readonly proof: KeyProof | undefined
}

/**
 * Looks at the session and the proof of a caller. To be called before a challenge or the like is taken, so that what is
 * refused has spent nothing, and a device whose clock was off can send it again.
 * @throws what `authenticateSession` and `SessionKeys.verify` throw
 */
export async function admitSignIn(
  dependencies: Pick<AccountDependencies, 'sql' | 'sessionKeys' | 'sessionMemory'>,
  caller: Caller,
): Promise<SigningIn> {
  const { origin } = caller
  if (caller.token !== undefined) {
    return { origin, session: await authenticateSession(dependencies, caller, { scopes: ['full'] }), proof: undefined }
  }
  return { origin, session: undefined, proof: await dependencies.sessionKeys.verify(caller) }
}

export type SignInDependencies = Pick<AccountDependencies, 'sql' | 'sessionKeys' | 'sessionMemory' | 'logger'>

/** Whose sign-in was proven, by which unlock record and method; with an intent it is the gesture for just that. */
type Proof = {
  readonly userId: string
  readonly methodId: string
  readonly method: MethodType
  readonly intent?: string | undefined
  /** That it only opens the vault within the session, which stays as old as it is. */
  readonly unlocks?: boolean | undefined
}

/**
 * Ends every proven sign-in. It starts a session, or confirms that of the caller if it is of the same person: it gets a
 * new token, and with an intent may do that one thing, once.
 * @throws `invalid_session`, `user_mismatch`, and `insufficient_session` where a recovery key is on either side: it
 * opens a session for one errand, and neither prolongs one nor is prolonged
 */
export async function signInOrStepUp(
  dependencies: SignInDependencies,
  signingIn: SigningIn,
  proof: Proof,
): Promise<SignedIn> {
  const { sql, sessionKeys, logger } = dependencies
  const { userId, methodId, method } = proof
  if (signingIn.proof) sessionKeys.spend(signingIn.proof)
  // A password has reset its own throttle already: that of the device, or of all unknown devices.
  if (method !== 'password') await resetAllThrottles(sql, userId)
  const of = [userId, signingIn.proof?.jkt, signingIn.proof?.formerJkt]
  const session = await changeSessions(dependencies, of, async (transaction) => {
    const signedIn = await openSession(transaction, signingIn, proof)
    if (!proof.unlocks)
      await recordAccountEvent(transaction, { userId, type: 'signed_in', method, origin: signingIn.origin })
    return signedIn
  })
  logSignedIn(logger, { ...session, method })
  return describeSignedIn(session, await readUnlock(sql, { userId, unlockId: methodId }))
}

async function openSession(
  sql: Transaction,
  { origin, session, proof }: SigningIn,
  { userId, methodId, method, intent, unlocks }: Proof,
): Promise<AuthenticatedSession> {
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
