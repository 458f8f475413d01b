import type { Intent, SessionScope } from '@countersign/contracts'
import type { FastifyRequest } from 'fastify'
import {
  type AuthenticatedSession,
  authenticateSession,
  readSessionAgain,
  requireIntent,
} from '../../accounts/sessions/sessions.ts'
import { callerOf } from './caller.ts'

export type SessionGuard = {
  /** An `onRequest` hook that lets only a live session of these scopes pass, before a byte of the body is read. */
  allow(...scopes: readonly SessionScope[]): (request: FastifyRequest) => Promise<void>
  /**
   * Like `allow`, also for a session that lived within the last second: for the steps before a decision, which give nobody
   * anything that lasts. The decision itself, and all that changes an account, asks the database.
   */
  allowRecent(...scopes: readonly SessionScope[]): (request: FastifyRequest) => Promise<void>
  /**
   * Like `allow`, and the person must have made a gesture for one of these acts within the last five minutes; otherwise
   * `reauth_required`. For what a stolen token, or a sign-in alone, must not be able to do. The route spends the gesture.
   */
  allowIntended(
    acts: readonly Intent['act'][],
    ...scopes: readonly SessionScope[]
  ): (request: FastifyRequest) => Promise<void>
  /**
   * Whose request this is.
   * @throws on a route without the hook: that is a bug, and never lets a stranger through
   */
  sessionOf(request: FastifyRequest): AuthenticatedSession
  /**
   * The same as the database has it now.
   * @throws `invalid_session` if it ended meanwhile
   */
  readSessionAgain(session: AuthenticatedSession): Promise<AuthenticatedSession>
}

export function createSessionGuard(dependencies: Parameters<typeof authenticateSession>[0]): SessionGuard {
  const sessions = new WeakMap<FastifyRequest, AuthenticatedSession>()

  async function admit(
    request: FastifyRequest,
    admission: Parameters<typeof authenticateSession>[2],
  ): Promise<AuthenticatedSession> {
    const session = await authenticateSession(dependencies, callerOf(request), admission)
    sessions.set(request, session)
    return session
  }

  return {
    allow:
      (...scopes) =>
      async (request) =>
        void (await admit(request, { scopes })),
    allowRecent:
      (...scopes) =>
      async (request) =>
        void (await admit(request, { scopes, mayBeRemembered: true })),
    allowIntended:
      (acts, ...scopes) =>
      async (request) =>
        requireIntent(await admit(request, { scopes }), acts),
    sessionOf(request) {
      const session = sessions.get(request)
      if (!session) throw new Error('This route has no session guard.')
      return session
    },
    readSessionAgain: (session) => readSessionAgain(dependencies, session),
  }
}
