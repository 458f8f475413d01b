import type { VaultMemory } from '@countersign/vault'
import type { DeviceMemories, OpenedProfile } from '../protocol.ts'

/** What `localStorage` is to us. */
export type DeviceStorage = Pick<Storage, 'getItem' | 'setItem'>

const VAULTS = 'countersign.vaults'
const DEVICE_TOKEN = 'countersign.device'

/**
 * What this device remembers: of each vault that it has opened generation and hash, by user id, and the proof that
 * somebody signed in here before. Nothing secret, and no name. With the first the worker notices a server that goes back
 * to an older vault, with the second core throttles strangers apart. A browser that keeps nothing loses that, no more.
 */
export function readMemories(storage: DeviceStorage): DeviceMemories {
  try {
    const stored: unknown = JSON.parse(storage.getItem(VAULTS) ?? '{}')
    const entries = typeof stored === 'object' && stored !== null ? Object.entries(stored) : []
    const vaults = Object.fromEntries(entries.filter((entry): entry is [string, VaultMemory] => isMemory(entry[1])))
    return { vaults, deviceToken: storage.getItem(DEVICE_TOKEN) ?? undefined }
  } catch {
    return {}
  }
}

/** Keeps what was seen last of an opened vault. */
export function keepMemory(storage: DeviceStorage, { userId, memory, deviceToken }: OpenedProfile): void {
  try {
    storage.setItem(VAULTS, JSON.stringify({ ...readMemories(storage).vaults, [userId]: memory }))
    if (deviceToken !== undefined) storage.setItem(DEVICE_TOKEN, deviceToken)
  } catch {
    // Storage is full or forbidden; the vault works without it.
  }
}

function isMemory(value: unknown): value is VaultMemory {
  if (typeof value !== 'object' || value === null) return false
  return 'vault_id' in value && 'gen' in value && 'hash' in value
}
