import { type ActivityEvent, decodeActivityEvent, encodeActivityEvent } from './activity-event.ts'
import { openBytes, sealBytes } from './aead.ts'
import { fromBase64url } from './base64url.ts'
import type { Bytes, RandomBytes } from './bytes.ts'
import type { ActivityKey } from './keys.ts'
import { LABEL, RECORD_VERSION, SUITE } from './labels.ts'
import { lp } from './lp.ts'
import type { ActivityEntry } from './records.ts'

/**
 * Encrypts an event in its place of the chain.
 * @throws VaultError `malformed`, `too_large`
 */
export async function sealActivityEntry(
  event: ActivityEvent,
  context: { vaultId: string; key: ActivityKey; seq: number; akGen: number; prev: string; random: RandomBytes },
): Promise<ActivityEntry> {
  const { vaultId, key, seq, akGen, prev, random } = context
  const header = { v: RECORD_VERSION, s: SUITE, seq, ak_gen: akGen, prev }
  const aad = activityAad(vaultId, header)
  return { ...header, ...(await sealBytes(key, encodeActivityEvent(event), { aad, random })) }
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

type EntryHeader = Pick<ActivityEntry, 's' | 'seq' | 'ak_gen' | 'prev'>

function activityAad(vaultId: string, { s, seq, ak_gen, prev }: EntryHeader): Bytes {
  return lp(LABEL.activity, s, fromBase64url(vaultId), seq, ak_gen, fromBase64url(prev))
}
