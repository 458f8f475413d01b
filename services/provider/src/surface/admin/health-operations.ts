import type { HealthReport } from '@countersign/contracts'
import { undefinedWhereUnavailable } from '@countersign/service/errors'
import type { ReadHealth } from '@countersign/service/http'
import { readWaitingEvents, type WaitingEvents } from '../../ground/audit/event-delivery.store.ts'
import { listKeys } from '../../ground/keys/key.store.ts'
import { nextRotation } from '../../ground/keys/rotate-keys.ts'
import type { ProviderDependencies } from '../dependencies.ts'

export type WithHealth = { readonly readHealth: ReadHealth }

export function createHealthOperations({ sql, config, readHealth }: ProviderDependencies) {
  return {
    async readHealth(): Promise<HealthReport> {
      const keys = (await listKeys(sql).catch(undefinedWhereUnavailable)) ?? []
      const rotation = nextRotation(keys, config.keyRotationSeconds)
      const waiting = config.events && (await readWaitingEvents(sql).catch(undefinedWhereUnavailable))
      return {
        ...(await readHealth()),
        keys_rotate_at: rotation?.toISOString() ?? null,
        mail: null,
        events: waiting ? describeWaiting(waiting) : null,
      }
    },
  }
}

function describeWaiting({ waiting, since, failures }: WaitingEvents): NonNullable<HealthReport['events']> {
  return {
    waiting,
    oldest_since: since?.toISOString() ?? null,
    failures: failures.map(({ at, ...failure }) => ({ at: at.toISOString(), ...failure })),
  }
}
