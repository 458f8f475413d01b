import { ClientId, GrantList } from '@countersign/contracts'
import type { Api } from '@countersign/service/http'
import { Type } from 'typebox'
import type { WithSessions } from '../../accounts/sessions/sessions.ts'
import { logOwnGrantsRevoked } from '../../ground/events.ts'
import { callerOf } from '../../ground/http/caller.ts'
import { describeRoutes, noContent, ok } from '../../ground/http/routes.ts'
import type { WithLogger, WithProvider } from '../../ground/parts.ts'

const described = describeRoutes({ tags: ['grants'], security: [{ session: [] }] })

/** An app is named in the body, because proxies log addresses. */
export function mountGrants(app: Api, { guard, provider, logger }: WithSessions & WithProvider & WithLogger): void {
  app.get(
    '/api/account/grants/',
    {
      onRequest: guard.allow('full'),
      schema: described('listOwnGrants', 'List my grants', ok(GrantList, 403)),
    },
    async (request) => provider.listGrants(guard.sessionOf(request).userId),
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
