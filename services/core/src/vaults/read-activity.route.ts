import { ActivityList, ActivityQuery, ServiceErrorBody } from '@countersign/contracts'
import type { Core } from '../dependencies.ts'
import type { CoreApp } from '../http/core-app.ts'
import { listActivity } from './activity.store.ts'

const PAGE_LENGTH = 50

/** GET /api/vault/activity/: the person's own log, newest first, as sealed as it came. */
export function mountReadActivity(app: CoreApp, { sql, guard }: Core): void {
  app.get(
    '/api/vault/activity/',
    {
      onRequest: guard.allow('full'),
      schema: {
        operationId: 'readActivity',
        summary: 'Read my log, which only my devices can open',
        tags: ['vault'],
        security: [{ session: [] }],
        querystring: ActivityQuery,
        response: {
          200: ActivityList,
          400: ServiceErrorBody,
          401: ServiceErrorBody,
          403: ServiceErrorBody,
          503: ServiceErrorBody,
        },
      },
    },
    async (request) => {
      const { userId } = guard.sessionOf(request)
      const { before, limit } = request.query
      const page = { before: before === undefined ? undefined : Number(before), limit: Number(limit ?? PAGE_LENGTH) }
      return { entries: await listActivity(sql, userId, page) }
    },
  )
}
