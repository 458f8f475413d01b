import type { AuthorizationRequestDetails, ClientSummary, ScopeDetail } from '@countersign/contracts'
import { ClientError } from '../failure.ts'

type Fields = Readonly<Record<string, unknown>>

const STATUSES = ['pending', 'approved', 'denied', 'expired'] as const

/**
 * Reads the named text fields of an answer and drops everything else.
 * @throws ClientError `unexpected_answer`
 */
export function readTexts<Name extends string>(value: unknown, names: readonly Name[]): Record<Name, string> {
  const fields = readFields(value)
  return Object.fromEntries(names.map((name) => [name, readText(fields[name])])) as Record<Name, string>
}

/**
 * Reads an authorization request. A person decides by what is in it, so every field that the page shows is checked.
 * @throws ClientError `unexpected_answer`
 */
export function readRequestDetails(value: unknown): AuthorizationRequestDetails {
  const fields = readFields(value)
  const status = STATUSES.find((known) => known === fields['status'])
  if (!status) throw unexpected()
  return {
    ...readTexts(value, ['auth_request_id', 'expires_at', 'state', 'redirect_uri']),
    status,
    requested_scopes: readList(fields['requested_scopes']).map(readText),
    scope_details: readList(fields['scope_details']).map(readScope),
    client: readClient(fields['client']),
  }
}

function readScope(value: unknown): ScopeDetail {
  const { required, claims } = readFields(value)
  if (typeof required !== 'boolean') throw unexpected()
  return {
    ...readTexts(value, ['name', 'title', 'description', 'reason']),
    required,
    claims: readList(claims).map(readText),
  }
}

function readClient(value: unknown): ClientSummary {
  return readTexts(value, ['client_id', 'name', 'logo', 'description'])
}

function readFields(value: unknown): Fields {
  if (typeof value !== 'object' || value === null) throw unexpected()
  return value as Fields
}

function readText(value: unknown): string {
  if (typeof value !== 'string') throw unexpected()
  return value
}

function readList(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw unexpected()
  return value
}

function unexpected(): ClientError {
  return new ClientError({ code: 'unexpected_answer' })
}
