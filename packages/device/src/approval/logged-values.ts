import { LIMITS, type LoggedValue, type ReleasedEvent } from '@countersign/vault'
import type { ClaimValues } from '../claims/claim-item.ts'
import { hashText } from '../hash.ts'

/** What an entry has besides the event itself: its version and the end of its padding. */
const ENVELOPE_BYTES = 16

/**
 * Adds the values to the entry of a release, so that it says what the app was given. An entry is small: the longest
 * values go in as their SHA-256 until it fits, and where not even that does, the names stand alone.
 */
export async function withValues(event: ReleasedEvent, claims: ClaimValues): Promise<ReleasedEvent> {
  const values: LoggedValue[] = Object.values(claims)
  while (!fits({ ...event, values })) {
    const [longest] = values
      .flatMap((value, index) => (typeof value === 'string' ? [{ value, index }] : []))
      .toSorted((left, right) => right.value.length - left.value.length)
    if (!longest || longest.value.length <= HASH_CHARACTERS) return event
    values[longest.index] = { sha256: await hashText(longest.value) }
  }
  return { ...event, values }
}

/** What a hash takes as JSON: nothing is gained by hashing what is shorter. */
const HASH_CHARACTERS = '{"sha256":""}'.length + 43

function fits(event: ReleasedEvent): boolean {
  return new TextEncoder().encode(JSON.stringify(event)).length + ENVELOPE_BYTES <= LIMITS.activityBytes
}
