import type { VaultMemory } from '@countersign/vault'
import type { DeviceMemories, OpenedProfile } from './protocol.ts'

/** What `localStorage` is to us. */
export type DeviceStorage = Pick<Storage, 'getItem' | 'setItem'>

const KEY = 'countersign.vaults'

/**
 * What this device remembers of the vaults it has opened, by user id: generation and hash, nothing secret. With it the
 * worker notices a server that goes back to an older vault. A browser that keeps nothing loses that check, no more.
 */
export function readMemories(storage: DeviceStorage): DeviceMemories {
  try {
    const stored: unknown = JSON.parse(storage.getItem(KEY) ?? '{}')
    if (typeof stored !== 'object' || stored === null) return {}
    return Object.fromEntries(
      Object.entries(stored).filter((entry): entry is [string, VaultMemory] => isMemory(entry[1])),
    )
  } catch {
    return {}
  }
}

/** Keeps what was seen last of an opened vault. */
export function keepMemory(storage: DeviceStorage, { userId, memory }: OpenedProfile): void {
  try {
    storage.setItem(KEY, JSON.stringify({ ...readMemories(storage), [userId]: memory }))
  } catch {
    // Storage is full or forbidden; the vault works without it.
  }
}

function isMemory(value: unknown): value is VaultMemory {
  if (typeof value !== 'object' || value === null) return false
  return 'vault_id' in value && 'gen' in value && 'hash' in value
}
