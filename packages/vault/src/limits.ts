/** Checked by the client and again by the server. */
export const LIMITS = {
  /** Padded plaintext of one item, in bytes. */
  itemBytes: 64 * 1024,
  /** Padded plaintext, in bytes: room for 20 methods, all past log keys and the known apps. */
  headBytes: 320 * 1024,
  items: 5_000,
  /** Ciphertext of all items, in bytes. */
  vaultBytes: 16 * 1024 * 1024,
  unlockMethods: 20,
  /** Of an unlock record's `bind`. */
  bindCharacters: 1024,
  /** Padded plaintext of one log entry, in bytes. */
  activityBytes: 4096,
  /** Log entries that the device and the server keep. */
  activity: 10_000,
  activityPerCommit: 20,
  activityPerPage: 200,
  /** One for each rotation that followed an entry. */
  pastActivityKeys: 200,
  ancestors: 32,
  ancestorsPerPage: 5000,
  /** Apps that a head remembers; the least recently approved are dropped first. */
  pinnedApps: 1000,
  pinnedAppsBytes: 256 * 1024,
  pinnedAppBytes: 4096,
} as const
