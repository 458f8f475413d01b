import { ADMINISTRATION } from '@countersign/contracts'
import { ServiceError } from '@countersign/service/errors'
import { listKeys } from '../../ground/keys/key.store.ts'
import type { StoredKey } from '../../ground/keys/key.ts'
import type { ProviderDependencies } from '../dependencies.ts'
import { taking } from '../internal/taking.ts'
import type { AdministrationCall } from './actor.ts'

/** The keys that id_tokens are signed with. They rotate by themselves; this is for doing it now. */
export function createKeyOperations({ sql, config }: Pick<ProviderDependencies, 'sql' | 'config'>) {
  const showKeys = async () => ({ keys: (await listKeys(sql)).flatMap(describe) })
  return {
    listSigningKeys: showKeys,
    rotateSigningKeys: taking(
      ADMINISTRATION.rotateSigningKeys.input,
      async ({ body }, { registrar }: AdministrationCall) => {
        const { keyEncryptionSecrets } = config
        await registrar.rotateKeys({ keyEncryptionSecrets, immediately: body.immediately ?? false })
        return showKeys()
      },
    ),
    deleteSigningKey: taking(
      ADMINISTRATION.deleteSigningKey.input,
      async ({ params }, { registrar }: AdministrationCall) => {
        const key = (await listKeys(sql)).flatMap(describe).find(({ kid }) => kid === params.kid)
        if (!key || key.state === 'removed') throw new ServiceError('not_found', 'There is no such key.')
        if (await registrar.removeKey(params.kid)) return null
        throw new ServiceError('key_in_use', 'This key signs, or will. Rotate the keys: then it is retired.')
      },
    ),
  }
}

/** HS256 is the secret behind pairwise subjects: it signs nothing, and has no successor. */
function describe({ algorithm, ...key }: StoredKey) {
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
