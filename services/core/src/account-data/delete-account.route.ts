import { AccountDeletion, ServiceErrorBody } from '@countersign/contracts'
import { Type } from 'typebox'
import type { Core } from '../dependencies.ts'
import type { CoreApp } from '../http/core-app.ts'
import { deleteAccount } from './delete-account.ts'

/** POST /api/account/delete/: the end of an account and of everything in it. */
export function mountDeleteAccount(app: CoreApp, core: Core): void {
  app.post(
    '/api/account/delete/',
    {
      onRequest: core.guard.allowFresh('full'),
      schema: {
        operationId: 'deleteAccount',
        summary: 'Delete my account, my vault and all that I allowed',
        tags: ['accounts'],
        security: [{ session: [] }],
        body: AccountDeletion,
        response: {
          204: Type.Null(),
          400: ServiceErrorBody,
          401: ServiceErrorBody,
          403: ServiceErrorBody,
          503: ServiceErrorBody,
        },
      },
    },
    async (request, reply) => {
      await deleteAccount(core, core.guard.sessionOf(request))
      return reply.code(204).send(null)
    },
  )
}
