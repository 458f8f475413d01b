import { type DeviceMemories, type DeviceStorage, type FirstUse, withMemory } from '@countersign/device'
import type { VaultMemory } from '@countersign/vault'

const VAULTS = 'countersign.vaults'
const FIRST_USES = 'countersign.first-uses'
const RECOVERY_KEYS = 'countersign.recovery-keys'
const DELETED = 'countersign.deleted'
const DEVICE_TOKEN = 'countersign.device'

type TextStorage = Pick<Storage, 'getItem' | 'setItem'>

/**
 * The browser's storage. When it is full or forbidden nothing is kept, and the vault still works. Sealed vaults stay in
 * memory, as long as the page lives.
 * @param findTexts returns `localStorage`, whose getter throws in some browsers
 */
export function createBrowserStorage(findTexts: () => TextStorage): DeviceStorage {
  let held: DeviceMemories['held']
  const read = () => ({ ...readMemories(findTexts), held })
  return {
    read,
    keep(memory) {
      const {
        vaults = {},
        firstUses = {},
        recoveryKeys = {},
        deleted = {},
        deviceToken,
        ...kept
      } = withMemory(read(), memory)
      held = kept.held
      try {
        const texts = findTexts()
        texts.setItem(VAULTS, JSON.stringify(vaults))
        texts.setItem(FIRST_USES, JSON.stringify(firstUses))
        texts.setItem(RECOVERY_KEYS, JSON.stringify(recoveryKeys))
        texts.setItem(DELETED, JSON.stringify(deleted))
        if (deviceToken !== undefined) texts.setItem(DEVICE_TOKEN, deviceToken)
      } catch {
        // Storage is full or forbidden.
      }
    },
  }
}

export function remembersVaults(): boolean {
  try {
    return localStorage.getItem(VAULTS) !== null
  } catch {
    return false
  }
}

function readMemories(findTexts: () => TextStorage): DeviceMemories {
  try {
    const texts = findTexts()
    return {
      vaults: readEach(texts.getItem(VAULTS), isMemory),
      firstUses: readEach(texts.getItem(FIRST_USES), isFirstUse),
      recoveryKeys: readEach(texts.getItem(RECOVERY_KEYS), isText),
      deleted: readEach(texts.getItem(DELETED), isText),
      deviceToken: texts.getItem(DEVICE_TOKEN) ?? undefined,
    }
  } catch {
    return {}
  }
}

/** A damaged entry counts as missing, as on a new device. */
function readEach<Value>(
  text: string | null,
  isValue: (value: unknown) => value is Value,
): Readonly<Record<string, Value>> {
  const entries = Object.entries(readObject(text ?? '{}'))
  return Object.fromEntries(entries.filter((entry): entry is [string, Value] => isValue(entry[1])))
}

function readObject(text: string): object {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}

function isMemory(value: unknown): value is VaultMemory {
  if (typeof value !== 'object' || value === null) return false
  return 'vault_id' in value && 'gen' in value && 'hash' in value
}

function isFirstUse(value: unknown): value is FirstUse {
  return typeof value === 'object' && value !== null && 'at' in value && 'device' in value && 'gen' in value
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}
