import { AncestorList, AncestorQuery } from '@countersign/contracts'
import { type Api, describeRefusals } from '@countersign/service/http'
import type { CoreDependencies } from '../surface/dependencies.ts'
import { listAncestors } from './ancestor.store.ts'

/** GET /api/vault/ancestors/: what proves that the vault continues what a device saw long ago. */
export function mountReadAncestors(app: Api, { sql, guard }: CoreDependencies): void {
  app.get(
    '/api/vault/ancestors/',
    {
      onRequest: guard.allow('full', 'recovery'),
      schema: {
        operationId: 'readAncestors',
        summary: 'Read the hashes of the heads that the vault had before',
        tags: ['vault'],
        security: [{ session: [] }],
        querystring: AncestorQuery,
        response: { 200: AncestorList, ...describeRefusals(403) },
      },
    },
    async (request) => {
      const { userId } = guard.sessionOf(request)
      return { hashes: await listAncestors(sql, userId, Number(request.query.from)) }
    },
  )
}
