import type { AuditedDecision, StoredDecision } from './audit.store.ts'

// Strangers choose how many there are; beyond this the oldest begins a new event when it comes again.
const MAXIMUM_EVENTS = 10_000
const HOUR_MS = 3_600_000

/** What whoever asked for it can have again and again, at the cost of a request, without anybody's leave. */
export function mayRepeat({ event, outcome }: AuditedDecision): boolean {
  switch (event) {
    case 'tokens_issued':
      return outcome === 'refresh_token'
    case 'grant_revoked':
      return outcome === 'code_replayed'
    case 'rate_limited':
    case 'authorization_request_approval_repeated':
      return true
    default:
      return event.endsWith('_refused')
  }
}

/**
 * Decisions of this hour that may repeat, so that the same one is an event that counts, not one event each: whoever is
 * refused all day, or refreshes all day, must not fill a trail that is kept for a year. The same is: of one kind, for one
 * reason, of one app, person, grant and network. Once too many are known, other refreshes are told without their grant.
 */
export function createRepeatedDecisions() {
  const eventsOfHour = new Map<string, StoredDecision>()
  let hour = 0

  function beginHourOf({ at }: StoredDecision): void {
    const itsHour = Math.floor(at.getTime() / HOUR_MS)
    if (itsHour !== hour) eventsOfHour.clear()
    hour = itsHour
  }

  /** The event that tells of a decision: itself, or the one of this hour that it repeats, counted once more. */
  return (decision: StoredDecision): StoredDecision => {
    if (!mayRepeat(decision)) return decision
    beginHourOf(decision)
    const isFull = eventsOfHour.size >= MAXIMUM_EVENTS
    const event = isFull && !eventsOfHour.has(keyOf(decision)) ? withoutRefreshedGrant(decision) : decision
    const key = keyOf(event)
    const counted = eventsOfHour.get(key)
    if (counted) {
      counted.times += 1
      return counted
    }
    const [oldest] = isFull ? eventsOfHour.keys() : []
    if (oldest !== undefined) eventsOfHour.delete(oldest)
    eventsOfHour.set(key, event)
    return event
  }
}

/** An account can have any number of grants, and could come with each in turn so that every one had been forgotten. */
function withoutRefreshedGrant(decision: StoredDecision): StoredDecision {
  return decision.event === 'tokens_issued' ? { ...decision, grantId: undefined } : decision
}

function keyOf({ event, outcome, clientId, userId, grantId, network }: StoredDecision): string {
  return JSON.stringify([event, outcome, clientId, userId, grantId, network])
}
