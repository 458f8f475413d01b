import { MethodsChanged, VAULT_BODY_BYTES, VaultRotationRequest } from '@countersign/contracts'
import { type Api, describeRefusals } from '@countersign/service/http'
import { Type } from 'typebox'
import { callerOf } from '../../ground/http/caller.ts'
import type { CoreDependencies } from '../../surface/dependencies.ts'
import { ROTATION_ACTS } from './change-intents.ts'
import { rotateVault } from './rotate-vault.ts'

/** POST /api/vault/rotate/: the whole vault under a new account key. */
export function mountRotateVault(app: Api, dependencies: CoreDependencies): void {
  app.post(
    '/api/vault/rotate/',
    {
      ...dependencies.commitLimits.limitMethodChanges(dependencies.guard.allowIntended(ROTATION_ACTS, 'full')),
      bodyLimit: VAULT_BODY_BYTES,
      schema: {
        operationId: 'rotateVault',
        summary: 'Exchange the account key, for when somebody may know it',
        tags: ['vault'],
        security: [{ session: [] }],
        headers: Type.Object({
          'if-match': Type.Optional(
            Type.String({ description: 'The entity tag of the vault that was encrypted anew.' }),
          ),
        }),
        body: VaultRotationRequest,
        response: { 200: MethodsChanged, ...describeRefusals(403, 409, 410, 412, 422, 428, 429) },
      },
    },
    async (request, reply) => {
      const { answer, etag } = await rotateVault(dependencies, dependencies.guard.sessionOf(request), {
        ifMatch: request.headers['if-match'],
        rotation: request.body,
        origin: callerOf(request).origin,
      })
      return reply.header('etag', etag).send(answer)
    },
  )
}
