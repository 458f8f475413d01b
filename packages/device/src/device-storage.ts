import type { VaultMemory, VaultSnapshot } from '@countersign/vault'

/**
 * The device's memory by user id; holds no secrets or names. Remembered vault states reveal a rollback or fork; the proof of
 * an earlier sign-in separates this device from strangers in core's throttling.
 */
export type DeviceMemories = {
  /** The last state of each vault that it has opened. */
  readonly vaults?: Readonly<Record<string, VaultMemory>> | undefined
  /** Vaults that it could compare with nothing, until their owner has looked at when and where they were written. */
  readonly firstUses?: Readonly<Record<string, FirstUse>> | undefined
  /** The record of the recovery key that each person knows of: another one in its place is said to them. */
  readonly recoveryKeys?: Readonly<Record<string, string>> | undefined
  /** Accounts deleted on this device, with the time (ISO 8601). Any vault served for one is refused. */
  readonly deleted?: Readonly<Record<string, string>> | undefined
  readonly deviceToken?: string | undefined
  /** Vaults that were open here when the server went back or ended the session, sealed again. Never on disk. */
  readonly held?: Readonly<Record<string, HeldVault>> | undefined
}

/** A vault that a device opened without knowing anything of it: when and where it was last changed before. */
export type FirstUse = {
  /** ISO 8601. */
  readonly at: string
  readonly device: string
  readonly gen: number
}

/** A vault that was open, sealed again, and the state that it was. */
export type HeldVault = { readonly snapshot: VaultSnapshot; readonly memory: VaultMemory }

/** New knowledge about one user. */
export type DeviceMemory = { readonly userId: string } & (
  | SeenVault
  | ConfirmedFirstUse
  | ConfirmedRecoveryKey
  | DeletedAccount
  | { readonly held: HeldVault | undefined }
)

type SeenVault = {
  readonly memory: VaultMemory
  /** Of a vault that was opened here for the first time. */
  readonly firstUse?: FirstUse | undefined
  /** The remembered state that the person gave up for this one, knowingly. Nothing else sets a memory back. */
  readonly inPlaceOf?: VaultMemory | undefined
  readonly deviceToken?: string | undefined
  /** Stored only if no key is known yet. */
  readonly recoveryKey?: string | undefined
}

type ConfirmedRecoveryKey = { readonly confirmedRecoveryKey: string }

type ConfirmedFirstUse = { readonly isFirstUseConfirmed: true }

type DeletedAccount = { readonly deletedAt: string }

/**
 * Where a device remembers: a browser's `localStorage`, a file, a map. One that forgets, or fails, loses the above, no
 * more.
 */
export type DeviceStorage = {
  readonly read: () => Promise<DeviceMemories> | DeviceMemories
  readonly keep: (memory: DeviceMemory) => Promise<void> | void
}

/**
 * Merges new knowledge. The memory only grows: a tab with an older or forked view removes nothing, and a deleted account
 * learns nothing more.
 */
export function withMemory(memories: DeviceMemories, learned: DeviceMemory): DeviceMemories {
  const { userId } = learned
  const { vaults = {}, firstUses = {}, recoveryKeys = {}, deleted = {}, held = {} } = memories
  if (findOwn(deleted, userId) !== undefined) return memories
  if ('held' in learned) {
    return { ...memories, held: { ...without(held, userId), ...(learned.held && { [userId]: learned.held }) } }
  }
  if ('isFirstUseConfirmed' in learned) return { ...memories, firstUses: without(firstUses, userId) }
  if ('confirmedRecoveryKey' in learned) {
    return { ...memories, recoveryKeys: { ...recoveryKeys, [userId]: learned.confirmedRecoveryKey } }
  }
  if ('deletedAt' in learned) {
    return {
      ...memories,
      vaults: without(vaults, userId),
      firstUses: without(firstUses, userId),
      recoveryKeys: without(recoveryKeys, userId),
      held: without(held, userId),
      deleted: { ...deleted, [userId]: learned.deletedAt },
    }
  }
  const known = findOwn(vaults, userId)
  const { firstUse, recoveryKey, deviceToken = memories.deviceToken } = learned
  return {
    ...memories,
    vaults: { ...vaults, [userId]: newest(known, learned) },
    // A first use already confirmed in another tab stays confirmed.
    ...(known === undefined && firstUse ? { firstUses: { ...firstUses, [userId]: firstUse } } : {}),
    ...(recoveryKey !== undefined && { recoveryKeys: { [userId]: recoveryKey, ...recoveryKeys } }),
    deviceToken,
  }
}

function newest(known: VaultMemory | undefined, { memory, inPlaceOf }: SeenVault): VaultMemory {
  if (known === undefined || known.hash === memory.hash || known.hash === inPlaceOf?.hash) return memory
  return known.vault_id === memory.vault_id && known.gen < memory.gen ? memory : known
}

/** An own property only: user ids come from core. */
export function findOwn<Value>(values: Readonly<Record<string, Value>> | undefined, id: string): Value | undefined {
  return values !== undefined && Object.hasOwn(values, id) ? values[id] : undefined
}

function without<Value>(values: Readonly<Record<string, Value>>, id: string): Readonly<Record<string, Value>> {
  return Object.fromEntries(Object.entries(values).filter(([each]) => each !== id))
}

/** Remembers for as long as the process runs. */
export function createMemoryStorage(memories: DeviceMemories = {}): DeviceStorage {
  let kept = memories
  return {
    read: () => kept,
    keep: (memory) => {
      kept = withMemory(kept, memory)
    },
  }
}
