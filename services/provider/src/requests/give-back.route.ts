import { RequestGivenBack, RequestGivingBack } from '@countersign/contracts'
import { type Api, describeRefusals, ServiceError } from '@countersign/service'
import type { ProviderDependencies } from '../dependencies.ts'
import { INTERNAL } from '../http/internal-endpoint.ts'
import { giveBack } from './give-back.store.ts'

/** POST /api/auth/internal/auth-request-give-back/: core passes on that a person leaves a request to somebody else. */
export function mountGiveBack(app: Api, { sql }: Pick<ProviderDependencies, 'sql'>): void {
  app.post(
    '/api/auth/internal/auth-request-give-back/',
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
    async ({ body }): Promise<RequestGivenBack> => {
      if (await giveBack(sql, body.auth_request_id, body.user_id)) return { given_back: true }
      throw new ServiceError('not_found', 'This person has no such authorization request that waits.')
    },
  )
}
