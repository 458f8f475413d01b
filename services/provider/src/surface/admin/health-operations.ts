import type { HealthReport } from '@countersign/contracts'
import { undefinedWhereUnavailable } from '@countersign/service/errors'
import type { ReadHealth } from '@countersign/service/http'
import { listKeys } from '../../ground/keys/key.store.ts'
import { nextRotation } from '../../ground/keys/rotate-keys.ts'
import type { ProviderDependencies } from '../dependencies.ts'

export type WithHealth = { readonly readHealth: ReadHealth }

export function createHealthOperations({ sql, config, readHealth }: ProviderDependencies) {
  return {
    async readHealth(): Promise<HealthReport> {
      const keys = (await listKeys(sql).catch(undefinedWhereUnavailable)) ?? []
      const rotation = nextRotation(keys, config.keyRotationSeconds)
      return { ...(await readHealth()), keys_rotate_at: rotation?.toISOString() ?? null, mail: null }
    },
  }
}
