import { LIMITS } from './limits.ts'
import { malformed, readArray, readBase64url, readCount, readCountOrZero, readRecord } from './parse.ts'
import { readHash } from './records.ts'

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
const PAST_KEY = { until: readCount, key: (value: unknown) => readBase64url(value, PAST_KEY_BYTES, WHAT) }
const CHAIN = {
  from: readCount,
  seq: readCountOrZero,
  h: (value: unknown, what: string) => (value === '' ? '' : readHash(value, what)),
  past: (value: unknown) =>
    readArray(value, LIMITS.pastActivityKeys, WHAT).map((key) => readRecord(key, PAST_KEY, WHAT)),
}

/** Drops entries beyond the limit, which the server drops too, and those whose key is beyond the limit of past keys. */
export function boundChain({ from, seq, h, past }: ActivityChain): ActivityChain {
  const kept = past.slice(-LIMITS.pastActivityKeys)
  const until = past[past.length - kept.length - 1]?.until ?? 0
  const first = Math.max(from, seq - LIMITS.activity + 1, until + 1)
  return { from: first, seq, h, past: kept.filter((key) => key.until >= first) }
}

/** @throws VaultError `malformed`, `too_large` */
export function readActivityChain(value: unknown): ActivityChain {
  const chain = readRecord(value, CHAIN, WHAT)
  requireOrder(chain)
  if (chain.from > chain.seq + 1 || chain.past.some(({ until }) => until < chain.from)) throw malformed(WHAT)
  return chain
}

function requireOrder({ seq, h, past }: ActivityChain): void {
  const ends = [0, ...past.map(({ until }) => until)]
  const isOrdered = ends.every((until, index) => until <= seq && until > (ends[index - 1] ?? -1))
  if (!isOrdered || (seq === 0) !== (h === '')) throw malformed(WHAT)
}
