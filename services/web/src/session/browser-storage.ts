import {
  type DeviceMemories,
  type DeviceStorage,
  type FirstUse,
  type NoticeMemory,
  withMemory,
} from '@countersign/device'
import { storedAs } from '@countersign/ui/place.ts'
import type { VaultMemory } from '@countersign/vault'

/** Where each record by user id is stored. */
const RECORDS = {
  vaults: 'countersign.vaults',
  firstUses: 'countersign.first-uses',
  recoveryKeys: 'countersign.recovery-keys',
  notices: 'countersign.notices',
  deleted: 'countersign.deleted',
} as const
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
      const memories = withMemory(read(), memory)
      held = memories.held
      try {
        const texts = findTexts()
        for (const name of ['vaults', 'firstUses', 'recoveryKeys', 'notices', 'deleted'] as const)
          texts.setItem(storedAs(RECORDS[name]), JSON.stringify(memories[name] ?? {}))
        if (memories.deviceToken !== undefined) texts.setItem(storedAs(DEVICE_TOKEN), memories.deviceToken)
      } catch {
        // Storage is full or forbidden.
      }
    },
  }
}

export function remembersVaults(): boolean {
  try {
    return localStorage.getItem(storedAs(RECORDS.vaults)) !== null
  } catch {
    return false
  }
}

function readMemories(findTexts: () => TextStorage): DeviceMemories {
  try {
    const texts = findTexts()
    return {
      vaults: readEach(texts.getItem(storedAs(RECORDS.vaults)), isMemory),
      firstUses: readEach(texts.getItem(storedAs(RECORDS.firstUses)), isFirstUse),
      recoveryKeys: readEach(texts.getItem(storedAs(RECORDS.recoveryKeys)), isText),
      notices: readEach(texts.getItem(storedAs(RECORDS.notices)), isNoticeMemory),
      deleted: readEach(texts.getItem(storedAs(RECORDS.deleted)), isText),
      deviceToken: texts.getItem(storedAs(DEVICE_TOKEN)) ?? undefined,
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
  try {
    const stored: unknown = JSON.parse(text ?? '{}')
    const entries = Object.entries(typeof stored === 'object' && stored !== null ? stored : {})
    return Object.fromEntries(entries.filter((entry): entry is [string, Value] => isValue(entry[1])))
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

function isNoticeMemory(value: unknown): value is NoticeMemory {
  if (typeof value !== 'object' || value === null || !('own' in value) || !Array.isArray(value.own)) return false
  return value.own.every(isText) && (!('seen' in value) || isSeen(value.seen))
}

/** Earlier releases kept a time of core, which may silence what follows: dropped. */
function isSeen(value: unknown): value is NoticeMemory['seen'] {
  if (typeof value !== 'object' || value === null || !('seq' in value) || 'at' in value) return false
  const events = 'events' in value ? value.events : []
  return typeof value.seq === 'number' && Array.isArray(events) && events.every(isText)
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}
