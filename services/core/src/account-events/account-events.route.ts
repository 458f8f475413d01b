import { AccountEventList, AccountEventQuery, ServiceErrorBody } from '@countersign/contracts'
import type { Core } from '../dependencies.ts'
import type { CoreApp } from '../http/core-app.ts'
import { listAccountEvents } from './account-event.store.ts'
import { describeAccountEvents } from './describe-account-events.ts'

const DEFAULT_PAGE = 50

/** GET /api/account/events/: what the server noticed about one's account. */
export function mountAccountEvents(app: CoreApp, { sql, guard }: Core): void {
  app.get(
    '/api/account/events/',
    {
      onRequest: guard.allow('full'),
      schema: {
        operationId: 'listAccountEvents',
        summary: 'List what happened to the account, newest first',
        tags: ['accounts'],
        security: [{ session: [] }],
        querystring: AccountEventQuery,
        response: {
          200: AccountEventList,
          400: ServiceErrorBody,
          401: ServiceErrorBody,
          403: ServiceErrorBody,
          503: ServiceErrorBody,
        },
      },
    },
    async (request) => {
      const { cursor } = request.query
      const limit = Number(request.query.limit ?? DEFAULT_PAGE)
      const { userId } = guard.sessionOf(request)
      // One more than asked for shows whether there is a next page.
      const listed = describeAccountEvents(await listAccountEvents(sql, { userId, cursor, limit: limit + 1 }))
      const events = listed.slice(0, limit)
      return { events, next_cursor: (listed.length > limit && events.at(-1)?.event_id) || null }
    },
  )
}
