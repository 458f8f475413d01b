/** The filter as in the address and the form; an empty field matches everything. */
export type Filter = Readonly<Record<(typeof FIELDS)[number], string>>

const FIELDS = ['event', 'outcome', 'client_id', 'user_id', 'since', 'until'] as const

export const EVENTS = [
  'authorization_request_refused',
  'authorization_request_approved',
  'authorization_request_approval_repeated',
  'authorization_request_denied',
  'decision_refused',
  'administration_refused',
  'tokens_issued',
  'token_request_refused',
  'introspection_refused',
  'revocation_refused',
  'grant_revoked',
  'person_erased',
  'client_registered',
  'client_updated',
  'client_removed',
  'client_disabled',
  'client_enabled',
  'client_secret_rotated',
  'client_secret_removed',
  'client_registration_refused',
  'rate_limited',
  'resource_server_added',
  'resource_server_updated',
  'resource_server_removed',
  'scope_defined',
  'scope_removed',
  'claim_defined',
  'claim_removed',
  'initial_access_token_created',
  'initial_access_token_removed',
  'keys_rotated',
  'logout_token_given_up',
  'logout_token_taken',
  'key_removed',
  'key_created',
] as const

export function readFilter(query: URLSearchParams): Filter {
  return Object.fromEntries(FIELDS.map((name) => [name, query.get(name) ?? ''])) as Filter
}

/** The filter as the API takes it: whole days in the user's time zone. Leaves out invalid days. */
export function toQuery({ since, until, ...texts }: Filter): Record<string, string> {
  const times = { since: startOf(since, 0), until: startOf(until, 1) }
  return Object.fromEntries(Object.entries({ ...texts, ...times }).filter(([, value]) => value !== ''))
}

function startOf(day: string, daysLater: number): string {
  const [year = Number.NaN, month = 1, date = 1] = day.split('-').map(Number)
  const start = new Date(year, month - 1, date + daysLater)
  return day === '' || Number.isNaN(start.getTime()) ? '' : start.toISOString()
}
