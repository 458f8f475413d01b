import {
  ActivityList,
  ActivityQuery,
  AncestorList,
  AncestorQuery,
  ItemStagingRequest,
  ItemStagingResponse,
  VAULT_BODY_BYTES,
  VaultCommitRequest,
  VaultCommitResponse,
  VaultQuery,
  VaultReadResponse,
} from '@countersign/contracts'
import { type Api, namesTag } from '@countersign/service/http'
import { Type } from 'typebox'
import { describeRoutes, ok, sendJson } from '../ground/http/routes.ts'
import type { WithCommitLimits, WithGuard, WithLogger, WithSql } from '../ground/parts.ts'
import { commitVault } from './commit-vault.ts'
import { storeStagedItems } from './staging/stage-items.ts'
import { listAncestors, readActivityText, readEtag, readVault } from './vault.store.ts'

const described = describeRoutes({ tags: ['vault'], security: [{ session: [] }] })
const PAGE_LENGTH = 50

/** Optional here: core answers a missing one with a refusal of its own. */
export function ifMatch(description: string) {
  return Type.Object({ 'if-match': Type.Optional(Type.String({ description })) })
}

export function mountReadVault(app: Api, { sql, guard }: WithSql & WithGuard): void {
  app.get(
    '/api/vault/',
    {
      onRequest: guard.allow('full', 'recovery'),
      schema: described('readVault', 'Read the vault', {
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
      }),
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

/** The user's own log, still sealed, and the proof that the vault continues one that a device saw long ago. */
export function mountReadHistory(app: Api, { sql, guard }: WithSql & WithGuard): void {
  app.get(
    '/api/vault/activity/',
    {
      onRequest: guard.allow('full'),
      schema: described('readActivity', 'Read the activity log', {
        querystring: ActivityQuery,
        ...ok(ActivityList, 403),
      }),
    },
    async (request, reply) => {
      const { userId } = guard.sessionOf(request)
      const { before, limit } = request.query
      const page = { ...(before !== undefined && { before: Number(before) }), limit: Number(limit ?? PAGE_LENGTH) }
      return sendJson(reply, `{"entries":${await readActivityText(sql, userId, page)}}`)
    },
  )

  app.get(
    '/api/vault/ancestors/',
    {
      onRequest: guard.allow('full', 'recovery'),
      schema: described('readAncestors', 'List the hashes of earlier heads', {
        querystring: AncestorQuery,
        ...ok(AncestorList, 403),
      }),
    },
    async (request) => {
      const { userId } = guard.sessionOf(request)
      return { hashes: await listAncestors(sql, userId, Number(request.query.from)) }
    },
  )
}

export function mountCommitVault(app: Api, dependencies: WithSql & WithLogger & WithGuard & WithCommitLimits): void {
  const { sql, guard, commitLimits } = dependencies
  app.post(
    '/api/vault/commits/',
    {
      ...commitLimits.limitCommits(guard.allow('full')),
      bodyLimit: VAULT_BODY_BYTES,
      schema: described('commitVault', 'Commit a change of the vault', {
        headers: ifMatch('The entity tag of the vault that was changed.'),
        body: VaultCommitRequest,
        ...ok(VaultCommitResponse, 403, 410, 412, 422, 428, 429),
      }),
    },
    async (request, reply) => {
      const session = guard.sessionOf(request)
      const { staged, ...commit } = request.body
      const etag = await commitVault(dependencies, session, { ifMatch: request.headers['if-match'], commit, staged })
      return reply.header('etag', etag).send({ gen: commit.head.gen })
    },
  )

  app.post(
    '/api/vault/staging/',
    {
      ...commitLimits.limitCommits(guard.allow('full')),
      bodyLimit: VAULT_BODY_BYTES,
      schema: described('stageCommit', 'Stage the items of a large commit', {
        body: ItemStagingRequest,
        ...ok(ItemStagingResponse, 403, 422, 429),
      }),
    },
    async (request) => {
      const { userId } = guard.sessionOf(request)
      return { items: await storeStagedItems(sql, { ...request.body, userId, kind: 'commit' }) }
    },
  )
}
