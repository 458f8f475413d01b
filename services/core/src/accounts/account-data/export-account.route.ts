import { AccountExport } from '@countersign/contracts'
import { type Api, describeRefusals } from '@countersign/service/http'
import { callerOf } from '../../ground/http/caller.ts'
import { sendJson } from '../../ground/http/send-json.ts'
import type { CoreDependencies } from '../../surface/dependencies.ts'
import { exportAccount } from './export-account.ts'

/** GET /api/account/export/: everything that is kept of a person. */
export function mountExportAccount(app: Api, dependencies: CoreDependencies): void {
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
