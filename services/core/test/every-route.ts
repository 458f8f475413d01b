import type { Intent } from '@countersign/contracts'
import { type ApiDocument, createApiRequests } from '@countersign/testing'
import { client } from '@serenity-kit/opaque'
import { startCore } from './core-under-test.ts'
import { bearer, signUpWithPassword } from './person.ts'

const PASSWORD = 'violet kettle sleeps in orbit'

/** What needs a gesture of its own is asked by somebody who has made it, and has an account to lose. */
const INTENTS: Readonly<Record<string, Intent>> = {
  startPasswordMethod: { act: 'set_password' },
  startPasskeyMethod: { act: 'add_passkey' },
  changeMethods: { act: 'replace_recovery_key' },
  rotateVault: { act: 'rotate_account_key' },
  stageRotation: { act: 'rotate_account_key' },
  exportAccount: { act: 'export_account' },
  deleteAccount: { act: 'delete_account' },
}

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
  const tokens: Record<string, string> = {}
  for (const [operationId, intent] of Object.entries(INTENTS)) {
    const person = await signUpWithPassword(core.app, { login: operationId, password: PASSWORD })
    await person.confirm(intent)
    tokens[operationId] = person.token
  }
  const requests = createApiRequests(document, {
    known,
    credentials: ({ security, operationId }) => (security ? bearer(tokens[operationId] ?? token) : {}),
  })
  return { core, app: core.app, document, requestsOf: () => requests, close: () => core.close() }
}
