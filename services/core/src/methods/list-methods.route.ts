import { ServiceErrorBody, UnlockMethodList } from '@countersign/contracts'
import type { Core } from '../dependencies.ts'
import type { CoreApp } from '../http/core-app.ts'
import { describeMethods } from './describe-methods.ts'
import { listMethods } from './method.store.ts'

/** GET /api/account/methods/: the unlock methods of an account. */
export function mountListMethods(app: CoreApp, { sql, guard }: Core): void {
  app.get(
    '/api/account/methods/',
    {
      onRequest: guard.allow('full', 'recovery'),
      schema: {
        operationId: 'listMethods',
        summary: 'Show what opens my account',
        tags: ['methods'],
        security: [{ session: [] }],
        response: { 200: UnlockMethodList, 401: ServiceErrorBody, 503: ServiceErrorBody },
      },
    },
    async (request) => ({ methods: describeMethods(await listMethods(sql, guard.sessionOf(request).userId)) }),
  )
}
