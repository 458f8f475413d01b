import {
  InitialAccessTokenCreation,
  InitialAccessTokenList,
  InitialAccessTokenParams,
  NewInitialAccessToken,
  ServiceErrorBody,
} from '@countersign/contracts'
import { ServiceError } from '@countersign/service'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { type InitialAccessTokenRecord, listInitialAccessTokens } from '../registration/initial-access-token.store.ts'
import { ADMIN, type AdminDependencies, REFUSALS } from './admin-schema.ts'

const COLLECTION = '/api/admin/initial-access-tokens'

const create = {
  ...ADMIN,
  operationId: 'createInitialAccessToken',
  summary: 'A token that lets its holder register apps; it is in this answer and never again',
  body: InitialAccessTokenCreation,
  response: { 201: NewInitialAccessToken, ...REFUSALS },
}

const list = {
  ...ADMIN,
  operationId: 'listInitialAccessTokens',
  summary: 'The initial access tokens that still work',
  response: { 200: InitialAccessTokenList, ...REFUSALS },
}

const remove = {
  ...ADMIN,
  operationId: 'deleteInitialAccessToken',
  summary: 'End an initial access token; the apps that it registered stay',
  params: InitialAccessTokenParams,
  response: { 204: Type.Null(), ...REFUSALS, 404: ServiceErrorBody },
}

/** /api/admin/initial-access-tokens: who may register apps over the network (RFC 7591 §3). */
export const initialAccessTokensRoutes: FastifyPluginAsyncTypebox<AdminDependencies> = async (
  app,
  { sql, registrarOf },
) => {
  app.post(COLLECTION, { schema: create }, async (request, reply) => {
    const { expires_in: lifetimeSeconds, uses } = request.body
    const registrar = registrarOf(request)
    const { initialAccessToken, ...record } = await registrar.createInitialAccessToken({ lifetimeSeconds, uses })
    return reply.code(201).send({ ...describe(record), initial_access_token: initialAccessToken })
  })

  app.get(COLLECTION, { schema: list }, async () => {
    const tokens = await listInitialAccessTokens(sql)
    return { initial_access_tokens: tokens.map(describe) }
  })

  app.delete(`${COLLECTION}/:token_id`, { schema: remove }, async (request, reply) => {
    const removed = await registrarOf(request).removeInitialAccessToken(request.params.token_id)
    if (!removed) throw new ServiceError('not_found', 'There is no such initial access token.')
    return reply.code(204).send(null)
  })
}

function describe({ tokenId, createdAt, expiresAt, remainingUses }: InitialAccessTokenRecord) {
  return {
    token_id: tokenId,
    created_at: createdAt.toISOString(),
    expires_at: expiresAt.toISOString(),
    remaining_uses: remainingUses ?? null,
  }
}
