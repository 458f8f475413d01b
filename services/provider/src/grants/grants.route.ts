import { type Grant, GrantList, GrantListQuery, GrantRevocation, GrantsRevoked } from '@countersign/contracts'
import { type Api, describeRefusals } from '@countersign/service'
import type { ProviderDependencies } from '../dependencies.ts'
import { logGrantRevoked } from '../events.ts'
import { INTERNAL } from '../http/internal-endpoint.ts'
import { onBehalf } from '../http/on-behalf.ts'
import { endGrants, showGrants } from './end-grants.ts'

/** /api/auth/internal/grants/: what a person allows, for core's page of connected apps. */
export function mountGrants(app: Api, dependencies: ProviderDependencies): void {
  app.get(
    '/api/auth/internal/grants/',
    {
      schema: {
        ...INTERNAL,
        operationId: 'listGrants',
        summary: 'What a person allows which app',
        querystring: GrantListQuery,
        response: { 200: GrantList },
      },
    },
    async (request): Promise<{ grants: Grant[] }> => ({
      grants: await showGrants(dependencies, request.query.user_id),
    }),
  )

  app.post(
    '/api/auth/internal/grants/revoke/',
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
    async (request) => {
      const revoked = await endGrants(dependencies, request.body)
      for (const ids of revoked)
        logGrantRevoked(onBehalf(request), { ...ids, userId: request.body.user_id, reason: 'user' })
      return { revoked: revoked.length }
    },
  )
}
