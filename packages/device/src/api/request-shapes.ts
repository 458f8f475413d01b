import type { AuthorizationRequestDetails, ClaimsEncryptionJwk, ScopeDetail } from '@countersign/contracts'
import {
  type Fields,
  readFields,
  readFlag,
  readList,
  readNumber,
  readOneOf,
  readText,
  readTexts,
  unexpected,
} from './fields.ts'

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
    ...readOptionalTexts(fields, ['subject', 'prompt', 'login_hint']),
    ...(fields['response_mode'] === undefined
      ? {}
      : { response_mode: readOneOf(fields['response_mode'], ['form_post']) }),
    ...(fields['max_age'] === undefined ? {} : { max_age: readNumber(fields['max_age']) }),
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

function readClient(value: unknown): AuthorizationRequestDetails['client'] {
  const fields = readFields(value)
  const key = fields['claims_encryption_jwk']
  const pages = readOptionalTexts(fields, ['policy_uri', 'tos_uri'])
  const client = { ...readTexts(value, ['client_id', 'name', 'logo', 'description']), ...pages }
  return key === undefined ? client : { ...client, claims_encryption_jwk: readKey(key) }
}

function readKey(value: unknown): ClaimsEncryptionJwk {
  const { kty, crv } = readFields(value)
  if (kty === 'EC' && crv === 'P-256') return { kty, crv, ...readTexts(value, ['x', 'y']) }
  if (kty === 'OKP' && crv === 'X25519') return { kty, crv, ...readTexts(value, ['x']) }
  throw unexpected()
}

/** Those that are there: what an app has, or wishes besides scopes, it may leave out (OpenID Connect Core §3.1.2.1). */
function readOptionalTexts<Name extends string>(fields: Fields, names: readonly Name[]): { [Each in Name]?: string } {
  const present = names.filter((name) => fields[name] !== undefined)
  return readTexts(fields, present)
}
