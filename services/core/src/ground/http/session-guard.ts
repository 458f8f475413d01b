import type { Intent, SessionScope } from '@countersign/contracts'
import { ServiceError } from '@countersign/service/errors'
import type { FastifyRequest } from 'fastify'
import type { EventSubject } from '../events.ts'
import { type Caller, callerOf } from './caller.ts'

type Hook = (request: FastifyRequest) => Promise<void>

/** Admits requests by their session, before the body is read. */
export type SessionGuard<Session extends EventSubject = EventSubject> = ReturnType<typeof createSessionGuard<Session>>

export type Admission = {
  readonly scopes: readonly SessionScope[]
  readonly mayBeRemembered?: boolean
}

export type SessionChecks<Session extends EventSubject> = {
  authenticate(caller: Caller, admission: Admission): Promise<Session>
  /** @throws `reauth_required` */
  requireIntent(session: Session, acts: readonly Intent['act'][]): void
  /** Reads past the cache. @throws `invalid_session` if it has ended */
  readSessionAgain(session: Session): Promise<Session>
}

export function createSessionGuard<Session extends EventSubject>(checks: SessionChecks<Session>) {
  const sessions = new WeakMap<FastifyRequest, Session>()

  async function admit(request: FastifyRequest, admission: Admission): Promise<Session> {
    const session = await checks.authenticate(callerOf(request), admission)
    sessions.set(request, session)
    return session
  }

  return {
    /** An `onRequest` hook that admits only a live session of these scopes. */
    allow:
      (...scopes: readonly SessionScope[]): Hook =>
      async (request) =>
        void (await admit(request, { scopes })),
    /**
     * Like `allow`, also for a session cached within the last second: for the steps before a decision, which grant nothing
     * that lasts. Decisions and changes of an account read the database.
     */
    allowRecent:
      (...scopes: readonly SessionScope[]): Hook =>
      async (request) =>
        void (await admit(request, { scopes, mayBeRemembered: true })),
    /**
     * Like `allow`, and requires a step-up for one of these acts within the last five minutes, otherwise
     * `reauth_required`: a stolen token alone must not suffice. The route spends the step-up.
     */
    allowIntended:
      (acts: readonly Intent['act'][], ...scopes: readonly SessionScope[]): Hook =>
      async (request) =>
        checks.requireIntent(await admit(request, { scopes }), acts),
    /** @throws Error on a route without the hook, which is a bug */
    sessionOf(request: FastifyRequest): Session {
      const session = sessions.get(request)
      if (!session) throw new Error('This route has no session guard.')
      return session
    },
    readSessionAgain(session: Session): Promise<Session> {
      return checks.readSessionAgain(session)
    },
  }
}

/** The same for a missing, unknown, expired or revoked token, and for one whose account has just ended. */
export function invalidSession(): ServiceError {
  return new ServiceError('invalid_session', 'Your session has ended. Sign in again.', {
    headers: { 'www-authenticate': 'Bearer' },
  })
}
