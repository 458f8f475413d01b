import { ClientId, GrantList, GrantUpdated, GrantUpdateRequest } from '@countersign/contracts'
import type { Api } from '@countersign/service/http'
import { Type } from 'typebox'
import type { WithSessions } from '../../accounts/sessions/sessions.ts'
import { logOwnGrantsRevoked } from '../../ground/events.ts'
import { callerOf } from '../../ground/http/caller.ts'
import { describeRoutes, noContent, ok } from '../../ground/http/routes.ts'
import type { WithClock, WithCommitLimits, WithConfig, WithLogger, WithProvider } from '../../ground/parts.ts'
import { updateGrant } from './update-grant.ts'

const described = describeRoutes({ tags: ['grants'], security: [{ session: [] }] })

/** Sealed claims, and the attestations of two of them. */
const UPDATE_BODY_LIMIT_BYTES = 262_144

/** An app is named in the body, because proxies log addresses. */
export function mountGrants(
  app: Api,
  dependencies: WithSessions & WithProvider & WithLogger & WithConfig & WithClock & WithCommitLimits,
): void {
  const { guard, provider, logger, commitLimits } = dependencies
  app.get(
    '/api/account/grants/',
    {
      onRequest: guard.allow('full'),
      schema: described('listOwnGrants', 'List my grants', ok(GrantList, 403)),
    },
    async (request) => provider.listGrants(guard.sessionOf(request).userId),
  )

  app.post(
    '/api/internal/grant-updates/',
    {
      ...commitLimits.limitDataUpdates(guard.allow('full')),
      bodyLimit: UPDATE_BODY_LIMIT_BYTES,
      schema: described('updateGrant', 'Send an app what I share with it, as it is now', {
        description: 'Sealed for the app. It fetches it with its next refresh of tokens; a newer version replaces it.',
        body: GrantUpdateRequest,
        ...ok(GrantUpdated, 403, 404, 422),
      }),
    },
    async (request) =>
      updateGrant(dependencies, {
        update: request.body,
        session: guard.sessionOf(request),
        network: callerOf(request).origin.network,
      }),
  )

  app.post(
    '/api/account/grants/revoke/',
    {
      onRequest: guard.allow('full'),
      schema: described('revokeOwnGrants', "Revoke an app's grants; all that I allow it", {
        description: 'Codes that the app has not redeemed yet end too. An app that is allowed nothing is no mistake.',
        body: Type.Object({ client_id: ClientId }, { additionalProperties: false }),
        ...noContent(403),
      }),
    },
    async (request, reply) => {
      const session = guard.sessionOf(request)
      const { client_id: clientId } = request.body
      await provider.revokeGrantsOfApp(session.userId, clientId, callerOf(request).origin.network)
      logOwnGrantsRevoked(logger, { ...session, clientId })
      return reply.code(204).send(null)
    },
  )
}
