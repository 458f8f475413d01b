import { CLAIM_LIMITS, type ScopeDetail } from '@countersign/contracts'
import { ServiceError } from '@countersign/service/errors'

/**
 * Returns the claims if they are text within bounds, each belongs to a requested scope, and none is what cannot be.
 * @throws ServiceError `invalid_claims`
 */
export function checkClaims(
  claims: Readonly<Record<string, unknown>>,
  scopes: readonly Pick<ScopeDetail, 'claims'>[],
): Record<string, string> {
  const requested = new Set(scopes.flatMap((scope) => scope.claims))
  const entries = Object.entries(claims)
  if (entries.length > CLAIM_LIMITS.maxClaims) throw refuse(`Send at most ${CLAIM_LIMITS.maxClaims} claims.`)
  if (!entries.every(([name]) => requested.has(name))) throw refuse('A claim does not belong to any requested scope.')
  if (!entries.every(isBoundedText)) {
    throw refuse(`Every claim must be text of at most ${CLAIM_LIMITS.maxValueBytes} bytes.`)
  }
  if (!entries.every(([name, value]) => hasClaimForm(name, value))) {
    throw refuse('An e-mail address, phone number, birth date or language is not written as one.')
  }
  return Object.fromEntries(entries)
}

function isBoundedText(entry: [string, unknown]): entry is [string, string] {
  const [, value] = entry
  return typeof value === 'string' && Buffer.byteLength(value, 'utf8') <= CLAIM_LIMITS.maxValueBytes
}

function refuse(message: string): ServiceError {
  return new ServiceError('invalid_claims', message)
}

/** The least that a value of these claims must have: core refuses to sign less. Devices check more. */
const FORMS: Readonly<Record<string, RegExp>> = {
  email: /^[^\s@]+@[^\s@]+$/,
  phone: /^(?=\D*\d)\+?[\d\s().\-/]+$/,
  birthdate: /^\d{4}(?:-\d{2}-\d{2})?$/,
  locale: /^[A-Za-z]{2,8}(?:[-_][A-Za-z\d]{1,8})*$/,
}

/** Whether a text is a possible value of a claim. An empty text means no value. */
function hasClaimForm(claim: string, value: string): boolean {
  const form = Object.hasOwn(FORMS, claim) ? FORMS[claim] : undefined
  return value === '' || form === undefined || form.test(value)
}
