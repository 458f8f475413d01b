import { INTERNAL_ENDPOINTS, OperatorClaimList } from '@countersign/contracts'
import type { Api } from '@countersign/service/http'
import { INTERNAL } from '../../ground/http/internal-endpoint.ts'
import type { WithSql } from '../../ground/parts.ts'
import { showClaims } from './show-claims.ts'

/** GET /api/auth/internal/claims/: core reads the claims that the operator defined. */
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
