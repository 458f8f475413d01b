import { LIMITS } from './limits.ts'
import { type Fields, malformed, readArray, readBase64url, readCount, readExactFields } from './parse.ts'
import { HASH_BYTES } from './records.ts'

/** The end of the log. Each entry lists the hash of the one before, so the server cannot alter or drop any. */
export type ActivityChain = {
  /** The oldest readable entry; `seq + 1` when none is readable. */
  readonly from: number
  readonly seq: number
  /** Hash of the newest entry, empty for an empty log. */
  readonly h: string
  /** Activity keys of earlier account keys, oldest first: a rotation need not re-encrypt the log. */
  readonly past: readonly PastActivityKey[]
}

export type PastActivityKey = {
  readonly until: number
  readonly key: string
}

export const EMPTY_CHAIN: ActivityChain = { from: 1, seq: 0, h: '', past: [] }

const PAST_KEY_BYTES = 32
const WHAT = 'log of your account'

/** Drops entries beyond the limit, which the server drops too, and those whose key is beyond the limit of past keys. */
export function boundChain({ from, seq, h, past }: ActivityChain): ActivityChain {
  const kept = past.slice(-LIMITS.pastActivityKeys)
  const until = past[past.length - kept.length - 1]?.until ?? 0
  const first = Math.max(from, seq - LIMITS.activity + 1, until + 1)
  return { from: first, seq, h, past: kept.filter((key) => key.until >= first) }
}

/** @throws VaultError `malformed`, `too_large` */
export function readActivityChain(value: unknown): ActivityChain {
  const { from, ...fields } = readExactFields(value, ['from', 'seq', 'h', 'past'], WHAT)
  const chain = { from: readCount(from, WHAT), ...readEnd(fields) }
  if (chain.from > chain.seq + 1 || chain.past.some(({ until }) => until < chain.from)) throw malformed(WHAT)
  return chain
}

/** Version 2 named no beginning: every entry that the server keeps is readable. */
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
