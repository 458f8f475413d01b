import { GrantList, GrantListQuery, GrantRevocation, GrantsRevoked, INTERNAL_ENDPOINTS } from '@countersign/contracts'
import { type Api, describeRefusals } from '@countersign/service/http'
import type { WithClients } from '../../clients/client-registry.ts'
import { INTERNAL, onBehalf } from '../../ground/http/internal-endpoint.ts'
import type { WithConfig, WithSql } from '../../ground/parts.ts'
import type { WithLogouts } from '../logout/deliver-logouts.ts'
import { endGrants, showGrants } from './end-grants.ts'

/** /api/auth/internal/grants/: core lists and ends a user's grants. */
export function mountGrants(app: Api, dependencies: WithSql & WithConfig & WithClients & WithLogouts): void {
  app.get(
    INTERNAL_ENDPOINTS.listGrants.path,
    {
      schema: {
        ...INTERNAL,
        operationId: 'listGrants',
        summary: 'What a person allows which app',
        querystring: GrantListQuery,
        response: { 200: GrantList },
      },
    },
    async (request) => showGrants(dependencies, request.query.user_id),
  )

  app.post(
    INTERNAL_ENDPOINTS.revokeGrants.path,
    {
      schema: {
        ...INTERNAL,
        operationId: 'revokeGrants',
        summary: 'Take back one grant, all of an app, or all of a person',
        description:
          'With client_id or all, codes that nobody has redeemed yet end too. For a lock, lock the account first.',
        body: GrantRevocation,
        response: { 200: GrantsRevoked, ...describeRefusals(404) },
      },
    },
    async (request) => endGrants(dependencies, request.body, onBehalf(request)),
  )
}
