import { expectStatus, httpCaller, signUp } from '@countersign/testing'
import { afterEach, expect, test } from 'vitest'
import { startFlow } from '../support/start-flow.ts'
import { type Layout, SERVICE_TOKEN, type System, startSystem } from '../support/system.ts'

const GET = 'GET' as const
const POST = 'POST' as const
const ENDPOINTS = [
  { method: GET, path: 'auth-request-details/' },
  { method: POST, path: 'consent-complete/' },
  { method: POST, path: 'consent-deny/' },
  { method: GET, path: 'grants/' },
  { method: POST, path: 'grants/revoke/' },
  { method: POST, path: 'people/erase/' },
]

let system: System

afterEach(() => system.close())

async function statuses(layout: Layout, headers: Record<string, string>): Promise<number[]> {
  system = await startSystem('embedded', layout)
  const calls = ENDPOINTS.map(async ({ method, path }) => {
    const body = method === POST ? { body: '{}', headers: { ...headers, 'content-type': 'application/json' } } : { headers }
    return (await fetch(`${system.providerUrl}/api/auth/internal/${path}`, { method, ...body })).status
  })
  return Promise.all(calls)
}

test('served together, the internal endpoints are not on the network, and core reaches them all the same', async () => {
  // Also with what only this process would send: the address of an injected request, and the right token.
  const headers = { 'x-service-token': SERVICE_TOKEN, host: 'localhost:80', 'user-agent': 'lightMyRequest' }
  expect(await statuses('together', headers)).toEqual(ENDPOINTS.map(() => 404))
  const core = httpCaller(system.coreUrl)
  const { sessionToken } = await signUp(core, 'ada@example.com')
  const path = `/api/internal/oauth/requests/${await startFlow(system)}/`
  expectStatus(200, await core({ method: GET, path, headers: { authorization: `Bearer ${sessionToken}` } }))
})

test.each([
  ['with the service token they look at what is asked', { 'x-service-token': SERVICE_TOKEN }, 400],
  ['without it they look at nothing', {}, 401],
])('served apart, the internal endpoints are there: %s', async (_case, headers, status) => {
  expect(await statuses('apart', headers)).toEqual(ENDPOINTS.map(() => status))
})
