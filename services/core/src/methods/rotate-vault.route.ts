import { MethodsChanged, ServiceErrorBody, VAULT_BODY_BYTES, VaultRotationRequest } from '@countersign/contracts'
import { Type } from 'typebox'
import type { Core } from '../dependencies.ts'
import { callerOf } from '../http/caller.ts'
import type { CoreApp } from '../http/core-app.ts'
import { rotateVault } from './rotate-vault.ts'

/** POST /api/vault/rotate/: the whole vault under a new account key. */
export function mountRotateVault(app: CoreApp, core: Core): void {
  app.post(
    '/api/vault/rotate/',
    {
      ...core.commitLimits.limitMethodChanges(core.guard.allowFresh('full')),
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
        response: {
          200: MethodsChanged,
          400: ServiceErrorBody,
          401: ServiceErrorBody,
          403: ServiceErrorBody,
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
      const { answer, etag } = await rotateVault(core, core.guard.sessionOf(request), {
        ifMatch: request.headers['if-match'],
        rotation: request.body,
        origin: callerOf(request).origin,
      })
      return reply.header('etag', etag).send(answer)
    },
  )
}
