import type { Caller } from '../ground/http/caller.ts'
import type { Origin } from '../ground/http/origin.ts'
import type { CoreDependencies } from '../surface/dependencies.ts'
import type { KeyProof } from './sessions/session-key.ts'
import { type AuthenticatedSession, authenticateSession } from './sessions/sessions.ts'

/** What is known of somebody who signs in before anything that they sign in with was looked at. */
export type SigningIn = {
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
  dependencies: Pick<CoreDependencies, 'sql' | 'sessionKeys' | 'sessionMemory'>,
  caller: Caller,
): Promise<SigningIn> {
  const { origin } = caller
  if (caller.token !== undefined) {
    return { origin, session: await authenticateSession(dependencies, caller, { scopes: ['full'] }), proof: undefined }
  }
  return { origin, session: undefined, proof: await dependencies.sessionKeys.verify(caller) }
}
