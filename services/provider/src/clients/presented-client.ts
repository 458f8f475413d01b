import type { OAuthError } from '@countersign/service/errors'
import { decodeBasic } from './basic-credentials.ts'
import { subjectOfAssertion } from './client-assertion.ts'
import { outcomeOf } from './client-authentication-error.ts'
import type { ClientRegistry, WithClients } from './client-registry.ts'

/** The parts of a request that identify its client. */
type Caller = { readonly body: unknown; readonly headers: { readonly authorization?: string | undefined } }

/** The client that a request to an OAuth endpoint says it is from, proven or not: only to count by. Empty if it does not say. */
export function presentedClientOf(request: Caller): string {
  return fromBody(request.body) ?? decodeBasic(request.headers.authorization)?.clientId ?? ''
}

/** The same, if it is a client that exists. Anything else that was sent in its place is the caller's text, and stays out of logs. */
export function knownClientOf(request: Caller, clients: ClientRegistry): string | undefined {
  const presented = presentedClientOf(request)
  return clients.isKept(presented) ? presented : undefined
}

/** Route scopes that take forms read them into `{ values }`. An assertion needs no `client_id` beside it (RFC 7521 §4.2). */
function fromBody(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || !('values' in body)) return undefined
  const { values } = body
  if (typeof values !== 'object' || values === null) return undefined
  if ('client_id' in values && typeof values.client_id === 'string') return values.client_id
  const assertion = 'client_assertion' in values ? values.client_assertion : undefined
  return typeof assertion === 'string' ? subjectOfAssertion(assertion) : undefined
}

/** How the log and the trail tell of a refusal: its code with the reason that the wire keeps back, and the client. */
export function describeRefusal(
  request: Caller,
  refusal: OAuthError,
  { clients }: WithClients,
): { readonly code: string; readonly clientId: string | undefined } {
  return { code: outcomeOf(refusal), clientId: knownClientOf(request, clients) }
}
