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
    ...readWishes(fields),
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
  const key = readFields(value)['claims_encryption_jwk']
  const client = readTexts(value, ['client_id', 'name', 'logo', 'description'])
  return key === undefined ? client : { ...client, claims_encryption_jwk: readKey(key) }
}

function readKey(value: unknown): ClaimsEncryptionJwk {
  const { kty, crv } = readFields(value)
  if (kty === 'EC' && crv === 'P-256') return { kty, crv, ...readTexts(value, ['x', 'y']) }
  if (kty === 'OKP' && crv === 'X25519') return { kty, crv, ...readTexts(value, ['x']) }
  throw unexpected()
}

/** What the app may ask for besides scopes (OpenID Connect Core §3.1.2.1). */
function readWishes({ response_mode: responseMode, prompt, max_age: maxAge, login_hint: loginHint }: Fields) {
  return {
    ...(responseMode === undefined ? {} : { response_mode: readOneOf(responseMode, ['form_post']) }),
    ...(prompt === undefined ? {} : { prompt: readText(prompt) }),
    ...(maxAge === undefined ? {} : { max_age: readNumber(maxAge) }),
    ...(loginHint === undefined ? {} : { login_hint: readText(loginHint) }),
  }
}
