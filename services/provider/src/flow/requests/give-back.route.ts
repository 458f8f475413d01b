import { INTERNAL_ENDPOINTS, RequestGivenBack, RequestGivingBack } from '@countersign/contracts'
import { type Api, describeRefusals } from '@countersign/service/http'
import { INTERNAL } from '../../ground/http/internal-endpoint.ts'
import type { WithSql } from '../../ground/parts.ts'
import { acceptGivenBack } from './accept-given-back.ts'

/** POST /api/auth/internal/auth-request-give-back/: core passes on that a person leaves a request to somebody else. */
export function mountGiveBack(app: Api, dependencies: WithSql): void {
  app.post(
    INTERNAL_ENDPOINTS.giveBackRequest.path,
    {
      schema: {
        ...INTERNAL,
        operationId: 'giveBackRequest',
        summary: 'Leave an authorization request to whoever reads it next',
        description: "For a pending request that is not another person's. Once more does no harm.",
        body: RequestGivingBack,
        response: { 200: RequestGivenBack, ...describeRefusals(404) },
      },
    },
    async ({ body }) => acceptGivenBack(dependencies, body),
  )
}
