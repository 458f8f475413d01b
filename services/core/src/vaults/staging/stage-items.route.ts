import { ItemStagingRequest, ItemStagingResponse, VAULT_BODY_BYTES } from '@countersign/contracts'
import { type Api, describeRefusals } from '@countersign/service/http'
import { ROTATION_ACTS } from '../../accounts/methods/change-intents.ts'
import type { CoreDependencies } from '../../surface/dependencies.ts'
import { storeStagedItems } from './store-staged-items.ts'

/**
 * POST /api/vault/staging/ and /api/vault/rotate/staging/: the items of a commit or a rotation that is larger than a
 * body, part by part. Each asks for what the write itself asks for, and counts where it counts.
 */
export function mountStageItems(app: Api, { sql, guard, commitLimits }: CoreDependencies): void {
  const described = { tags: ['vault'], security: [{ session: [] }], body: ItemStagingRequest }
  const response = { 200: ItemStagingResponse, ...describeRefusals(403, 422, 429) }

  app.post(
    '/api/vault/staging/',
    {
      ...commitLimits.limitCommits(guard.allow('full')),
      bodyLimit: VAULT_BODY_BYTES,
      schema: { ...described, operationId: 'stageCommit', summary: 'Send the items of a large commit ahead', response },
    },
    async (request) => {
      const { userId } = guard.sessionOf(request)
      return { items: await storeStagedItems(sql, { ...request.body, userId, kind: 'commit' }) }
    },
  )

  app.post(
    '/api/vault/rotate/staging/',
    {
      ...commitLimits.limitMethodChanges(guard.allowIntended(ROTATION_ACTS, 'full')),
      bodyLimit: VAULT_BODY_BYTES,
      schema: {
        ...described,
        operationId: 'stageRotation',
        summary: 'Send the items of a large vault ahead, under its new account key',
        response,
      },
    },
    async (request) => {
      const { userId } = guard.sessionOf(request)
      return { items: await storeStagedItems(sql, { ...request.body, userId, kind: 'rotation' }) }
    },
  )
}
