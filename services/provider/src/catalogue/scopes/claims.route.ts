import { INTERNAL_ENDPOINTS, OperatorClaimList } from '@countersign/contracts'
import type { Api } from '@countersign/service/http'
import { INTERNAL } from '../../ground/http/internal-endpoint.ts'
import type { WithSql } from '../../ground/parts.ts'
import { showClaims } from './show-claims.ts'

/** /api/auth/internal/claims/: what people can keep in their vaults beside the built-in claims. */
export function mountClaims(app: Api, dependencies: WithSql): void {
  app.get(
    INTERNAL_ENDPOINTS.listClaims.path,
    {
      schema: {
        ...INTERNAL,
        operationId: 'listOperatorClaims',
        summary: 'The claims that an operator has defined',
        response: { 200: OperatorClaimList },
      },
    },
    async () => showClaims(dependencies),
  )
}
