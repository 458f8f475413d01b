import type { AttestDataRequest } from '@countersign/contracts'
import { hashText } from '../hash.ts'

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
