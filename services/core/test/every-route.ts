import { type ApiDocument, createApiRequests } from '@countersign/testing'
import { client } from '@serenity-kit/opaque'
import { startCore } from './core-under-test.ts'
import { bearer, signUpWithPassword } from './person.ts'

const PASSWORD = 'violet kettle sleeps in orbit'

/** A core service with a person who is signed in, and what is right for each route. */
export async function startEveryCoreRoute(options: Parameters<typeof startCore>[1] = {}) {
  const core = await startCore('postgresql', options)
  const document: ApiDocument = (await core.app.inject('/openapi/core.json')).json()
  const { token, signedIn } = await signUpWithPassword(core.app, { login: 'ada', password: PASSWORD })
  const provider = await core.provider.real()
  const known = {
    auth_request_id: await provider.startRequest(),
    audience: provider.client.client_id,
    user_id: signedIn.user_id,
    login: 'grace',
    registration_request: client.startRegistration({ password: PASSWORD }).registrationRequest,
    start_login_request: client.startLogin({ password: PASSWORD }).startLoginRequest,
  }
  const leaving = await signUpWithPassword(core.app, { login: 'eve', password: PASSWORD })
  const requests = createApiRequests(document, {
    known,
    // With an account go its sessions, which the others are let in by.
    credentials: ({ security, operationId }) =>
      security ? bearer(operationId === 'deleteAccount' ? leaving.token : token) : {},
  })
  return { core, app: core.app, document, requestsOf: () => requests, close: () => core.close() }
}
