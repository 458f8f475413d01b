import {
  InitialAccessTokenCreation,
  InitialAccessTokenList,
  InitialAccessTokenParams,
  NewInitialAccessToken,
} from '@countersign/contracts'
import { type Api, describeRefusals, ServiceError } from '@countersign/service'
import { Type } from 'typebox'
import { type InitialAccessTokenRecord, listInitialAccessTokens } from '../registration/initial-access-token.store.ts'
import { ADMIN, type AdminDependencies } from './admin-endpoint.ts'

const COLLECTION = '/api/admin/initial-access-tokens/'

const create = {
  ...ADMIN,
  operationId: 'createInitialAccessToken',
  summary: 'A token that lets its holder register apps; it is in this answer and never again',
  body: InitialAccessTokenCreation,
  response: { 201: NewInitialAccessToken },
}

const list = {
  ...ADMIN,
  operationId: 'listInitialAccessTokens',
  summary: 'The initial access tokens that still work',
  response: { 200: InitialAccessTokenList },
}

const remove = {
  ...ADMIN,
  operationId: 'deleteInitialAccessToken',
  summary: 'End an initial access token; the apps that it registered stay',
  params: InitialAccessTokenParams,
  response: { 204: Type.Null(), ...describeRefusals(404) },
}

/** /api/admin/initial-access-tokens/: who may register apps over the network (RFC 7591 §3). */
export function mountInitialAccessTokens(app: Api, { sql, registrarOf }: AdminDependencies): void {
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

  app.delete(`${COLLECTION}:token_id/`, { schema: remove }, async (request, reply) => {
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
