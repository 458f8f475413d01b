import { type ActivityChain, boundChain } from './activity-chain.ts'
import { type ActivityEvent, decodeActivityEvent, encodeActivityEvent } from './activity-event.ts'
import { openBytes, sealBytes } from './aead.ts'
import { fromBase64url } from './base64url.ts'
import type { Bytes, RandomBytes } from './bytes.ts'
import { VaultError } from './errors.ts'
import type { ActivityKey } from './keys.ts'
import { LABEL, RECORD_VERSION, SUITE } from './labels.ts'
import { LIMITS } from './limits.ts'
import { lp } from './lp.ts'
import { hashActivityEntry } from './record-hash.ts'
import type { ActivityEntry } from './records.ts'

/** @throws VaultError `malformed`, `too_large` */
async function sealActivityEntry(
  event: ActivityEvent,
  context: { vaultId: string; key: ActivityKey; seq: number; akGen: number; prev: string; random: RandomBytes },
): Promise<ActivityEntry> {
  const { vaultId, key, seq, akGen, prev, random } = context
  const header = { v: RECORD_VERSION, s: SUITE, seq, ak_gen: akGen, prev }
  const aad = activityAad(vaultId, header)
  return { ...header, ...(await sealBytes(key, encodeActivityEvent(event), { aad, random })) }
}

/** Fails for an entry of another position or vault. @throws VaultError `tampered`, `unsupported`, `malformed` */
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

/** Oldest first. After a 412, seal the same events again onto the new end. @throws VaultError */
export async function sealActivity(
  chain: ActivityChain,
  events: readonly ActivityEvent[],
  context: { vaultId: string; key: ActivityKey; akGen: number; random: RandomBytes },
): Promise<{ entries: readonly ActivityEntry[]; chain: ActivityChain }> {
  if (events.length > LIMITS.activityPerCommit) {
    throw new VaultError('too_large', 'These are too many entries for your account’s log at once.')
  }
  const entries: ActivityEntry[] = []
  let { seq, h } = chain
  for (const event of events) {
    seq += 1
    const entry = await sealActivityEntry(event, { ...context, seq, prev: h })
    h = await hashActivityEntry(context.vaultId, entry)
    entries.push(entry)
  }
  return { entries, chain: boundChain({ ...chain, seq, h }) }
}
