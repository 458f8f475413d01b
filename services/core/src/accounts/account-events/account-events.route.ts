import { AccountEventList, AccountEventQuery } from '@countersign/contracts'
import { type Api, describeRefusals } from '@countersign/service/http'
import type { AccountDependencies } from '../dependencies.ts'
import { listAccountEvents } from './account-event.store.ts'
import { describeAccountEvents } from './describe-account-events.ts'

const DEFAULT_PAGE = 50

/** GET /api/account/events/: security events of the user's account. */
export function mountAccountEvents(app: Api, { sql, guard }: Pick<AccountDependencies, 'sql' | 'guard'>): void {
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
        response: { 200: AccountEventList, ...describeRefusals(403) },
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
