import { randomUUID } from 'node:crypto'
import { ADMINISTRATION, CORE_ADMINISTRATION, type Intent } from '@countersign/contracts'
import { newKeyedSecret } from '@countersign/service/secrets'
import { openDatabase } from '@countersign/service/sql'
import {
  type ApiDocument,
  breakable,
  createApiRequests,
  createTestDatabase,
  DATABASE_FAULT,
  type EveryRoute,
  findSilentFailures,
  startBeforeAll,
  testEveryRoute,
} from '@countersign/testing'
import { client } from '@serenity-kit/opaque'
import { describe, expect, test } from 'vitest'
import { coreMigrations } from '../src/index.ts'
import { readTestConfig, startCore } from './core-under-test.ts'
import { bearer, PASSWORD, refusalOf } from './person.ts'

/** These operations need a step-up, made by a user of their own. */
const INTENTS: Readonly<Record<string, Intent>> = {
  startPasswordMethod: { act: 'set_password' },
  startPasskeyMethod: { act: 'add_passkey' },
  changeMethods: { act: 'replace_recovery_key' },
  rotateVault: { act: 'rotate_account_key' },
  stageRotation: { act: 'rotate_account_key' },
  exportAccount: { act: 'export_account' },
  changeSecurityContact: { act: 'change_security_contact' },
  endSecurityContact: { act: 'change_security_contact' },
  deleteOwnAccount: { act: 'delete_account' },
}

const ADMIN_TOKEN = 'administration-token-for-tests-0123456789'

/** A core service with a person who is signed in, and what is right for each route. */
async function startEveryCoreRoute() {
  const administrators: string[] = []
  const config = { ...(await readTestConfig({ ADMIN_TOKEN })), administrators }
  const whole = await createTestDatabase('postgresql', coreMigrations)
  const { database, break: breakIt } = breakable(whole)
  const time = { later: 0 }
  const core = await startCore('postgresql', { config, database, now: () => new Date(Date.now() + time.later) })
  const breakDatabase = (): void => {
    breakIt()
    // Figures are counted at most once a minute.
    time.later = 60_000
  }
  const { token, signedIn } = await core.signUpWithPassword({ login: 'ada', password: PASSWORD })
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
    const person = await core.signUpWithPasskey()
    await person.confirm(intent)
    tokens[operationId] = person.token
  }
  const administrator = await core.signUpWithPasskey()
  administrators.push(administrator.userId)
  await administrator.confirm({ act: 'administer' })
  const requests = createApiRequests(document, {
    known,
    credentials: ({ security, path, operationId }) => {
      if (path.startsWith('/api/console/')) return bearer(administrator.token)
      return security ? bearer(tokens[operationId] ?? token) : {}
    },
  })
  // Acts on accounts are on another account than that of the other requests.
  const onAccounts = createApiRequests(document, {
    known: { ...known, user_id: (await core.signUpWithPasskey()).userId },
    credentials: () => bearer(ADMIN_TOKEN),
  })
  // Bodies of the console's operations are tried at the provider, which mounts them from the same table.
  const hostile: typeof requests.hostile = (operation) =>
    requests.hostile(operation).filter(({ fault }) => !fault.startsWith('JSON'))
  const requestsOf: EveryRoute['requestsOf'] = ({ operationId }) => {
    if (Object.hasOwn(CORE_ADMINISTRATION, operationId)) return onAccounts
    return Object.hasOwn(ADMINISTRATION, operationId) ? { ...requests, hostile } : requests
  }
  const close = async () => {
    await core.close()
    await whole.close()
  }
  return { core, app: core.app, document, requestsOf, breakDatabase, close }
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

describe('every route', () => {
  const routes = startBeforeAll(startEveryCoreRoute)
  testEveryRoute(routes)

  // Last: the database stays broken.
  test('answers 500 where it needs a database that fails like a bug, and logs the error whole, once', async () => {
    routes.breakDatabase()
    const { wrong, unharmed } = await findSilentFailures(routes, {
      log: () => routes.core.log().trimEnd().split('\n'),
      detail: DATABASE_FAULT,
    })
    expect(wrong).toEqual([])
    // These need no database: an empty vault is refused before, and previews come from the provider.
    expect(unharmed).toEqual([
      'describe_core',
      'finishRegistration',
      'finishPasskeyRegistration',
      'previewRequest',
      'findDeviceRequest',
      'previewLogoutRequest',
    ])
  })
})

test('without its database the service starts, and says that it is temporarily unavailable', async () => {
  const database = await openDatabase({ databaseUrl: 'postgresql://postgres@127.0.0.1:1/none' })
  const core = await startCore('postgresql', { database })
  const signIn = await core.startSignIn({ login: 'ada', password: PASSWORD })
  const token = newKeyedSecret('cs_st_', randomUUID())
  const session = await core.get('/api/session/', token)
  for (const response of [signIn.response, session]) {
    expect(refusalOf(response)).toEqual([503, 'service_unavailable'])
    expect(response.json().error).toContain('temporarily unavailable')
  }
  await core.close()
})
