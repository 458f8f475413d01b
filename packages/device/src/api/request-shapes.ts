import type {
  AuthorizationRequestDetails,
  ClaimsEncryptionJwk,
  DeviceRequest,
  ScopeDetail,
} from '@countersign/contracts'
import { malformed, readFlag, readObject, readText } from '@countersign/vault'
import { eachOf, fieldsOf, fieldsWithOptional, listOf, literalOf, type Reader, readNumber, texts } from './answer.ts'
import { byLanguage, readLabels } from './operator-texts.ts'
import { readVerifiableClaim } from './verification-endpoints.ts'

const readScope: Reader<ScopeDetail> = fieldsWithOptional(
  {
    ...texts('name', 'title', 'description', 'reason'),
    required: readFlag,
    claims: listOf(readText),
  },
  {
    ...texts('resource'),
    texts: byLanguage(fieldsOf(texts('title', 'description'))),
    claim_labels: eachOf(readLabels),
  },
)

const readEcKey = fieldsOf(texts('x', 'y'))
const readOkpKey = fieldsOf(texts('x'))

function readKey(value: unknown, what: string): ClaimsEncryptionJwk {
  const { kty, crv } = readObject(value, what)
  if (kty === 'EC' && crv === 'P-256') return { kty, crv, ...readEcKey(value, what) }
  if (kty === 'OKP' && crv === 'X25519') return { kty, crv, ...readOkpKey(value, what) }
  throw malformed(what)
}

const readCredentialRequest = fieldsOf({
  ...texts('vct', 'reason'),
  issuers: listOf(readText),
  claims: listOf(readText),
})

const readClient = fieldsWithOptional(texts('client_id', 'name', 'logo', 'description'), {
  ...texts('policy_uri', 'tos_uri'),
  unreviewed: readFlag,
  claims_encryption_jwk: readKey,
  verified_claims_required: listOf(readVerifiableClaim),
  credentials_requested: listOf(readCredentialRequest),
})

const readStatus = literalOf('pending', 'approved', 'denied', 'expired')

/** Reads who waits for the answer to a code. */
export const readDeviceRequest: Reader<DeviceRequest> = fieldsOf({
  ...texts('auth_request_id', 'requested_at', 'expires_at'),
  status: readStatus,
  client: fieldsWithOptional(texts('name', 'logo', 'host'), { unreviewed: readFlag }),
})

/**
 * Reads an authorization request. A person decides by what is in it, so every field that the page shows is checked.
 * What an app has, or wishes besides scopes, it may leave out (OpenID Connect Core §3.1.2.1).
 */
export const readRequestDetails: Reader<AuthorizationRequestDetails> = fieldsWithOptional(
  {
    ...texts('auth_request_id', 'expires_at', 'state', 'redirect_uri'),
    status: readStatus,
    requested_scopes: listOf(readText),
    scope_details: listOf(readScope),
    client: readClient,
  },
  {
    ...texts('subject', 'prompt', 'login_hint', 'asked'),
    response_mode: literalOf('form_post'),
    max_age: readNumber,
  },
)
