/** Sizes that the client keeps and the server checks again. */
export const LIMITS = {
  /** Padded plaintext of one item, in bytes. */
  itemBytes: 64 * 1024,
  /** Padded plaintext of the head, in bytes: room for 500 items, 20 methods and some 1,500 pinned apps. */
  headBytes: 256 * 1024,
  items: 500,
  unlockMethods: 20,
  /** Head hashes that a head remembers. */
  ancestors: 32,
} as const
