import { ServiceError } from '@countersign/service/errors'
import { listKeys } from '../../ground/keys/key.store.ts'
import type { StoredKey } from '../../ground/keys/key.ts'
import type { ProviderDependencies } from '../dependencies.ts'
import { type InitialAccessTokenRecord, listInitialAccessTokens } from '../registration/registration-token.store.ts'
import { validated } from './actor.ts'
import { showClient } from './manage-clients.ts'

/** Signing keys rotate on schedule; these rotate them now. */
export function createKeyOperations({ sql, config }: Pick<ProviderDependencies, 'sql' | 'config'>) {
  const showKeys = async () => ({ keys: (await listKeys(sql)).flatMap(describeKey) })
  return {
    listSigningKeys: showKeys,
    rotateSigningKeys: validated('rotateSigningKeys', async ({ body }, { registrar }) => {
      const { keyEncryptionSecrets } = config
      await registrar.rotateKeys({ keyEncryptionSecrets, immediately: body.immediately ?? false })
      return showKeys()
    }),
    deleteSigningKey: validated('deleteSigningKey', async ({ params }, { registrar }) => {
      const key = (await listKeys(sql)).flatMap(describeKey).find(({ kid }) => kid === params.kid)
      if (!key || key.state === 'removed') throw new ServiceError('not_found', 'There is no such key.')
      if (await registrar.removeKey(params.kid)) return null
      throw new ServiceError('key_in_use', 'This key signs, or will. Rotate the keys: then it is retired.')
    }),
  }
}

/** HS256 is the pairwise secret: it neither signs nor rotates. */
function describeKey({ algorithm, ...key }: StoredKey) {
  if (algorithm === 'HS256') return []
  return [
    {
      kid: key.kid,
      algorithm,
      state: key.state,
      created_at: key.createdAt.toISOString(),
      active_from: key.activeFrom.toISOString(),
      retires_at: key.retiresAt?.toISOString() ?? null,
      removed_at: key.removedAt?.toISOString() ?? null,
    },
  ]
}

const ONE_DAY_SECONDS = 86_400

export function createSecretOperations(dependencies: ProviderDependencies) {
  const { clients } = dependencies
  return {
    rotateClientSecret: validated('rotateClientSecret', async ({ params, body }, { registrar }) => {
      const { client_id: clientId } = params
      await showClient(dependencies, clientId)
      const { secretId, clientSecret } = await registrar.rotateSecret(clientId, body.overlap_seconds ?? ONE_DAY_SECONDS)
      clients.forget(clientId)
      return { secret_id: secretId, client_secret: clientSecret }
    }),
    deleteClientSecret: validated('deleteClientSecret', async ({ params }, { registrar }) => {
      const outcome = await registrar.removeSecret(params.client_id, params.secret_id)
      if (outcome === undefined) throw new ServiceError('not_found', 'The client has no such secret.')
      if (outcome === 'last') {
        throw new ServiceError('last_secret', 'This is the last secret that does not expire. Add another one first.')
      }
      clients.forget(params.client_id)
      return null
    }),
  }
}

/** Initial access tokens allow dynamic registration (RFC 7591 §3). */
export function createTokenOperations({ sql }: Pick<ProviderDependencies, 'sql'>) {
  return {
    createInitialAccessToken: validated('createInitialAccessToken', async ({ body }, { registrar }) => {
      const { expires_in: lifetimeSeconds, uses } = body
      const { initialAccessToken, ...record } = await registrar.createInitialAccessToken({ lifetimeSeconds, uses })
      return { ...describeToken(record), initial_access_token: initialAccessToken }
    }),
    listInitialAccessTokens: async () => {
      const tokens = await listInitialAccessTokens(sql)
      return { initial_access_tokens: tokens.map(describeToken) }
    },
    deleteInitialAccessToken: validated('deleteInitialAccessToken', async ({ params }, { registrar }) => {
      const removed = await registrar.removeInitialAccessToken(params.token_id)
      if (!removed) throw new ServiceError('not_found', 'There is no such initial access token.')
      return null
    }),
  }
}

function describeToken({ tokenId, createdAt, expiresAt, remainingUses }: InitialAccessTokenRecord) {
  return {
    token_id: tokenId,
    created_at: createdAt.toISOString(),
    expires_at: expiresAt.toISOString(),
    remaining_uses: remainingUses ?? null,
  }
}
