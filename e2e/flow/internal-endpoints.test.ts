import { expectStatus, startBeforeAll } from '@countersign/testing'
import { describe, expect, test } from 'vitest'
import { startFlow } from '../support/start-flow.ts'
import { SYSTEM_SERVICE_TOKEN, type System, signUpOn, startSystem } from '../support/system.ts'
import { consentOn } from './consent-calls.ts'

const OF_CONTRACT = ['GET auth-request-details/', 'POST consent-complete/']
/** Without the administration, which is there only where people administer. */
const OURS = [
  'GET auth-request-preview/',
  'GET claims/',
  'GET grants/',
  'POST auth-request-give-back/',
  'POST consent-deny/',
  'POST device-request/',
  'POST grants/revoke/',
  'POST logout-request/',
  'POST people/acts/',
  'POST people/erase/',
  'POST sessions/end/',
]
const TOKEN = { 'x-service-token': SYSTEM_SERVICE_TOKEN }
const WITHOUT: readonly [string, Readonly<Record<string, string>>][] = [
  ['none', {}],
  ['an empty one', { 'x-service-token': '' }],
  ['another of the same length', { 'x-service-token': SYSTEM_SERVICE_TOKEN.replace(/^s/, 'S') }],
  ['only its beginning', { 'x-service-token': SYSTEM_SERVICE_TOKEN.slice(0, -1) }],
  ['it twice', { 'x-service-token': `${SYSTEM_SERVICE_TOKEN}, ${SYSTEM_SERVICE_TOKEN}` }],
  ['it as a bearer token', { authorization: `Bearer ${SYSTEM_SERVICE_TOKEN}` }],
]

describe.each(['together', 'page_apart', 'apart'] as const)('served %s', (layout) => {
  const system = startBeforeAll(() => startSystem('postgresql', layout))

  test.each(WITHOUT)('the contract endpoints answer 401 to a caller with %s as service token', async (_case, sent) => {
    for (const endpoint of OF_CONTRACT) {
      const answer = await ask(system, endpoint, sent)
      expect([answer.status, await answer.json()]).toEqual([
        401,
        { error: expect.stringContaining('service token is invalid'), code: 'invalid_service_token' },
      ])
    }
  })

  test('the contract endpoints read the request of a caller with the service token', async () => {
    expect(await statuses(system, OF_CONTRACT, TOKEN)).toEqual([400, 400])
  })

  test("our core's other endpoints are on the network only where core runs apart", async () => {
    // Even with the headers of an injected request and the right token.
    const headers = { ...TOKEN, 'user-agent': 'lightMyRequest' }
    const isApart = layout === 'apart'
    const [withToken, without] = [await statuses(system, OURS, headers), await statuses(system, OURS, {})]
    expect(withToken.map((status) => status !== 404)).toEqual(OURS.map(() => isApart))
    expect(without).toEqual(OURS.map(() => (isApart ? 401 : 404)))
    const consent = consentOn(system, await signUpOn(system))
    const id = await startFlow(system)
    expectStatus(200, await consent.read(id))
    expectStatus(200, await consent.deny(id))
  })
})

describe('served apart', () => {
  const system = startBeforeAll(() => startSystem('postgresql', 'apart'))

  test("a request has one name in core's log and in the provider's", async () => {
    const answer = await fetch(`${system.coreUrl}/api/requests/${await startFlow(system)}/preview/`)
    expect(answer.status).toBe(200)
    const name = `"request_id":"${answer.headers.get('x-request-id')}"`
    const named = () =>
      system
        .log()
        .split('\n')
        .filter((line) => line.includes(name))
    const routes = () => named().map((line): unknown => JSON.parse(line).route)
    await expect
      .poll(routes)
      .toEqual(['/api/auth/internal/auth-request-preview/', '/api/requests/:auth_request_id/preview/'])
  })
})

function ask({ providerUrl }: System, endpoint: string, headers: Readonly<Record<string, string>>): Promise<Response> {
  const [method = '', path = ''] = endpoint.split(' ')
  const json = { body: '{}', headers: { ...headers, 'content-type': 'application/json' } }
  return fetch(`${providerUrl}/api/auth/internal/${path}`, { method, ...(method === 'POST' ? json : { headers }) })
}

async function statuses(system: System, endpoints: readonly string[], headers: Readonly<Record<string, string>>) {
  return Promise.all(endpoints.map(async (endpoint) => (await ask(system, endpoint, headers)).status))
}
