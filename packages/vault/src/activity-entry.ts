import { HASH_BYTES } from './activity-chain.ts'
import { type ActivityEvent, decodeActivityEvent, encodeActivityEvent } from './activity-event.ts'
import { NONCE_BYTES, openBytes, sealBytes, TAG_BYTES } from './aead.ts'
import { fromBase64url } from './base64url.ts'
import type { Bytes, RandomBytes } from './bytes.ts'
import type { ActivityKey } from './keys.ts'
import { LABEL, RECORD_VERSION, SUITE } from './labels.ts'
import { LIMITS } from './limits.ts'
import { lp } from './lp.ts'
import { isPaddedLength } from './padding.ts'
import { malformed, readArray, readBase64url, readCount, readRecord } from './parse.ts'

/** An encrypted entry of the activity. Appended, never changed. */
export type ActivityEntry = {
  readonly v: number
  readonly s: number
  /** 1, 2, 3 … */
  readonly seq: number
  readonly ak_gen: number
  /** Hash of the entry before, empty for the first. */
  readonly prev: string
  readonly n: string
  readonly ct: string
}

const WHAT = 'encrypted entry of the log'
const FIELDS = ['v', 's', 'seq', 'ak_gen', 'prev', 'n', 'ct'] as const

/**
 * Checks an entry from outside, field by field.
 * @throws VaultError `malformed`, `unsupported`
 */
export function readActivityEntry(value: unknown): ActivityEntry {
  const fields = readRecord(value, FIELDS, WHAT)
  const seq = readCount(fields.seq, WHAT)
  return {
    v: RECORD_VERSION,
    s: SUITE,
    seq,
    ak_gen: readCount(fields.ak_gen, WHAT),
    prev: readBase64url(fields.prev, seq === 1 ? 0 : HASH_BYTES, WHAT),
    n: readBase64url(fields.n, NONCE_BYTES, WHAT),
    ct: readBase64url(fields.ct, isEntryCiphertextLength, WHAT),
  }
}

/**
 * Checks the entries that one write appends: one after the other, all under the account key of its head.
 * @throws VaultError `malformed`, `unsupported`, `too_large`
 */
export function readNewActivity(value: unknown, akGen: number): readonly ActivityEntry[] {
  const entries = readArray(value, LIMITS.activityPerCommit, WHAT).map(readActivityEntry)
  const first = entries[0]?.seq ?? 1
  if (entries.some(({ seq, ak_gen }, index) => seq !== first + index || ak_gen !== akGen)) throw malformed(WHAT)
  return entries
}

/**
 * Encrypts an event in its place of the chain.
 * @throws VaultError `malformed`, `too_large`
 */
export async function sealActivityEntry(
  event: ActivityEvent,
  context: { vaultId: string; key: ActivityKey; seq: number; akGen: number; prev: string; random: RandomBytes },
): Promise<ActivityEntry> {
  const { vaultId, key, seq, akGen, prev, random } = context
  const place = { v: RECORD_VERSION, s: SUITE, seq, ak_gen: akGen, prev }
  const aad = activityAad(vaultId, place)
  return { ...place, ...(await sealBytes(key, encodeActivityEvent(event), { aad, random })) }
}

/**
 * Decrypts an entry. In another place or another vault it does not open.
 * @throws VaultError `tampered`, `unsupported`, `malformed`
 */
export async function openActivityEntry(
  entry: ActivityEntry,
  { vaultId, key }: { vaultId: string; key: ActivityKey },
): Promise<ActivityEvent> {
  return decodeActivityEvent(await openBytes(key, entry, activityAad(vaultId, entry)))
}

type EntryPlace = Pick<ActivityEntry, 's' | 'seq' | 'ak_gen' | 'prev'>

function activityAad(vaultId: string, { s, seq, ak_gen, prev }: EntryPlace): Bytes {
  return lp(LABEL.activity, s, fromBase64url(vaultId), seq, ak_gen, fromBase64url(prev))
}

function isEntryCiphertextLength(length: number): boolean {
  return length <= LIMITS.activityBytes + TAG_BYTES && isPaddedLength(length - TAG_BYTES)
}
