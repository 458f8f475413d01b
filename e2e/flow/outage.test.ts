import { expectStatus, httpCaller, startBeforeAll } from '@countersign/testing'
import { expect, test } from 'vitest'
import { signUpOn } from '../support/signed-up.ts'
import { startFlow } from '../support/start-flow.ts'
import { startSystem } from '../support/system.ts'

const system = startBeforeAll(() => startSystem('postgresql', 'apart'))

test('with the provider stopped in the middle, core answers 503 and says to try again, and the session lives on', async () => {
  const core = httpCaller(system.coreUrl)
  const ada = await signUpOn(system)
  const headers = { authorization: `Bearer ${ada.sessionToken}` }
  const id = await startFlow(system)
  const attest = {
    method: 'POST',
    path: '/api/internal/attest-data/',
    headers,
    body: {
      auth_request_id: id,
      user_id: ada.userId,
      audience: system.client.clientId,
      claims: { email: 'ada@example.com' },
    },
  } as const
  const { data_token } = expectStatus(200, await core(attest))

  await system.stopProvider()
  const read = { method: 'GET', path: `/api/internal/oauth/requests/${id}/`, headers } as const
  const body = { approved_scopes: ['openid', 'email'], data_token }
  const complete = { method: 'POST', path: `/api/internal/oauth/requests/${id}/complete/`, headers, body } as const
  const deny = { method: 'POST', path: `/api/internal/oauth/requests/${id}/deny/`, headers, body: {} } as const
  const giveBack = { ...deny, path: `/api/internal/oauth/requests/${id}/give-back/` } as const
  for (const call of [read, attest, complete, deny, giveBack]) {
    const answer = await core(call)
    expect(answer.status).toBe(503)
    expect(answer.body).toEqual({
      error: expect.stringContaining('temporarily unavailable'),
      code: 'service_unavailable',
    })
  }
  expectStatus(200, await core({ method: 'GET', path: '/api/session/', headers }))
})
