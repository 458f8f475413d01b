import type { Intent } from '@countersign/contracts'
import { type ApiDocument, createApiRequests, type EveryRoute } from '@countersign/testing'
import { client } from '@serenity-kit/opaque'
import { readTestConfig, startCore } from './core-under-test.ts'
import { bearer, PASSWORD, signUpWithPasskey, signUpWithPassword } from './person.ts'

/** These operations need a step-up, made by a user of their own. */
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
  const administrators: string[] = []
  const core = await startCore('postgresql', { config: { ...(await readTestConfig()), administrators }, ...options })
  const { token, signedIn } = await signUpWithPassword(core.app, { login: 'ada', password: PASSWORD })
  const provider = await core.provider.real()
  const document = withConsole(
    (await core.app.inject('/openapi/core.json')).json(),
    (await provider.app.inject('/openapi/provider.json')).json(),
  )
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
  const administrator = await signUpWithPasskey(core.app)
  administrators.push(administrator.userId)
  await administrator.confirm({ act: 'administer' })
  const requests = createApiRequests(document, {
    known,
    credentials: ({ security, path, operationId }) => {
      if (path.startsWith('/api/console/')) return bearer(administrator.token)
      return security ? bearer(tokens[operationId] ?? token) : {}
    },
  })
  // The largest bodies that there are: mounted from the same table, they are tried at the provider.
  const hostile: typeof requests.hostile = (operation) =>
    requests.hostile(operation).filter(({ fault }) => !fault.startsWith('JSON'))
  const requestsOf: EveryRoute['requestsOf'] = ({ operationId }) =>
    operationId === 'createClient' || operationId === 'updateClient' ? { ...requests, hostile } : requests
  return { core, app: core.app, document, requestsOf, close: () => core.close() }
}

/** Core's document with the operations of the console, which the provider's document has as `/api/admin/`. */
function withConsole(core: ApiDocument, provider: ApiDocument): ApiDocument {
  const administration = Object.entries(provider.paths).flatMap(([path, operations]) =>
    path.startsWith('/api/admin/') ? [[path.replace('/admin/', '/console/'), operations] as const] : [],
  )
  const { schemas, responses } = provider.components
  return {
    paths: { ...core.paths, ...Object.fromEntries(administration) },
    components: {
      schemas: { ...schemas, ...core.components.schemas },
      responses: { ...responses, ...core.components.responses },
    },
  }
}
