import type {
  AttestDataRequest,
  AuthorizationRequestDetails,
  ClaimLabels,
  ClaimsEncryptionJwk,
  CompleteRequestBody,
  DeviceRequest,
  LogoutRequest,
  ScopeDetail,
  SilentAnswer,
  VerifiableClaim,
  VerificationFinishRequest,
  VerificationStartRequest,
} from '@countersign/contracts'
import {
  eachOf,
  fieldsOf,
  listOf,
  literalOf,
  type Reader,
  readFlag,
  readNumber,
  readObject,
  readText,
  refuse,
  texts,
} from '../read.ts'
import type { Ask } from './http.ts'

/** Reads an operator's texts; English is always present. */
function byLanguage<Words>(read: Reader<Words>) {
  return fieldsOf({ en: read }, { de: read, fr: read, es: read, ar: read, ja: read })
}

const readLabels: Reader<ClaimLabels> = byLanguage(readText)
const readVerifiableClaim: Reader<VerifiableClaim> = literalOf('email', 'phone')

const readClaims = fieldsOf({ claims: listOf(fieldsOf({ name: readText, labels: readLabels })) })

export function createClaimEndpoints(ask: Ask) {
  const path = '/api/claim-verifications/'
  return {
    listOperatorClaims: (sessionToken: string) =>
      ask({ method: 'GET', path: '/api/claims/', sessionToken }, readClaims),
    listVerifiableClaims: (sessionToken: string) =>
      ask({ method: 'GET', path, sessionToken }, fieldsOf({ claims: listOf(readVerifiableClaim) })),
    startVerification: (sessionToken: string, body: VerificationStartRequest) =>
      ask({ method: 'POST', path: `${path}start/`, body, sessionToken }, fieldsOf(texts('verification_id'))),
    readStatusList: (sessionToken: string, uri: string) =>
      ask({ method: 'POST', path: '/api/status-list/', body: { uri }, sessionToken }, fieldsOf(texts('token'))),
    finishVerification: (sessionToken: string, body: VerificationFinishRequest) =>
      ask({ method: 'POST', path: `${path}finish/`, body, sessionToken }, fieldsOf(texts('attestation'))),
  }
}

const readScope: Reader<ScopeDetail> = fieldsOf(
  {
    ...texts('name', 'title', 'description', 'reason'),
    required: readFlag,
    claims: listOf(readText),
  },
  {
    ...texts('resource'),
    partial: literalOf(true),
    essential: listOf(readText),
    texts: byLanguage(fieldsOf(texts('title', 'description'))),
    claim_labels: eachOf(readLabels),
  },
)

const readEcKey = fieldsOf(texts('x', 'y'))
const readOkpKey = fieldsOf(texts('x'))

export function readKey(value: unknown): ClaimsEncryptionJwk {
  const { kty, crv } = readObject(value)
  if (kty === 'EC' && crv === 'P-256') return { kty, crv, ...readEcKey(value) }
  if (kty === 'OKP' && crv === 'X25519') return { kty, crv, ...readOkpKey(value) }
  return refuse()
}

const readCredentialRequest = fieldsOf({
  ...texts('vct', 'reason'),
  issuers: listOf(readText),
  claims: listOf(readText),
})

const readTexts = eachOf(
  fieldsOf({}, { ...texts('name', 'description', 'policy_uri', 'tos_uri'), reasons: eachOf(readText) }),
)

const readClient = fieldsOf(texts('client_id', 'name', 'logo', 'description'), {
  ...texts('policy_uri', 'tos_uri'),
  texts: readTexts,
  unreviewed: readFlag,
  keeps_up_to_date: literalOf(true),
  claims_encryption_jwk: readKey,
  verified_claims_required: listOf(readVerifiableClaim),
  credentials_requested: listOf(readCredentialRequest),
})

const readStatus = literalOf('pending', 'approved', 'denied', 'expired')

const readDeviceRequest: Reader<DeviceRequest> = fieldsOf({
  ...texts('auth_request_id', 'requested_at', 'expires_at'),
  status: readStatus,
  client: fieldsOf(texts('name', 'logo', 'host'), { unreviewed: readFlag, names: eachOf(readText) }),
})

/** Checks every field that the page shows: the user decides by them (optional ones: OpenID Connect Core §3.1.2.1). */
const readRequestDetails: Reader<AuthorizationRequestDetails> = fieldsOf(
  {
    ...texts('auth_request_id', 'expires_at', 'state', 'redirect_uri'),
    status: readStatus,
    requested_scopes: listOf(readText),
    scope_details: listOf(readScope),
    client: readClient,
  },
  {
    ...texts('subject', 'prompt', 'acr_values', 'login_hint', 'asked'),
    response_mode: literalOf('form_post'),
    max_age: readNumber,
  },
)

const readCompleted = fieldsOf(texts('redirect_uri', 'authorization_code', 'state'))

const readSilentRefusal = fieldsOf({ error: literalOf('login_required', 'consent_required', 'interaction_required') })

const readSilentAnswer: Reader<SilentAnswer> = (value) =>
  'error' in readObject(value) ? readSilentRefusal(value) : readCompleted(value)

const readLogoutRequest: Reader<LogoutRequest> = fieldsOf(
  {},
  {
    client: fieldsOf(texts('name', 'logo'), { names: eachOf(readText) }),
    return_to: readText,
    means_other: literalOf(true),
  },
)

export function createRequestEndpoints(ask: Ask) {
  const pathOf = (id: string) => `/api/internal/oauth/requests/${encodeURIComponent(id)}/`
  const post = <Value>(path: string, call: { body: unknown; sessionToken: string }, read: Reader<Value>) =>
    ask({ method: 'POST', path, ...call }, read)

  return {
    findDeviceRequest: (userCode: string) =>
      ask({ method: 'POST', path: '/api/requests/by-user-code/', body: { user_code: userCode } }, readDeviceRequest),
    readRequest: (sessionToken: string, id: string) =>
      ask({ method: 'GET', path: pathOf(id), sessionToken }, readRequestDetails),
    attestData: (sessionToken: string, body: AttestDataRequest) =>
      post('/api/internal/attest-data/', { body, sessionToken }, fieldsOf(texts('data_token'))),
    completeRequest: (sessionToken: string, id: string, body: CompleteRequestBody) =>
      post(`${pathOf(id)}complete/`, { body, sessionToken }, readCompleted),
    answerSilently: (sessionToken: string, id: string, dataToken: string): Promise<SilentAnswer> =>
      post(`${pathOf(id)}silent/`, { body: { data_token: dataToken }, sessionToken }, readSilentAnswer),
    denyRequest: (sessionToken: string, id: string) =>
      post(`${pathOf(id)}deny/`, { body: {}, sessionToken }, fieldsOf(texts('redirect_uri', 'state'))),
    readLogoutRequest: (sessionToken: string, request: string) =>
      post('/api/logout-request/', { body: { logout_request: request }, sessionToken }, readLogoutRequest),
    previewLogoutRequest: (request: string) =>
      ask(
        { method: 'POST', path: '/api/logout-request/preview/', body: { logout_request: request } },
        readLogoutRequest,
      ),
    giveBackRequest: (sessionToken: string, id: string) =>
      post(`${pathOf(id)}give-back/`, { body: {}, sessionToken }, fieldsOf({})),
  }
}
