import { AccountDeletion } from '@countersign/contracts'
import { type Api, describeRefusals } from '@countersign/service/http'
import { Type } from 'typebox'
import type { CoreDependencies } from '../../surface/dependencies.ts'
import { deleteAccount } from './delete-account.ts'

/** POST /api/account/delete/: the end of an account and of everything in it. */
export function mountDeleteAccount(app: Api, dependencies: CoreDependencies): void {
  app.post(
    '/api/account/delete/',
    {
      onRequest: dependencies.guard.allowIntended(['delete_account'], 'full'),
      schema: {
        operationId: 'deleteAccount',
        summary: 'Delete my account, my vault and all that I allowed',
        tags: ['accounts'],
        security: [{ session: [] }],
        body: AccountDeletion,
        response: { 204: Type.Null(), ...describeRefusals(403) },
      },
    },
    async (request, reply) => {
      await deleteAccount(dependencies, dependencies.guard.sessionOf(request))
      return reply.code(204).send(null)
    },
  )
}
