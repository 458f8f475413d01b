import { AccountExport, ServiceErrorBody } from '@countersign/contracts'
import type { Core } from '../dependencies.ts'
import { callerOf } from '../http/caller.ts'
import type { CoreApp } from '../http/core-app.ts'
import { exportAccount } from './export-account.ts'

/** GET /api/account/export/: everything that is kept of a person. */
export function mountExportAccount(app: CoreApp, core: Core): void {
  app.get(
    '/api/account/export/',
    {
      onRequest: core.guard.allowFresh('full'),
      schema: {
        operationId: 'exportAccount',
        summary: 'Take out everything that is kept of me',
        tags: ['accounts'],
        security: [{ session: [] }],
        response: { 200: AccountExport, 401: ServiceErrorBody, 403: ServiceErrorBody, 503: ServiceErrorBody },
      },
    },
    async (request) => exportAccount(core, core.guard.sessionOf(request), callerOf(request).origin),
  )
}
