import { MethodChangeRequest, MethodsChanged, ServiceErrorBody, VAULT_BODY_BYTES } from '@countersign/contracts'
import { Type } from 'typebox'
import type { Core } from '../dependencies.ts'
import { callerOf } from '../http/caller.ts'
import type { CoreApp } from '../http/core-app.ts'
import { changeMethods } from './change-methods.ts'

/** POST /api/account/methods/changes/: any change of the ways in, as one commit of the vault. */
export function mountChangeMethods(app: CoreApp, core: Core): void {
  app.post(
    '/api/account/methods/changes/',
    {
      ...core.commitLimits.limitMethodChanges(core.guard.allowFresh('full', 'recovery')),
      bodyLimit: VAULT_BODY_BYTES,
      schema: {
        operationId: 'changeMethods',
        summary: 'Add, replace and remove what opens my account',
        tags: ['methods'],
        security: [{ session: [] }],
        headers: Type.Object({
          'if-match': Type.Optional(Type.String({ description: 'The entity tag of the vault that was changed.' })),
        }),
        body: MethodChangeRequest,
        response: {
          200: MethodsChanged,
          400: ServiceErrorBody,
          401: ServiceErrorBody,
          403: ServiceErrorBody,
          404: ServiceErrorBody,
          409: ServiceErrorBody,
          410: ServiceErrorBody,
          412: ServiceErrorBody,
          413: ServiceErrorBody,
          422: ServiceErrorBody,
          428: ServiceErrorBody,
          429: ServiceErrorBody,
          503: ServiceErrorBody,
        },
      },
    },
    async (request, reply) => {
      const { answer, etag } = await changeMethods(core, core.guard.sessionOf(request), {
        ifMatch: request.headers['if-match'],
        change: request.body,
        origin: callerOf(request).origin,
      })
      return reply.header('etag', etag).send(answer)
    },
  )
}
