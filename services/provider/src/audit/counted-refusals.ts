import type { StoredDecision } from './decision.ts'

// Strangers choose how many there are; beyond this the oldest begins a new event when it comes again.
const MAXIMUM_REFUSALS = 10_000
const HOUR_MS = 3_600_000

/**
 * Refusals of this hour, so that the same one is an event that counts, not one event each: whoever is refused all day must
 * not fill a trail that is kept for a year. The same is: of one kind, for one reason, of one app, person and network.
 */
export function createCountedRefusals() {
  const known = new Map<string, StoredDecision>()

  /** The event that tells of a decision: itself, or the one of this hour that it repeats, counted once more. */
  return (decision: StoredDecision): StoredDecision => {
    if (!decision.event.endsWith('_refused') && decision.event !== 'rate_limited') return decision
    const { event, outcome, clientId, userId, network } = decision
    const hour = Math.floor(decision.at.getTime() / HOUR_MS)
    const key = JSON.stringify([hour, event, outcome, clientId, userId, network])
    const counted = known.get(key)
    if (counted) {
      counted.times += 1
      return counted
    }
    const [oldest] = known.size >= MAXIMUM_REFUSALS ? known.keys() : []
    if (oldest !== undefined) known.delete(oldest)
    known.set(key, decision)
    return decision
  }
}
