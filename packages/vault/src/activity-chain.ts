import { LIMITS } from './limits.ts'
import { type Fields, malformed, readArray, readBase64url, readCount, readExactFields } from './parse.ts'
import { HASH_BYTES } from './records.ts'

/** Where the activity ends. The server cannot alter or drop an entry, for each one lists the hash of the last. */
export type ActivityChain = {
  /** The oldest entry that can still be read; one more than `seq` when none can. */
  readonly from: number
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
export const EMPTY_CHAIN: ActivityChain = { from: 1, seq: 0, h: '', past: [] }

const PAST_KEY_BYTES = 32
const WHAT = 'log of your account'

/**
 * Forgets what is too old: all but the newest entries, of which the server keeps no others either, and the entries of
 * former account keys, where there are more of those than are kept. So a log, and what a head says of it, stay small.
 */
export function boundChain({ from, seq, h, past }: ActivityChain): ActivityChain {
  const kept = past.slice(-LIMITS.pastActivityKeys)
  const until = past[past.length - kept.length - 1]?.until ?? 0
  const first = Math.max(from, seq - LIMITS.activity + 1, until + 1)
  return { from: first, seq, h, past: kept.filter((key) => key.until >= first) }
}

/**
 * Reads the end of the activity from a decrypted head.
 * @throws VaultError `malformed`, `too_large`
 */
export function readActivityChain(value: unknown): ActivityChain {
  const { from, ...fields } = readExactFields(value, ['from', 'seq', 'h', 'past'], WHAT)
  const chain = { from: readCount(from, WHAT), ...readEnd(fields) }
  if (chain.from > chain.seq + 1 || chain.past.some(({ until }) => until < chain.from)) throw malformed(WHAT)
  return chain
}

/** Reads it from a head of version 2, which knew no beginning: all entries that a server keeps can be read. */
export function readActivityChainV2(value: unknown): ActivityChain {
  return boundChain({ from: 1, ...readEnd(readExactFields(value, ['seq', 'h', 'past'], WHAT)) })
}

function readEnd(fields: Fields<'seq' | 'h' | 'past'>): Omit<ActivityChain, 'from'> {
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
