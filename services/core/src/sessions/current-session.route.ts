import { ServiceErrorBody, Session } from '@countersign/contracts'
import { Type } from 'typebox'
import type { Core } from '../dependencies.ts'
import { logSignedOut } from '../events.ts'
import type { CoreApp } from '../http/core-app.ts'
import { describeSession } from './describe-session.ts'
import { revokeSession } from './session.store.ts'

/** GET and DELETE /api/session/: the session of this token, and its end. */
export function mountCurrentSession(app: CoreApp, { sql, guard, logger }: Core): void {
  const onRequest = guard.allow('full', 'recovery')

  app.get(
    '/api/session/',
    {
      onRequest,
      schema: {
        operationId: 'readSession',
        summary: 'Show the session of this token',
        tags: ['sessions'],
        security: [{ session: [] }],
        response: { 200: Session, 401: ServiceErrorBody, 503: ServiceErrorBody },
      },
    },
    async (request) => describeSession(guard.sessionOf(request)),
  )

  app.delete(
    '/api/session/',
    {
      onRequest,
      schema: {
        operationId: 'endSession',
        summary: 'Sign out: end the session of this token',
        tags: ['sessions'],
        security: [{ session: [] }],
        response: { 204: Type.Null(), 401: ServiceErrorBody, 503: ServiceErrorBody },
      },
    },
    async (request, reply) => {
      const session = guard.sessionOf(request)
      await revokeSession(sql, session)
      logSignedOut(logger, session)
      return reply.code(204).send(null)
    },
  )
}
