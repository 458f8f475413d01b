import { LIMITS } from './limits.ts'
import { malformed, readArray, readBase64url, readCount, readExactFields } from './parse.ts'
import { HASH_BYTES } from './records.ts'

/** Where the activity ends. The server cannot alter or drop an entry, for each one lists the hash of the last. */
export type ActivityChain = {
  /** Entries so far. */
  readonly seq: number
  /** Hash of the newest entry, empty when there is none. */
  readonly h: string
  /** Activity keys of earlier account keys, oldest first, so that a rotation need not re-encrypt the past. */
  readonly past: readonly PastActivityKey[]
}

export type PastActivityKey = {
  /** The last entry that this key opens. */
  readonly until: number
  /** 32 bytes, base64url. */
  readonly key: string
}

/** The activity of a new vault. */
export const EMPTY_CHAIN: ActivityChain = { seq: 0, h: '', past: [] }

const PAST_KEY_BYTES = 32
const WHAT = 'log of your account'

/**
 * Reads the end of the activity from a decrypted head.
 * @throws VaultError `malformed`, `too_large`
 */
export function readActivityChain(value: unknown): ActivityChain {
  const fields = readExactFields(value, ['seq', 'h', 'past'], WHAT)
  const seq = fields.seq === 0 ? 0 : readCount(fields.seq, WHAT)
  const past = readArray(fields.past, LIMITS.pastActivityKeys, WHAT).map(readPastKey)
  const ends = [0, ...past.map(({ until }) => until)]
  if (ends.some((until, index) => until > seq || until <= (ends[index - 1] ?? -1))) throw malformed(WHAT)
  return { seq, h: readBase64url(fields.h, seq === 0 ? 0 : HASH_BYTES, WHAT), past }
}

function readPastKey(value: unknown): PastActivityKey {
  const { until, key } = readExactFields(value, ['until', 'key'], WHAT)
  return { until: readCount(until, WHAT), key: readBase64url(key, PAST_KEY_BYTES, WHAT) }
}
