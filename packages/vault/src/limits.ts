/** Sizes that the client keeps and the server checks again. */
export const LIMITS = {
  /** Padded plaintext of one item, in bytes. */
  itemBytes: 64 * 1024,
  /** Padded plaintext of the head, in bytes: room for 20 methods, all keys of the log and the known apps. */
  headBytes: 320 * 1024,
  items: 5_000,
  /** Ciphertext of all items together, in bytes. */
  vaultBytes: 16 * 1024 * 1024,
  unlockMethods: 20,
  /** Of an unlock record's `bind`. */
  bindCharacters: 1024,
  /** Padded plaintext of one entry of the activity, in bytes. */
  activityBytes: 4096,
  /** Entries of the activity that are kept: older ones are gone, on the device and on the server. */
  activity: 10_000,
  activityPerCommit: 20,
  /** Entries of the activity that are read at once. */
  activityPerPage: 200,
  /** Activity keys of earlier account keys: one for each rotation that followed an entry. */
  pastActivityKeys: 200,
  /** Head hashes that a head remembers one by one. */
  ancestors: 32,
  /** Head hashes that are read at once. */
  ancestorsPerPage: 5000,
  /** Apps that a head remembers, all together and one. Of more the least recently approved are dropped. */
  pinnedApps: 1000,
  pinnedAppsBytes: 256 * 1024,
  pinnedAppBytes: 4096,
} as const
