import { GrantList, Uuid } from '@countersign/contracts'
import { type Api, describeRefusals } from '@countersign/service'
import { Type } from 'typebox'
import type { CoreDependencies } from '../dependencies.ts'
import { logOwnGrantRevoked } from '../events.ts'
import { callerOf } from '../http/caller.ts'

const described = { tags: ['grants'], security: [{ session: [] }] }
/** GET /api/account/grants/: what the person allows which app, as the provider knows it. */
export function mountListGrants(app: Api, { guard, provider }: CoreDependencies): void {
  app.get(
    '/api/account/grants/',
    {
      onRequest: guard.allow('full'),
      schema: {
        ...described,
        operationId: 'listOwnGrants',
        summary: 'Show what I allow which app',
        response: { 200: GrantList, ...describeRefusals(403) },
      },
    },
    async (request) => provider.listGrants(guard.sessionOf(request).userId),
  )
}

/** DELETE /api/account/grants/{grant_id}/: the person takes a grant back; its tokens are dead at once. */
export function mountRevokeGrant(app: Api, { guard, provider, logger }: CoreDependencies): void {
  app.delete(
    '/api/account/grants/:grant_id/',
    {
      onRequest: guard.allow('full'),
      schema: {
        ...described,
        operationId: 'revokeOwnGrant',
        summary: 'Take a grant back',
        params: Type.Object({ grant_id: Uuid }),
        response: { 204: Type.Null(), ...describeRefusals(403, 404) },
      },
    },
    async (request, reply) => {
      const session = guard.sessionOf(request)
      const { grant_id: grantId } = request.params
      await provider.revokeGrant(session.userId, grantId, callerOf(request).origin.network)
      logOwnGrantRevoked(logger, { ...session, grantId })
      return reply.code(204).send(null)
    },
  )
}
