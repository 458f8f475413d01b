import { EndSessionsQuery, Session, SessionList, Uuid } from '@countersign/contracts'
import { ServiceError } from '@countersign/service/errors'
import type { Api } from '@countersign/service/http'
import { Type } from 'typebox'
import { logSessionEnded, logSignedOut } from '../../ground/events.ts'
import { callerOf } from '../../ground/http/caller.ts'
import { describeRoutes, noContent, ok } from '../../ground/http/routes.ts'
import type { WithLogger, WithProvider, WithSql } from '../../ground/parts.ts'
import { lockVault } from '../../vaults/vault.store.ts'
import { recordAccountEvent } from '../records/account-event.store.ts'
import { insertPendingRevocation } from '../records/revocations/pending-revocation.store.ts'
import { revokeGrantsNow } from '../records/revocations/revoke-pending-grants.ts'
import type { WithLogoutReporter } from './report-logouts.ts'
import { listSessions, revokeSession, revokeSessions } from './session.store.ts'
import { changeSessions, type WithSessionMemory } from './session-memory.ts'
import { describeSession, describeSessions, type WithSessions } from './sessions.ts'

type WithSessionEnds = WithSql & WithLogger & WithSessions & WithSessionMemory & WithLogoutReporter

const described = describeRoutes({ tags: ['sessions'], security: [{ session: [] }] })

export function mountSessions(app: Api, dependencies: WithSessionEnds & WithProvider): void {
  const { sql, guard, logoutReporter } = dependencies
  const onRequest = guard.allow('full')

  app.get(
    '/api/sessions/',
    { onRequest, schema: described('listSessions', 'List my sessions', ok(SessionList, 403)) },
    async (request) => {
      const { userId, sessionId } = guard.sessionOf(request)
      return { sessions: describeSessions(await listSessions(sql, userId), sessionId) }
    },
  )

  app.delete(
    '/api/sessions/',
    {
      onRequest,
      schema: described('endOtherSessions', 'End my other sessions', {
        description: 'With `apps`, all that apps were allowed ends too.',
        querystring: EndSessionsQuery,
        ...noContent(403),
      }),
    },
    async (request, reply) => {
      const { userId, sessionId } = guard.sessionOf(request)
      const { origin } = callerOf(request)
      const endsApps = request.query.apps !== undefined
      await changeSessions(dependencies, [userId], async (transaction) => {
        // First, as in every change of an account, to avoid deadlocks.
        await lockVault(transaction, userId)
        const ended = await revokeSessions(transaction, userId, sessionId)
        if (ended > 0) await recordAccountEvent(transaction, { userId, type: 'other_sessions_ended', origin })
        if (endsApps) await insertPendingRevocation(transaction, { userId, erases: false })
      })
      if (endsApps) await revokeGrantsNow(dependencies, userId)
      logoutReporter.reportSoon(userId)
      return reply.code(204).send(null)
    },
  )

  mountEndSession(app, dependencies)
}

function mountEndSession(app: Api, dependencies: WithSessionEnds): void {
  const { guard, logoutReporter, logger } = dependencies
  app.delete(
    '/api/sessions/:session_id/',
    {
      onRequest: guard.allow('full'),
      schema: described('endOneSession', 'End one of my sessions', {
        params: Type.Object({ session_id: Uuid }),
        ...noContent(403, 404),
      }),
    },
    async (request, reply) => {
      const { userId } = guard.sessionOf(request)
      const session = { userId, sessionId: request.params.session_id }
      const { origin } = callerOf(request)
      await changeSessions(dependencies, [userId], async (transaction) => {
        await lockVault(transaction, userId)
        // Another user's session looks like a missing one.
        if (!(await revokeSession(transaction, session))) {
          throw new ServiceError('not_found', 'There is no such session. It may have ended already.')
        }
        await recordAccountEvent(transaction, { userId, type: 'session_ended', origin })
      })
      logoutReporter.reportSoon(userId)
      logSessionEnded(logger, session)
      return reply.code(204).send(null)
    },
  )
}

export function mountCurrentSession(app: Api, dependencies: WithSessionEnds): void {
  const { sql, guard, sessionMemory, logoutReporter, logger } = dependencies
  const onRequest = guard.allow('full', 'recovery')

  app.get(
    '/api/session/',
    { onRequest, schema: described('readSession', 'Get the current session', ok(Session)) },
    async (request) => describeSession(guard.sessionOf(request)),
  )

  app.delete(
    '/api/session/',
    { onRequest, schema: described('endSession', 'Sign out', noContent()) },
    async (request, reply) => {
      const session = guard.sessionOf(request)
      await sessionMemory.whileChanging([session.userId], () => revokeSession(sql, session))
      logoutReporter.reportSoon(session.userId)
      logSignedOut(logger, session)
      return reply.code(204).send(null)
    },
  )
}
