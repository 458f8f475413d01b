import { EndSessionsQuery, SessionList, Uuid } from '@countersign/contracts'
import { ServiceError } from '@countersign/service/errors'
import { type Api, describeRefusals } from '@countersign/service/http'
import { Type } from 'typebox'
import { logSessionEnded } from '../../ground/events.ts'
import { callerOf } from '../../ground/http/caller.ts'
import { lockVault } from '../../vaults/vault.store.ts'
import { recordAccountEvent } from '../account-events/account-event.store.ts'
import type { AccountDependencies } from '../dependencies.ts'
import { insertPendingRevocation } from '../revocations/pending-revocation.store.ts'
import { revokeGrantsNow } from '../revocations/revoke-pending-grants.ts'
import { describeSessions } from './describe-session.ts'
import { revokeOtherSessions, revokeSession } from './session.store.ts'
import { listSessions } from './session-list.store.ts'
import { changeSessions } from './session-memory.ts'

const described = { tags: ['sessions'], security: [{ session: [] }] }

/** GET and DELETE /api/sessions/, DELETE /api/sessions/{id}/: where one is signed in, and the end of it. */
export function mountSessions(app: Api, dependencies: AccountDependencies): void {
  const { sql, guard, endedSessions } = dependencies
  const onRequest = guard.allow('full')

  app.get(
    '/api/sessions/',
    {
      onRequest,
      schema: {
        operationId: 'listSessions',
        summary: 'List where one is signed in',
        ...described,
        response: { 200: SessionList, ...describeRefusals(403) },
      },
    },
    async (request) => {
      const { userId, sessionId } = guard.sessionOf(request)
      return { sessions: describeSessions(await listSessions(sql, userId), sessionId) }
    },
  )

  app.delete(
    '/api/sessions/',
    {
      onRequest,
      schema: {
        operationId: 'endOtherSessions',
        summary: 'Sign out everywhere else',
        description: 'With `apps`, all that apps were allowed ends too.',
        ...described,
        querystring: EndSessionsQuery,
        response: { 204: Type.Null(), ...describeRefusals(403) },
      },
    },
    async (request, reply) => {
      const { userId, sessionId } = guard.sessionOf(request)
      const { origin } = callerOf(request)
      const endsApps = request.query.apps !== undefined
      await changeSessions(dependencies, [userId], async (transaction) => {
        // Lock the vault first, as every account change does, to avoid deadlocks.
        await lockVault(transaction, userId)
        const ended = await revokeOtherSessions(transaction, userId, sessionId)
        if (ended > 0) await recordAccountEvent(transaction, { userId, type: 'other_sessions_ended', origin })
        if (endsApps) await insertPendingRevocation(transaction, { userId, erases: false })
      })
      if (endsApps) await revokeGrantsNow(dependencies, userId)
      endedSessions.tellSoon(userId)
      return reply.code(204).send(null)
    },
  )

  mountEndSession(app, dependencies)
}

function mountEndSession(app: Api, dependencies: AccountDependencies): void {
  const { guard, endedSessions, logger } = dependencies
  app.delete(
    '/api/sessions/:session_id/',
    {
      onRequest: guard.allow('full'),
      schema: {
        operationId: 'endOneSession',
        summary: 'Sign out somewhere',
        ...described,
        params: Type.Object({ session_id: Uuid }),
        response: { 204: Type.Null(), ...describeRefusals(403, 404) },
      },
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
      endedSessions.tellSoon(userId)
      logSessionEnded(logger, session)
      return reply.code(204).send(null)
    },
  )
}
