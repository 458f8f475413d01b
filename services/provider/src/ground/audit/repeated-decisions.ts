import type { AuditedDecision, StoredDecision } from './audit.store.ts'

// Strangers choose how many there are; beyond this the oldest starts a new event on its next repeat.
const MAXIMUM_EVENTS = 10_000
const HOUR_MS = 3_600_000

/** Events that a caller can trigger at will. */
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
 * Folds equal decisions of an hour into one counted event, so that a client that fails or refreshes all day does not
 * fill the trail. Grants are told apart until too many are known.
 */
export function createRepeatedDecisions() {
  const eventsOfHour = new Map<string, StoredDecision>()
  let hour = 0

  function beginHourOf({ at }: StoredDecision): void {
    const itsHour = Math.floor(at.getTime() / HOUR_MS)
    if (itsHour !== hour) eventsOfHour.clear()
    hour = itsHour
  }

  /** Answers the decision itself, or this hour's event that it repeats, counted up. */
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

/** A client could cycle through many grants so that each is forgotten before its next repeat. */
function withoutRefreshedGrant(decision: StoredDecision): StoredDecision {
  return decision.event === 'tokens_issued' ? { ...decision, grantId: undefined } : decision
}

function keyOf({ event, outcome, clientId, userId, grantId, network }: StoredDecision): string {
  return JSON.stringify([event, outcome, clientId, userId, grantId, network])
}
