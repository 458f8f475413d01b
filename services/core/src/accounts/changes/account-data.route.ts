import { AccountDeletion, AccountEventList, AccountEventQuery, AccountExport } from '@countersign/contracts'
import type { Api } from '@countersign/service/http'
import { callerOf } from '../../ground/http/caller.ts'
import { describeRoutes, noContent, ok, sendJson } from '../../ground/http/routes.ts'
import type { WithClock, WithLogger, WithProvider, WithSql } from '../../ground/parts.ts'
import { listAccountEvents } from '../records/account-event.store.ts'
import type { WithSessionMemory } from '../sessions/session-memory.ts'
import type { WithSessions } from '../sessions/sessions.ts'
import { deleteAccount, exportAccount } from './account-data.ts'

const described = describeRoutes({ tags: ['accounts'], security: [{ session: [] }] })

export function mountAccountData(
  app: Api,
  dependencies: WithSql & WithClock & WithLogger & WithProvider & WithSessions & WithSessionMemory,
): void {
  const { guard } = dependencies
  app.get(
    '/api/account/export/',
    {
      onRequest: guard.allowIntended(['export_account'], 'full'),
      schema: described('exportAccount', 'Export my account', ok(AccountExport, 403)),
    },
    async (request, reply) => {
      const session = guard.sessionOf(request)
      return sendJson(reply, await exportAccount(dependencies, session, callerOf(request).origin))
    },
  )

  app.post(
    '/api/account/delete/',
    {
      onRequest: guard.allowIntended(['delete_account'], 'full'),
      schema: described('deleteOwnAccount', 'Delete my account', {
        body: AccountDeletion,
        ...noContent(403),
      }),
    },
    async (request, reply) => {
      await deleteAccount(dependencies, guard.sessionOf(request))
      return reply.code(204).send(null)
    },
  )
}

const DEFAULT_PAGE = 50

export function mountAccountEvents(app: Api, { sql, guard }: WithSql & WithSessions): void {
  app.get(
    '/api/account/events/',
    {
      onRequest: guard.allow('full'),
      schema: described('listAccountEvents', 'List account events', {
        querystring: AccountEventQuery,
        ...ok(AccountEventList, 403),
      }),
    },
    async (request) => {
      const { cursor } = request.query
      const limit = Number(request.query.limit ?? DEFAULT_PAGE)
      const { userId } = guard.sessionOf(request)
      // One more than asked for shows whether there is a next page.
      const listed = await listAccountEvents(sql, { userId, cursor, limit: limit + 1 })
      const events = listed.slice(0, limit)
      return { events, next_cursor: (listed.length > limit && events.at(-1)?.event_id) || null }
    },
  )
}
