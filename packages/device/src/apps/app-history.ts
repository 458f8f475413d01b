import type { OpenVault } from '@countersign/vault'
import { findOwn } from '../device-storage.ts'
import type { AppHistory } from '../views.ts'
import { appMemoriesOf } from './app-memory.ts'

/** What the vault remembers to have given to each app, the one that was given something last first. */
export function appHistoryOf({ items, rpPins }: Pick<OpenVault, 'items' | 'rpPins'>): readonly AppHistory[] {
  const apps = [...appMemoriesOf(items)].map(([clientId, { at, released }]) => {
    const pin = findOwn(rpPins, clientId)
    return { clientId, name: pin?.name ?? '', host: pin?.host ?? '', lastAt: at, released }
  })
  return apps.toSorted((left, right) => (left.lastAt > right.lastAt ? -1 : 1))
}
