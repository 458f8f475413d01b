import { type Call, expectStatus, httpCaller, type SignedUp } from '@countersign/testing'
import { APP_REDIRECT_URI } from '../support/app-page.ts'
import { SCOPES } from '../support/start-flow.ts'
import { type System } from '../support/system.ts'

export type ConsentCalls = ReturnType<typeof createConsentCalls>

/** The consent client's calls of core for one person and one app, without a device. */
export function createConsentCalls(core: Call, { userId, sessionToken }: SignedUp, clientId: string) {
  const headers = { authorization: `Bearer ${sessionToken}` }
  const pathOf = (id: string) => `/api/internal/oauth/requests/${id}/`
  const get = (path: string) => core({ method: 'GET', path, headers })
  const post = (path: string, body: object) => core({ method: 'POST', path, headers, body })
  const attest = (id: string, form: object) =>
    post('/api/internal/attest-data/', { auth_request_id: id, user_id: userId, audience: clientId, ...form })
  const complete = (id: string, data_token: unknown, approved_scopes: readonly string[] = SCOPES) =>
    post(`${pathOf(id)}complete/`, { approved_scopes, data_token })
  return {
    headers,
    get,
    post,
    read: (id: string) => get(pathOf(id)),
    attest,
    complete,
    deny: (id: string) => post(`${pathOf(id)}deny/`, {}),
    giveBack: (id: string) => post(`${pathOf(id)}give-back/`, {}),
    async approve(id: string, form: object, scopes?: readonly string[]) {
      const dataToken = String(expectStatus(200, await attest(id, form))['data_token'])
      const { authorization_code: code } = expectStatus(200, await complete(id, dataToken, scopes))
      return { dataToken, code: String(code) }
    },
  }
}

export function consentOn({ coreUrl, client }: System, person: SignedUp): ConsentCalls {
  return createConsentCalls(httpCaller(coreUrl), person, client.clientId)
}

/** Where the browser takes an app's code. */
export function callbackWith(parts: { readonly code: string; readonly state: string; readonly iss: string }): string {
  return `${APP_REDIRECT_URI}?${new URLSearchParams(parts).toString()}`
}
