import { type DeviceMemories, type DeviceStorage, withMemory } from '@countersign/device'
import type { VaultMemory } from '@countersign/vault'

const VAULTS = 'countersign.vaults'
const DEVICE_TOKEN = 'countersign.device'

type TextStorage = Pick<Storage, 'getItem' | 'setItem'>

/**
 * Where a browser remembers. What is full or forbidden keeps nothing, and the vault works without.
 * @param findTexts `localStorage`, which some browsers refuse to name
 */
export function createBrowserStorage(findTexts: () => TextStorage): DeviceStorage {
  return {
    read: () => readMemories(findTexts),
    keep(memory) {
      const { vaults, deviceToken } = withMemory(readMemories(findTexts), memory)
      try {
        const texts = findTexts()
        texts.setItem(VAULTS, JSON.stringify(vaults))
        if (deviceToken !== undefined) texts.setItem(DEVICE_TOKEN, deviceToken)
      } catch {
        // Nothing can be kept here.
      }
    },
  }
}

function readMemories(findTexts: () => TextStorage): DeviceMemories {
  try {
    const texts = findTexts()
    const stored: unknown = JSON.parse(texts.getItem(VAULTS) ?? '{}')
    const entries = typeof stored === 'object' && stored !== null ? Object.entries(stored) : []
    const vaults = Object.fromEntries(entries.filter((entry): entry is [string, VaultMemory] => isMemory(entry[1])))
    return { vaults, deviceToken: texts.getItem(DEVICE_TOKEN) ?? undefined }
  } catch {
    return {}
  }
}

function isMemory(value: unknown): value is VaultMemory {
  if (typeof value !== 'object' || value === null) return false
  return 'vault_id' in value && 'gen' in value && 'hash' in value
}
