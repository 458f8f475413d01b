import type { AttestDataRequest } from '@countersign/contracts'
import { LIMITS, type LoggedValue, type ReleasedEvent } from '@countersign/vault'
import type { ClaimValues } from '../claims/claim-items.ts'
import { hashText } from '../crypto.ts'

/** Overhead of an entry: its version and the end of its padding. */
const ENVELOPE_BYTES = 16

/**
 * Adds the released values to the log entry. Entries are small: the longest values become their SHA-256 until it fits;
 * if even that does not fit, only the names remain.
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

/** Length of a hash as JSON: hashing a shorter value saves nothing. */
const HASH_CHARACTERS = '{"sha256":""}'.length + 43

function fits(event: ReleasedEvent): boolean {
  return new TextEncoder().encode(JSON.stringify(event)).length + ENVELOPE_BYTES <= LIMITS.activityBytes
}

/** SHA-256, base64url, of the claims handed to core: the JWE itself, or plain claims as canonical JSON (RFC 8785). */
export async function hashHandedClaims(request: AttestDataRequest): Promise<string> {
  const text = 'claims_jwe' in request ? request.claims_jwe : canonicalJson(request.claims)
  return hashText(text)
}

/** Members sorted by UTF-16 code units (RFC 8785 §3.2.3). Values are texts, so there is nothing else to bring in order. */
function canonicalJson(claims: Readonly<Record<string, unknown>>): string {
  const members = Object.entries(claims).toSorted(([left], [right]) => (left < right ? -1 : 1))
  return `{${members.map((member) => member.map((part) => JSON.stringify(part)).join(':')).join(',')}}`
}
