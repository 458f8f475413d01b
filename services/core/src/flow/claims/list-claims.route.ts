import { OperatorClaimList } from '@countersign/contracts'
import { type Api, describeRefusals } from '@countersign/service/http'
import type { CoreDependencies } from '../../surface/dependencies.ts'

/** GET /api/claims/: what an operator lets people keep and share beside the built-in claims. */
export function mountListClaims(app: Api, { guard, provider }: CoreDependencies): void {
  app.get(
    '/api/claims/',
    {
      onRequest: guard.allow('full'),
      schema: {
        tags: ['claims'],
        security: [{ session: [] }],
        operationId: 'listOperatorClaims',
        summary: 'Show the claims that this service has beside the built-in ones',
        response: { 200: OperatorClaimList, ...describeRefusals(403) },
      },
    },
    async () => provider.listClaims(),
  )
}
