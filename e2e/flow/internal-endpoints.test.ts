import { expectStatus, startBeforeAll } from '@countersign/testing'
import { describe, expect, test } from 'vitest'
import { startFlow } from '../support/start-flow.ts'
import { SYSTEM_SERVICE_TOKEN, type System, signUpOn, startSystem } from '../support/system.ts'
import { consentOn } from './consent-calls.ts'

const GET = 'GET' as const
const POST = 'POST' as const
const ENDPOINTS = [
  { method: GET, path: 'auth-request-details/' },
  { method: POST, path: 'consent-complete/' },
  { method: POST, path: 'consent-deny/' },
  { method: POST, path: 'auth-request-give-back/' },
  { method: GET, path: 'grants/' },
  { method: POST, path: 'grants/revoke/' },
  { method: POST, path: 'people/erase/' },
]

describe('served together', () => {
  const system = startBeforeAll(() => startSystem('postgresql', 'together'))

  test('the internal endpoints are not on the network, and core reaches them all the same', async () => {
    // Even with the headers of an injected request and the right token.
    const headers = { 'x-service-token': SYSTEM_SERVICE_TOKEN, 'user-agent': 'lightMyRequest' }
    expect(await statuses(system, headers)).toEqual(ENDPOINTS.map(() => 404))
    const consent = consentOn(system, await signUpOn(system))
    expectStatus(200, await consent.read(await startFlow(system)))
  })
})

describe('served apart', () => {
  const system = startBeforeAll(() => startSystem('postgresql', 'apart'))

  test.each([
    ['with the service token they look at what is asked', { 'x-service-token': SYSTEM_SERVICE_TOKEN }, 400],
    ['without it they look at nothing', {}, 401],
  ])('the internal endpoints are there: %s', async (_case, headers, status) => {
    expect(await statuses(system, headers)).toEqual(ENDPOINTS.map(() => status))
  })

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

async function statuses({ providerUrl }: System, headers: Record<string, string>): Promise<number[]> {
  const calls = ENDPOINTS.map(async ({ method, path }) => {
    const json = { body: '{}', headers: { ...headers, 'content-type': 'application/json' } }
    const sent = method === POST ? json : { headers }
    return (await fetch(`${providerUrl}/api/auth/internal/${path}`, { method, ...sent })).status
  })
  return Promise.all(calls)
}
