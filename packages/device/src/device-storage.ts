import type { VaultMemory } from '@countersign/vault'

/**
 * What a device remembers: the last state of each vault that it has opened, by user id, and the proof that somebody
 * signed in here before. Nothing secret, and no name. With the first it notices a server that goes back to an older
 * vault, with the second core throttles strangers apart.
 */
export type DeviceMemories = {
  readonly vaults?: Readonly<Record<string, VaultMemory>> | undefined
  readonly deviceToken?: string | undefined
}

/** What a call left to be remembered of one person. */
export type DeviceMemory = {
  readonly userId: string
  readonly memory: VaultMemory
  readonly deviceToken?: string | undefined
}

/**
 * Where a device remembers: a browser's `localStorage`, a file, a map. One that forgets, or fails, loses the above, no
 * more.
 */
export type DeviceStorage = {
  readonly read: () => Promise<DeviceMemories> | DeviceMemories
  readonly keep: (memory: DeviceMemory) => Promise<void> | void
}

/**
 * What was remembered, with one more memory. Of a vault the newest state stays: another tab may be further than this one,
 * and what it knows must not be forgotten.
 */
export function withMemory(memories: DeviceMemories, { userId, memory, deviceToken }: DeviceMemory): DeviceMemories {
  const { vaults = {} } = memories
  const known = Object.hasOwn(vaults, userId) ? vaults[userId] : undefined
  const newest = known?.vault_id === memory.vault_id && known.gen > memory.gen ? known : memory
  return { vaults: { ...vaults, [userId]: newest }, deviceToken: deviceToken ?? memories.deviceToken }
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
