import {
  ItemStagingRequest,
  ItemStagingResponse,
  MethodsChanged,
  VAULT_BODY_BYTES,
  VaultRotationRequest,
} from '@countersign/contracts'
import { type Api, describeRefusals } from '@countersign/service/http'
import { Type } from 'typebox'
import { callerOf } from '../../ground/http/caller.ts'
import { storeStagedItems } from '../../vaults/staging/stage-items.ts'
import type { AccountDependencies } from '../dependencies.ts'
import { ROTATION_ACTS } from './method-events.ts'
import { rotateVault } from './rotate-vault.ts'

const described = { tags: ['vault'], security: [{ session: [] }] }

/** POST /api/vault/rotate/: the whole vault under a new account key. */
export function mountRotateVault(app: Api, dependencies: AccountDependencies): void {
  app.post(
    '/api/vault/rotate/',
    {
      ...dependencies.commitLimits.limitMethodChanges(dependencies.guard.allowIntended(ROTATION_ACTS, 'full')),
      bodyLimit: VAULT_BODY_BYTES,
      schema: {
        ...described,
        operationId: 'rotateVault',
        summary: 'Exchange the account key, for when somebody may know it',
        headers: Type.Object({
          'if-match': Type.Optional(
            Type.String({ description: 'The entity tag of the vault that was encrypted anew.' }),
          ),
        }),
        body: VaultRotationRequest,
        response: { 200: MethodsChanged, ...describeRefusals(403, 409, 410, 412, 422, 428, 429) },
      },
    },
    async (request, reply) => {
      const { answer, etag } = await rotateVault(dependencies, dependencies.guard.sessionOf(request), {
        ifMatch: request.headers['if-match'],
        rotation: request.body,
        origin: callerOf(request).origin,
      })
      return reply.header('etag', etag).send(answer)
    },
  )
}

/** POST /api/vault/rotate/staging/: the items of a rotation that is larger than a body, part by part. */
export function mountStageRotation(
  app: Api,
  { sql, guard, commitLimits }: Pick<AccountDependencies, 'sql' | 'guard' | 'commitLimits'>,
): void {
  app.post(
    '/api/vault/rotate/staging/',
    {
      ...commitLimits.limitMethodChanges(guard.allowIntended(ROTATION_ACTS, 'full')),
      bodyLimit: VAULT_BODY_BYTES,
      schema: {
        ...described,
        operationId: 'stageRotation',
        summary: 'Send the items of a large vault ahead, under its new account key',
        body: ItemStagingRequest,
        response: { 200: ItemStagingResponse, ...describeRefusals(403, 422, 429) },
      },
    },
    async (request) => {
      const { userId } = guard.sessionOf(request)
      return { items: await storeStagedItems(sql, { ...request.body, userId, kind: 'rotation' }) }
    },
  )
}
