import type { AttestDataRequest, CompleteRequestBody, LogoutRequest, SilentAnswer } from '@countersign/contracts'
import { malformed, readObject, readText } from '@countersign/vault'
import { fieldsOf, fieldsWithOptional, literalOf, type Reader, texts } from './answer.ts'
import type { Ask } from './http.ts'
import { readDeviceRequest, readRequestDetails } from './request-shapes.ts'

const readCompleted = fieldsOf(texts('redirect_uri', 'authorization_code', 'state'))

const readSilentRefusal = fieldsOf({ error: literalOf('login_required', 'consent_required', 'interaction_required') })

const readSilentAnswer: Reader<SilentAnswer> = (value, what) =>
  'error' in readObject(value, what) ? readSilentRefusal(value, what) : readCompleted(value, what)

const readLogoutRequest: Reader<LogoutRequest> = fieldsWithOptional(
  {},
  { client: fieldsOf(texts('name', 'logo')), return_to: readText, means_other: readTrue },
)

function readTrue(value: unknown, what: string): true {
  if (value === true) return true
  throw malformed(what)
}

/** Authorization requests: read, attest, complete, deny. */
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
