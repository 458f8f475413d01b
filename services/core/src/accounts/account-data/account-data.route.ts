import { AccountDeletion, AccountExport } from '@countersign/contracts'
import { type Api, describeRefusals } from '@countersign/service/http'
import { Type } from 'typebox'
import { callerOf } from '../../ground/http/caller.ts'
import { sendJson } from '../../ground/http/send-json.ts'
import type { AccountDependencies } from '../dependencies.ts'
import { deleteAccount } from './delete-account.ts'
import { exportAccount } from './export-account.ts'

/** GET /api/account/export/: everything that is kept of a person. */
export function mountExportAccount(app: Api, dependencies: AccountDependencies): void {
  app.get(
    '/api/account/export/',
    {
      onRequest: dependencies.guard.allowIntended(['export_account'], 'full'),
      schema: {
        operationId: 'exportAccount',
        summary: 'Take out everything that is kept of me',
        tags: ['accounts'],
        security: [{ session: [] }],
        response: { 200: AccountExport, ...describeRefusals(403) },
      },
    },
    async (request, reply) => {
      const session = dependencies.guard.sessionOf(request)
      return sendJson(reply, await exportAccount(dependencies, session, callerOf(request).origin))
    },
  )
}

/** POST /api/account/delete/: the end of an account and of everything in it. */
export function mountDeleteAccount(app: Api, dependencies: AccountDependencies): void {
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
