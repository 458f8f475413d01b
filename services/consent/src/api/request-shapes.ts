import type { AuthorizationRequestDetails, ClientSummary, ScopeDetail } from '@countersign/contracts'
import { readFields, readFlag, readList, readOneOf, readText, readTexts } from './fields.ts'

const STATUSES = ['pending', 'approved', 'denied', 'expired'] as const

/**
 * Reads an authorization request. A person decides by what is in it, so every field that the page shows is checked.
 * @throws ClientError `unexpected_answer`
 */
export function readRequestDetails(value: unknown): AuthorizationRequestDetails {
  const fields = readFields(value)
  return {
    ...readTexts(value, ['auth_request_id', 'expires_at', 'state', 'redirect_uri']),
    status: readOneOf(fields['status'], STATUSES),
    requested_scopes: readList(fields['requested_scopes']).map(readText),
    scope_details: readList(fields['scope_details']).map(readScope),
    client: readClient(fields['client']),
  }
}

function readScope(value: unknown): ScopeDetail {
  const { required, claims } = readFields(value)
  return {
    ...readTexts(value, ['name', 'title', 'description', 'reason']),
    required: readFlag(required),
    claims: readList(claims).map(readText),
  }
}

function readClient(value: unknown): ClientSummary {
  return readTexts(value, ['client_id', 'name', 'logo', 'description'])
}
