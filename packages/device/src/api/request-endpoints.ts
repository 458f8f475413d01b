import type { AttestDataRequest, CompleteRequestBody } from '@countersign/contracts'
import { readTexts } from './fields.ts'
import type { Ask } from './http.ts'
import { readRequestDetails } from './request-shapes.ts'

/** Authorization requests: read, attest, complete, deny. */
export function createRequestEndpoints(ask: Ask) {
  const pathOf = (id: string) => `/api/internal/oauth/requests/${encodeURIComponent(id)}/`
  const post = (path: string, body: unknown, sessionToken: string) => ask({ method: 'POST', path, body, sessionToken })

  return {
    readRequest: async (sessionToken: string, id: string) =>
      readRequestDetails(await ask({ method: 'GET', path: pathOf(id), sessionToken })),
    attestData: async (sessionToken: string, body: AttestDataRequest) =>
      readTexts(await post('/api/internal/attest-data/', body, sessionToken), ['data_token']),
    completeRequest: async (sessionToken: string, id: string, body: CompleteRequestBody) =>
      readTexts(await post(`${pathOf(id)}complete/`, body, sessionToken), [
        'redirect_uri',
        'authorization_code',
        'state',
      ]),
    denyRequest: async (sessionToken: string, id: string) =>
      readTexts(await post(`${pathOf(id)}deny/`, {}, sessionToken), ['redirect_uri', 'state']),
  }
}
