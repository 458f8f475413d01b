import { type ActivityChain, boundChain } from './activity-chain.ts'
import { sealActivityEntry } from './activity-entry.ts'
import type { ActivityEvent } from './activity-event.ts'
import type { RandomBytes } from './bytes.ts'
import { VaultError } from './errors.ts'
import type { ActivityKey } from './keys.ts'
import { LIMITS } from './limits.ts'
import { hashActivityEntry } from './record-hash.ts'
import type { ActivityEntry } from './records.ts'

/**
 * Seals events onto the end of a chain, oldest first, and returns where it ends then. The entries are of that one end:
 * after a 412 the same events are sealed again onto the new one.
 * @throws VaultError `too_large`, `malformed`
 */
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
