import { ItemStagingRequest, ItemStagingResponse, VAULT_BODY_BYTES } from '@countersign/contracts'
import { type Api, describeRefusals } from '@countersign/service/http'
import type { VaultDependencies } from '../dependencies.ts'
import { storeStagedItems } from './stage-items.ts'

/** POST /api/vault/staging/: the items of a commit that is larger than a body, part by part. */
export function mountStageItems(
  app: Api,
  { sql, guard, commitLimits }: Pick<VaultDependencies, 'sql' | 'guard' | 'commitLimits'>,
): void {
  app.post(
    '/api/vault/staging/',
    {
      ...commitLimits.limitCommits(guard.allow('full')),
      bodyLimit: VAULT_BODY_BYTES,
      schema: {
        operationId: 'stageCommit',
        summary: 'Send the items of a large commit ahead',
        tags: ['vault'],
        security: [{ session: [] }],
        body: ItemStagingRequest,
        response: { 200: ItemStagingResponse, ...describeRefusals(403, 422, 429) },
      },
    },
    async (request) => {
      const { userId } = guard.sessionOf(request)
      return { items: await storeStagedItems(sql, { ...request.body, userId, kind: 'commit' }) }
    },
  )
}
