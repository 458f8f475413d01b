import { VAULT_BODY_BYTES, VaultCommitRequest, VaultCommitResponse } from '@countersign/contracts'
import { type Api, describeRefusals } from '@countersign/service/http'
import { Type } from 'typebox'
import type { CoreDependencies } from '../surface/dependencies.ts'
import { commitVault } from './commit-vault.ts'

/** POST /api/vault/commits/: one change of the vault, on top of the one that `If-Match` names. */
export function mountCommitVault(app: Api, dependencies: CoreDependencies): void {
  app.post(
    '/api/vault/commits/',
    {
      ...dependencies.commitLimits.limitCommits(dependencies.guard.allow('full')),
      bodyLimit: VAULT_BODY_BYTES,
      schema: {
        operationId: 'commitVault',
        summary: 'Change the vault, if nobody else did meanwhile',
        tags: ['vault'],
        security: [{ session: [] }],
        headers: Type.Object({
          'if-match': Type.Optional(Type.String({ description: 'The entity tag of the vault that was changed.' })),
        }),
        body: VaultCommitRequest,
        response: { 200: VaultCommitResponse, ...describeRefusals(403, 410, 412, 422, 428, 429) },
      },
    },
    async (request, reply) => {
      const session = dependencies.guard.sessionOf(request)
      const { staged, ...commit } = request.body
      const etag = await commitVault(dependencies, session, { ifMatch: request.headers['if-match'], commit, staged })
      return reply.header('etag', etag).send({ gen: commit.head.gen })
    },
  )
}
