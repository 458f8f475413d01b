import { VaultQuery, VaultReadResponse } from '@countersign/contracts'
import type { Api } from '@countersign/service/http'
import { Type } from 'typebox'
import { sendJson } from '../ground/http/send-json.ts'
import type { CoreDependencies } from '../surface/dependencies.ts'
import { readEtag, readVault } from './vault.store.ts'

/** GET /api/vault/: the vault as it was stored, whole or what changed of it, or 304 where the device already has it. */
export function mountReadVault(app: Api, { sql, guard }: CoreDependencies): void {
  app.get(
    '/api/vault/',
    {
      onRequest: guard.allow('full', 'recovery'),
      schema: {
        operationId: 'readVault',
        summary: 'Read the vault',
        tags: ['vault'],
        security: [{ session: [] }],
        headers: Type.Object({
          'if-none-match': Type.Optional(
            Type.String({ description: 'The entity tag of the vault that the device has.' }),
          ),
        }),
        querystring: VaultQuery,
        response: {
          200: VaultReadResponse,
          304: Type.Null({ description: 'The vault is still the one that If-None-Match names.' }),
        },
      },
    },
    async (request, reply) => {
      const { userId } = guard.sessionOf(request)
      const ifNoneMatch = request.headers['if-none-match']
      const current = ifNoneMatch === undefined ? undefined : await readEtag(sql, userId)
      if (current !== undefined && namesTag(ifNoneMatch, current))
        return reply.code(304).header('etag', current).send(null)
      const { etag, text } = await readVault(sql, userId, Number(request.query.since ?? 0))
      return sendJson(reply.header('etag', etag), text)
    },
  )
}

/** The weak comparison that reading calls for (RFC 9110 §13.1.2): a proxy may have weakened the tag. */
function namesTag(ifNoneMatch: string | undefined, etag: string): boolean {
  const tags = (ifNoneMatch ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags.includes(etag)
}
