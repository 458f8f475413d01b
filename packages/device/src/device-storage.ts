import type { VaultMemory, VaultSnapshot } from '@countersign/vault'

/** By user id; no secrets, no names. Vault states reveal a rollback; tokens exempt this device from throttling. */
export type DeviceMemories = {
  readonly vaults?: Readonly<Record<string, VaultMemory>> | undefined
  /** Vaults opened here for the first time, until their owner confirms them. */
  readonly firstUses?: Readonly<Record<string, FirstUse>> | undefined
  /** The recovery key's record that each user knows; a replacement is reported. */
  readonly recoveryKeys?: Readonly<Record<string, string>> | undefined
  /** How far each user has seen changes elsewhere, and the device's own. */
  readonly notices?: Readonly<Record<string, NoticeMemory>> | undefined
  /** Deletion times (ISO 8601) of accounts deleted here. Any vault served for one is refused. */
  readonly deleted?: Readonly<Record<string, string>> | undefined
  readonly deviceToken?: string | undefined
  /** Vaults that were open when the server rolled back or ended the session, re-sealed. Never on disk. */
  readonly held?: Readonly<Record<string, HeldVault>> | undefined
}

/** The last change of a vault before this device first opened it. */
export type FirstUse = {
  /** ISO 8601. */
  readonly at: string
  readonly device: string
  readonly gen: number
}

export type NoticeMemory = {
  /** Set when the vault is first open here. */
  readonly seen?: SeenEvents | undefined
  /** Nonces of log entries that this device wrote, and ids of sessions that it began; the latest. */
  readonly own: readonly string[]
}

/**
 * `seq`: the newest log entry. `events`: ids of core's newest events, missing until they are first read: then what
 * follows the device's own first sign-in is new. By id, because core's times could silence all later events.
 */
export type SeenEvents = { readonly seq: number; readonly events?: readonly string[] | undefined }

export type HeldVault = { readonly snapshot: VaultSnapshot; readonly memory: VaultMemory }

export type DeviceMemory = { readonly userId: string } & (
  | SeenVault
  | { readonly isFirstUseConfirmed: true }
  | { readonly confirmedRecoveryKey: string }
  | { readonly seen: SeenEvents }
  | { readonly own: readonly string[] }
  | { readonly deletedAt: string }
  | { readonly held: HeldVault | undefined }
)

type SeenVault = {
  readonly memory: VaultMemory
  readonly firstUse?: FirstUse | undefined
  /** The remembered state that the owner gave up for this one. Nothing else sets a memory back. */
  readonly inPlaceOf?: VaultMemory | undefined
  readonly deviceToken?: string | undefined
  readonly recoveryKey?: string | undefined
}

/** `localStorage`, a file, a map. Losing it loses only the memory. */
export type DeviceStorage = {
  readonly read: () => Promise<DeviceMemories> | DeviceMemories
  readonly keep: (memory: DeviceMemory) => Promise<void> | void
}

/** Only grows: a tab with an older or forked view removes nothing, and a deleted account learns nothing more. */
export function withMemory(memories: DeviceMemories, learned: DeviceMemory): DeviceMemories {
  const { userId } = learned
  const { vaults = {}, firstUses = {}, recoveryKeys = {}, notices = {}, deleted = {}, held = {} } = memories
  if (findOwn(deleted, userId) !== undefined) return memories
  if ('held' in learned) {
    return { ...memories, held: { ...without(held, userId), ...(learned.held && { [userId]: learned.held }) } }
  }
  if ('isFirstUseConfirmed' in learned) return { ...memories, firstUses: without(firstUses, userId) }
  if ('confirmedRecoveryKey' in learned) {
    return { ...memories, recoveryKeys: { ...recoveryKeys, [userId]: learned.confirmedRecoveryKey } }
  }
  if ('seen' in learned || 'own' in learned) {
    return { ...memories, notices: { ...notices, [userId]: withNotice(findOwn(notices, userId), learned) } }
  }
  if ('deletedAt' in learned) {
    return {
      ...memories,
      vaults: without(vaults, userId),
      firstUses: without(firstUses, userId),
      recoveryKeys: without(recoveryKeys, userId),
      notices: without(notices, userId),
      held: without(held, userId),
      deleted: { ...deleted, [userId]: learned.deletedAt },
    }
  }
  const known = findOwn(vaults, userId)
  const { firstUse, recoveryKey, deviceToken = memories.deviceToken } = learned
  return {
    ...memories,
    vaults: { ...vaults, [userId]: newest(known, learned) },
    // A first use confirmed in another tab stays confirmed.
    ...(known === undefined && firstUse ? { firstUses: { ...firstUses, [userId]: firstUse } } : {}),
    ...(recoveryKey !== undefined && { recoveryKeys: { [userId]: recoveryKey, ...recoveryKeys } }),
    deviceToken,
  }
}

const OWN = 100

function withNotice(
  { seen, own }: NoticeMemory = { own: [] },
  learned: { readonly seen: SeenEvents } | { readonly own: readonly string[] },
): NoticeMemory {
  return 'seen' in learned ? { seen: learned.seen, own } : { seen, own: [...own, ...learned.own].slice(-OWN) }
}

function newest(known: VaultMemory | undefined, { memory, inPlaceOf }: SeenVault): VaultMemory {
  if (known === undefined || known.hash === memory.hash || known.hash === inPlaceOf?.hash) return memory
  return known.vault_id === memory.vault_id && known.gen < memory.gen ? memory : known
}

/** Own properties only: core and apps choose the names, such as `constructor`. */
export function findOwn<Value>(values: Readonly<Record<string, Value>> | undefined, id: string): Value | undefined {
  return values !== undefined && Object.hasOwn(values, id) ? values[id] : undefined
}

function without<Value>(values: Readonly<Record<string, Value>>, id: string): Readonly<Record<string, Value>> {
  return Object.fromEntries(Object.entries(values).filter(([each]) => each !== id))
}

export function createMemoryStorage(memories: DeviceMemories = {}): DeviceStorage {
  let kept = memories
  return {
    read: () => kept,
    keep: (memory) => {
      kept = withMemory(kept, memory)
    },
  }
}
