import { MethodChangeRequest, MethodsChanged, VAULT_BODY_BYTES } from '@countersign/contracts'
import { type Api, describeRefusals } from '@countersign/service/http'
import { Type } from 'typebox'
import { callerOf } from '../../ground/http/caller.ts'
import type { CoreDependencies } from '../../surface/dependencies.ts'
import { CHANGE_ACTS } from './change-intents.ts'
import { changeMethods } from './change-methods.ts'

/** POST /api/account/methods/changes/: any change of the unlock methods, as one commit of the vault. */
export function mountChangeMethods(app: Api, dependencies: CoreDependencies): void {
  app.post(
    '/api/account/methods/changes/',
    {
      ...dependencies.commitLimits.limitMethodChanges(
        dependencies.guard.allowIntended(CHANGE_ACTS, 'full', 'recovery'),
      ),
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
        response: { 200: MethodsChanged, ...describeRefusals(403, 404, 409, 410, 412, 422, 428, 429) },
      },
    },
    async (request, reply) => {
      const { answer, etag } = await changeMethods(dependencies, dependencies.guard.sessionOf(request), {
        ifMatch: request.headers['if-match'],
        change: request.body,
        caller: callerOf(request),
      })
      return reply.header('etag', etag).send(answer)
    },
  )
}
