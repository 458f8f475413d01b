import { DEVICE_CODE_GRANT } from '@countersign/contracts'
import {
  type ApiDocument,
  breakable,
  createApiRequests,
  createTestDatabase,
  DATABASE_FAULT,
  type EveryRoute,
  findSilentFailures,
  type Operation,
  startBeforeAll,
  testEveryRoute,
} from '@countersign/testing'
import { describe, expect, test } from 'vitest'
import { providerMigrations } from '../src/index.ts'
import {
  ADMIN_TOKEN,
  REDIRECT_URI,
  SERVICE_TOKEN,
  type StartedProvider,
  startProvider,
  USER_ID,
} from './started-provider.ts'

describe('every provider route:', () => {
  const routes = startBeforeAll(startEveryProviderRoute)

  test.each([
    ['/oauth/authorize', 'post', ['client_id']],
    ['/oauth/token/', 'post', ['grant_type']],
    ['/oauth/par', 'post', ['redirect_uri', 'response_type']],
    ['/oauth/revoke', 'post', ['token']],
  ])('%s says what it always needs; placeholders are words', (path, method, needed) => {
    const { requestBody } = routes.document.paths[path]?.[method] ?? {}
    const [{ schema } = {}] = Object.values(requestBody?.content ?? {})
    expect([...(schema?.required ?? [])].toSorted()).toEqual(needed)
  })

  testEveryRoute(routes)
})

describe('a failing database:', () => {
  const whole = startBeforeAll(() => createTestDatabase('postgresql', providerMigrations))
  const routes = startBeforeAll(async () => {
    const { database, break: breakDatabase } = breakable(whole)
    const started = await startEveryProviderRoute({ database })
    breakDatabase()
    return started
  })

  test('every route answers 500 in its own shape, and the log has the error once', async () => {
    const { wrong, unharmed } = await findSilentFailures(routes, {
      log: () => routes.provider.log,
      detail: DATABASE_FAULT,
    })
    expect(wrong).toEqual([])
    // Refused before the database is queried: nothing to post, no logo, or an invalid resource.
    const needNone = [
      'describe_provider',
      'postAnswer',
      'logout',
      'logoutByPost',
      'readLogoutRequest',
      'compareSettings',
      'readKeys',
      'findIssuer',
      'readAccess',
    ]
    // These read operators' definitions, which are cached for seconds.
    const needItNowAndThen = ['listOperatorClaims', 'readMetadata', 'readOpenIdConfiguration']
    expect(unharmed.filter((operation) => !needItNowAndThen.includes(operation))).toEqual(needNone)
  })

  test('authorize shows a page without details, and the log has the error', async () => {
    const { app, provider } = routes
    const before = provider.log.length
    const query = provider.authorizeQuery()
    const response = await app.inject({ url: `/oauth/authorize?${query.toString()}`, headers: { accept: 'text/html' } })
    expect(response.statusCode).toBe(500)
    expect(response.body).toContain('<h1>')
    expect(response.body).not.toContain(DATABASE_FAULT)
    expect(provider.log.slice(before).join('')).toContain(`"stack":"Error: ${DATABASE_FAULT}`)
  })
})

const SETTINGS = { dynamicRegistration: 'open' } as const

/** A provider with every route, and valid parameters for each. */
async function startEveryProviderRoute(surroundings: Parameters<typeof startProvider>[3] = {}) {
  const provider = await startProvider('postgresql', undefined, SETTINGS, surroundings)
  const document: ApiDocument = (await provider.app.inject('/openapi/provider.json')).json()
  await provider.database.sql`
    update provider.clients set grant_types = grant_types || ${[DEVICE_CODE_GRANT]}::text[]`
  const own = await registerOwn(provider)
  const { access_token } = await provider.obtainTokens()
  const bearers: Readonly<Record<string, string>> = {
    accessToken: access_token,
    adminToken: ADMIN_TOKEN,
    registrationToken: own.registration_access_token,
  }
  const credentials = ({ path, security = [] }: Operation): Record<string, string> => {
    const [scheme = ''] = Object.keys(security[0] ?? {})
    if (scheme === 'serviceToken') return { 'x-service-token': SERVICE_TOKEN }
    // Registering is open to all here.
    const bearer = path === '/oauth/register' ? undefined : bearers[scheme]
    return bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }
  }
  const { client_secret, ...known } = await knownValues(provider)
  const client_id = provider.client.client_id
  const asApp = createApiRequests(document, { known: { ...known, client_id, client_secret }, credentials })
  const asRegistered = createApiRequests(document, { known: { ...known, client_id: own.client_id }, credentials })
  const requestsOf: EveryRoute['requestsOf'] = ({ path }) => (path.startsWith('/oauth/register') ? asRegistered : asApp)
  return { provider, app: provider.app, document, requestsOf, close: () => provider.close() }
}

async function registerOwn({ app }: StartedProvider) {
  const payload = { client_name: 'Own', redirect_uris: [REDIRECT_URI], scope: 'openid email' }
  const response = await app.inject({ method: 'POST', url: '/oauth/register', payload })
  return response.json<{ client_id: string; registration_access_token: string }>()
}

async function knownValues(provider: StartedProvider) {
  const code = await provider.obtainCode()
  const device = await provider.post('/oauth/device_authorization', { ...provider.client, scope: 'email' })
  const auth_request_id = await provider.startRequest()
  // Only the user who opens a request first may decide it.
  await provider.readAs(USER_ID, auth_request_id)
  return {
    client_secret: provider.client.client_secret ?? '',
    redirect_uri: REDIRECT_URI,
    redirect_uris: REDIRECT_URI,
    response_type: 'code',
    scope: 'openid email',
    state: 'the state',
    code_challenge: provider.newChallenge(),
    code_challenge_method: 'S256',
    grant_type: 'authorization_code',
    code,
    code_verifier: provider.verifierOf(code),
    token: (await provider.obtainTokens()).access_token,
    auth_request_id,
    user_code: device.json<{ user_code: string }>().user_code,
    user_id: USER_ID,
    data_token: await provider.attest(auth_request_id),
    approved_scopes: 'email',
    client_name: 'An app',
    scope_name: 'loyalty',
    claim_name: 'loyalty_number',
    by: 'administrator',
    // Of a client and of a scope.
    name: 'email',
  }
}
