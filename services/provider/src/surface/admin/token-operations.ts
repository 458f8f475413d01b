import { ADMINISTRATION } from '@countersign/contracts'
import { ServiceError } from '@countersign/service/errors'
import type { ProviderDependencies } from '../dependencies.ts'
import { taking } from '../internal/taking.ts'
import { type InitialAccessTokenRecord, listInitialAccessTokens } from '../registration/initial-access-token.store.ts'
import type { AdministrationCall } from './actor.ts'

/** Who may register apps over the network (RFC 7591 §3). */
export function createTokenOperations({ sql }: Pick<ProviderDependencies, 'sql'>) {
  return {
    createInitialAccessToken: taking(
      ADMINISTRATION.createInitialAccessToken.input,
      async ({ body }, { registrar }: AdministrationCall) => {
        const { expires_in: lifetimeSeconds, uses } = body
        const { initialAccessToken, ...record } = await registrar.createInitialAccessToken({ lifetimeSeconds, uses })
        return { ...describe(record), initial_access_token: initialAccessToken }
      },
    ),
    listInitialAccessTokens: async () => {
      const tokens = await listInitialAccessTokens(sql)
      return { initial_access_tokens: tokens.map(describe) }
    },
    deleteInitialAccessToken: taking(
      ADMINISTRATION.deleteInitialAccessToken.input,
      async ({ params }, { registrar }: AdministrationCall) => {
        const removed = await registrar.removeInitialAccessToken(params.token_id)
        if (!removed) throw new ServiceError('not_found', 'There is no such initial access token.')
        return null
      },
    ),
  }
}

function describe({ tokenId, createdAt, expiresAt, remainingUses }: InitialAccessTokenRecord) {
  return {
    token_id: tokenId,
    created_at: createdAt.toISOString(),
    expires_at: expiresAt.toISOString(),
    remaining_uses: remainingUses ?? null,
  }
}
