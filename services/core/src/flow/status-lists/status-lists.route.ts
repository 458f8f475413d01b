import { StatusListAnswer, StatusListRequest } from '@countersign/contracts'
import type { Api } from '@countersign/service/http'
import type { WithSessions } from '../../accounts/sessions/sessions.ts'
import { describeRoutes, ok } from '../../ground/http/routes.ts'
import type { WithClock, WithCommitLimits, WithConfig, WithLogger } from '../../ground/parts.ts'
import { createStatusLists } from './status-lists.ts'

const described = describeRoutes({ tags: ['credentials'], security: [{ session: [] }] })

type Dependencies = WithSessions & WithConfig & WithClock & WithLogger & WithCommitLimits

/** The address is in the body, because proxies log addresses. */
export function mountStatusLists(app: Api, { guard, commitLimits, ...dependencies }: Dependencies): void {
  const lists = createStatusLists(dependencies)
  app.post(
    '/api/status-list/',
    {
      ...commitLimits.limitStatusLists(guard.allow('full')),
      schema: described('readStatusList', 'Get a status list of a credential issuer', {
        description:
          'Whole and for all people: which entry the device looks at stays on it. The issuer sees core alone.',
        body: StatusListRequest,
        ...ok(StatusListAnswer, 403, 404, 503),
      }),
    },
    async (request) => ({ token: await lists.read(request.body.uri) }),
  )
}
