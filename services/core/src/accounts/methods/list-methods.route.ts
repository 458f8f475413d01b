import { UnlockMethodList } from '@countersign/contracts'
import type { Api } from '@countersign/service/http'
import type { CoreDependencies } from '../../surface/dependencies.ts'
import { describeMethods } from './describe-methods.ts'
import { listMethods } from './method.store.ts'

/** GET /api/account/methods/: the unlock methods of an account. */
export function mountListMethods(app: Api, { sql, guard }: CoreDependencies): void {
  app.get(
    '/api/account/methods/',
    {
      onRequest: guard.allow('full', 'recovery'),
      schema: {
        operationId: 'listMethods',
        summary: 'Show what opens my account',
        tags: ['methods'],
        security: [{ session: [] }],
        response: { 200: UnlockMethodList },
      },
    },
    async (request) => ({ methods: describeMethods(await listMethods(sql, guard.sessionOf(request).userId)) }),
  )
}
