import { GrantList, ServiceErrorBody, Uuid } from '@countersign/contracts'
import { Type } from 'typebox'
import type { Core } from '../dependencies.ts'
import { logOwnGrantRevoked } from '../events.ts'
import { callerOf } from '../http/caller.ts'
import type { CoreApp } from '../http/core-app.ts'

const described = { tags: ['grants'], security: [{ session: [] }] }
const refusals = { 401: ServiceErrorBody, 403: ServiceErrorBody, 503: ServiceErrorBody }

/** GET /api/account/grants/: what the person allows which app, as the provider knows it. */
export function mountListGrants(app: CoreApp, { guard, provider }: Core): void {
  app.get(
    '/api/account/grants/',
    {
      onRequest: guard.allow('full'),
      schema: {
        ...described,
        operationId: 'listOwnGrants',
        summary: 'Show what I allow which app',
        response: { 200: GrantList, ...refusals },
      },
    },
    async (request) => provider.listGrants(guard.sessionOf(request).userId),
  )
}

/** DELETE /api/account/grants/{grant_id}/: the person takes a grant back; its tokens are dead at once. */
export function mountRevokeGrant(app: CoreApp, { guard, provider, logger }: Core): void {
  app.delete(
    '/api/account/grants/:grant_id/',
    {
      onRequest: guard.allow('full'),
      schema: {
        ...described,
        operationId: 'revokeOwnGrant',
        summary: 'Take a grant back',
        params: Type.Object({ grant_id: Uuid }),
        response: { 204: Type.Null(), 400: ServiceErrorBody, 404: ServiceErrorBody, ...refusals },
      },
    },
    async (request, reply) => {
      const session = guard.sessionOf(request)
      const { grant_id: grantId } = request.params
      await provider.revokeGrant(session.userId, grantId, callerOf(request).origin.network)
      logOwnGrantRevoked(logger, session, grantId)
      return reply.code(204).send(null)
    },
  )
}
