import {
  type Grant,
  GrantList,
  GrantListQuery,
  GrantRevocation,
  GrantsRevoked,
  ServiceErrorBody,
} from '@countersign/contracts'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Dependencies } from '../dependencies.ts'
import { logGrantRevoked } from '../events.ts'
import { onBehalf } from '../http/on-behalf.ts'
import { endGrants, showGrants } from './end-grants.ts'

const internal = { tags: ['internal'], security: [{ serviceToken: [] }] }

/** /api/auth/internal/grants/: what a person allows, for core's page of connected apps. */
export const grantsRoutes: FastifyPluginAsyncTypebox<Dependencies> = async (app, dependencies) => {
  app.get(
    '/api/auth/internal/grants',
    {
      schema: {
        ...internal,
        operationId: 'listGrants',
        summary: 'What a person allows which app',
        querystring: GrantListQuery,
        response: { 200: GrantList, 400: ServiceErrorBody, 401: ServiceErrorBody },
      },
    },
    async (request): Promise<{ grants: Grant[] }> => ({
      grants: await showGrants(dependencies, request.query.user_id),
    }),
  )

  app.post(
    '/api/auth/internal/grants/revoke',
    {
      schema: {
        ...internal,
        operationId: 'revokeGrants',
        summary: 'Take back one grant, all of an app, or all of a person',
        description:
          'With client_id or all, codes that nobody has redeemed yet end too. For a lock, lock the account first.',
        body: GrantRevocation,
        response: { 200: GrantsRevoked, 400: ServiceErrorBody, 401: ServiceErrorBody, 404: ServiceErrorBody },
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
