import type { Intent, SessionScope } from '@countersign/contracts'
import type { FastifyRequest } from 'fastify'
import type { EventSubject } from '../events.ts'
import { type Caller, callerOf } from './caller.ts'

type Hook = (request: FastifyRequest) => Promise<void>

/** Admits requests by their session, before a byte of the body is read. `Session` is what a route learns of it. */
export type SessionGuard<Session extends EventSubject = EventSubject> = {
  /** An `onRequest` hook that admits only a live session of these scopes. */
  allow(...scopes: readonly SessionScope[]): Hook
  /**
   * Like `allow`, also for a session that was read within the last second: for the steps before a decision, which grant
   * nothing that lasts. The decision itself, and every change of an account, asks the database.
   */
  allowRecent(...scopes: readonly SessionScope[]): Hook
  /**
   * Like `allow`, and the person must have made a gesture for one of these acts within the last five minutes; otherwise
   * `reauth_required`. A stolen token alone must not be able to do these. The route spends the gesture.
   */
  allowIntended(acts: readonly Intent['act'][], ...scopes: readonly SessionScope[]): Hook
  /** @throws Error on a route without the hook: a bug, which must never admit a stranger */
  sessionOf(request: FastifyRequest): Session
  /**
   * The session as the database has it now.
   * @throws `invalid_session` if it has ended
   */
  readSessionAgain(session: Session): Promise<Session>
}

export type Admission = {
  readonly scopes: readonly SessionScope[]
  /** Whether a session that was read within the last second will do. */
  readonly mayBeRemembered?: boolean
}

export type SessionChecks<Session extends EventSubject> = Pick<SessionGuard<Session>, 'readSessionAgain'> & {
  authenticate(caller: Caller, admission: Admission): Promise<Session>
  /** @throws `reauth_required` */
  requireIntent(session: Session, acts: readonly Intent['act'][]): void
}

export function createSessionGuard<Session extends EventSubject>(
  checks: SessionChecks<Session>,
): SessionGuard<Session> {
  const sessions = new WeakMap<FastifyRequest, Session>()

  async function admit(request: FastifyRequest, admission: Admission): Promise<Session> {
    const session = await checks.authenticate(callerOf(request), admission)
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
        checks.requireIntent(await admit(request, { scopes }), acts),
    sessionOf(request) {
      const session = sessions.get(request)
      if (!session) throw new Error('This route has no session guard.')
      return session
    },
    readSessionAgain: (session) => checks.readSessionAgain(session),
  }
}
