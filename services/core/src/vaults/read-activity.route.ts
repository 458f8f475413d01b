import { ActivityList, ActivityQuery } from '@countersign/contracts'
import { type Api, describeRefusals } from '@countersign/service/http'
import { sendJson } from '../ground/http/send-json.ts'
import type { CoreDependencies } from '../surface/dependencies.ts'
import { readActivityText } from './activity.store.ts'

const PAGE_LENGTH = 50

/** GET /api/vault/activity/: the person's own log, newest first, as sealed as it came. */
export function mountReadActivity(app: Api, { sql, guard }: CoreDependencies): void {
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
        response: { 200: ActivityList, ...describeRefusals(403) },
      },
    },
    async (request, reply) => {
      const { userId } = guard.sessionOf(request)
      const { before, limit } = request.query
      const page = { before: before === undefined ? undefined : Number(before), limit: Number(limit ?? PAGE_LENGTH) }
      return sendJson(reply, `{"entries":${await readActivityText(sql, userId, page)}}`)
    },
  )
}
