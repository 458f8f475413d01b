import { Session } from '@countersign/contracts'
import type { Api } from '@countersign/service/http'
import { Type } from 'typebox'
import { logSignedOut } from '../../ground/events.ts'
import type { AccountDependencies } from '../dependencies.ts'
import { describeSession } from './describe-session.ts'
import { revokeSession } from './session.store.ts'

/** GET and DELETE /api/session/: the session of this token, and its end. */
export function mountCurrentSession(
  app: Api,
  {
    sql,
    guard,
    sessionMemory,
    endedSessions,
    logger,
  }: Pick<AccountDependencies, 'sql' | 'guard' | 'sessionMemory' | 'endedSessions' | 'logger'>,
): void {
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
        response: { 200: Session },
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
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const session = guard.sessionOf(request)
      await sessionMemory.whileChanging([session.userId], () => revokeSession(sql, session))
      endedSessions.tellSoon(session.userId)
      logSignedOut(logger, session)
      return reply.code(204).send(null)
    },
  )
}
