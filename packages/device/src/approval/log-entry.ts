import type { AttestDataRequest } from '@countersign/contracts'
import { LIMITS, type LoggedValue, type ReleasedEvent } from '@countersign/vault'
import type { ClaimValues } from '../claims/claim-items.ts'
import { hashText } from '../crypto.ts'

/** Version and end mark of the padding. */
const ENVELOPE_BYTES = 16

/** Replaces the longest values by their SHA-256 until the entry fits; if it never fits, only the names remain. */
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

const HASH_CHARACTERS = '{"sha256":""}'.length + 43

function fits(event: ReleasedEvent): boolean {
  return new TextEncoder().encode(JSON.stringify(event)).length + ENVELOPE_BYTES <= LIMITS.activityBytes
}

/** SHA-256, base64url, of the JWE, or of plain claims as canonical JSON (RFC 8785). */
export async function hashHandedClaims(request: AttestDataRequest): Promise<string> {
  const text = 'claims_jwe' in request ? request.claims_jwe : canonicalJson(request.claims)
  return hashText(text)
}

/** Sorted by UTF-16 code units (RFC 8785 §3.2.3); all values are text. */
function canonicalJson(claims: Readonly<Record<string, unknown>>): string {
  const members = Object.entries(claims).toSorted(([left], [right]) => (left < right ? -1 : 1))
  return `{${members.map((member) => member.map((part) => JSON.stringify(part)).join(':')).join(',')}}`
}
