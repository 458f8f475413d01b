import { ServiceErrorBody, VAULT_BODY_BYTES, VaultCommitRequest, VaultCommitResponse } from '@countersign/contracts'
import { Type } from 'typebox'
import type { Core } from '../dependencies.ts'
import type { CoreApp } from '../http/core-app.ts'
import { commitVault } from './commit-vault.ts'

/** POST /api/vault/commits/: one change of the vault, on top of the one that `If-Match` names. */
export function mountCommitVault(app: CoreApp, core: Core): void {
  app.post(
    '/api/vault/commits/',
    {
      ...core.commitLimits.limitCommits(core.guard.allow('full')),
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
        response: {
          200: VaultCommitResponse,
          400: ServiceErrorBody,
          401: ServiceErrorBody,
          403: ServiceErrorBody,
          412: ServiceErrorBody,
          413: ServiceErrorBody,
          422: ServiceErrorBody,
          428: ServiceErrorBody,
          429: ServiceErrorBody,
          503: ServiceErrorBody,
        },
      },
    },
    async (request, reply) => {
      const session = core.guard.sessionOf(request)
      const etag = await commitVault(core, session, { ifMatch: request.headers['if-match'], commit: request.body })
      return reply.header('etag', etag).send({ gen: request.body.head.gen })
    },
  )
}
