import type { AttestDataRequest, CompleteRequestBody } from '@countersign/contracts'
import { fieldsOf, type Reader, texts } from './answer.ts'
import type { Ask } from './http.ts'
import { readRequestDetails } from './request-shapes.ts'

const readCompleted = fieldsOf(texts('redirect_uri', 'authorization_code', 'state'))

/** Authorization requests: read, attest, complete, deny. */
export function createRequestEndpoints(ask: Ask) {
  const pathOf = (id: string) => `/api/internal/oauth/requests/${encodeURIComponent(id)}/`
  const post = <Value>(path: string, call: { body: unknown; sessionToken: string }, read: Reader<Value>) =>
    ask({ method: 'POST', path, ...call }, read)

  return {
    readRequest: (sessionToken: string, id: string) =>
      ask({ method: 'GET', path: pathOf(id), sessionToken }, readRequestDetails),
    attestData: (sessionToken: string, body: AttestDataRequest) =>
      post('/api/internal/attest-data/', { body, sessionToken }, fieldsOf(texts('data_token'))),
    completeRequest: (sessionToken: string, id: string, body: CompleteRequestBody) =>
      post(`${pathOf(id)}complete/`, { body, sessionToken }, readCompleted),
    denyRequest: (sessionToken: string, id: string) =>
      post(`${pathOf(id)}deny/`, { body: {}, sessionToken }, fieldsOf(texts('redirect_uri', 'state'))),
  }
}
