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
  const [id, unseen] = [await startFlow(system), await startFlow(system)]
  const attest = (auth_request_id: string) => {
    const asked = { auth_request_id, user_id: ada.userId, audience: system.client.clientId }
    const body = { ...asked, claims: { email: 'ada@example.com' } }
    return { method: 'POST', path: '/api/internal/attest-data/', headers, body } as const
  }
  const { data_token } = expectStatus(200, await core(attest(id)))

  await system.stopProvider()
  const read = { method: 'GET', path: `/api/internal/oauth/requests/${id}/`, headers } as const
  const body = { approved_scopes: ['openid', 'email'], data_token }
  const complete = { method: 'POST', path: `/api/internal/oauth/requests/${id}/complete/`, headers, body } as const
  const deny = { method: 'POST', path: `/api/internal/oauth/requests/${id}/deny/`, headers, body: {} } as const
  const giveBack = { ...deny, path: `/api/internal/oauth/requests/${id}/give-back/` } as const
  // What this process has shown it signs without asking; nothing comes of it until the provider is back.
  expectStatus(200, await core(attest(id)))
  for (const call of [read, attest(unseen), complete, deny, giveBack, attest(id)]) {
    const answer = await core(call)
    expect(answer.status).toBe(503)
    expect(answer.body).toEqual({
      error: expect.stringContaining('temporarily unavailable'),
      code: 'service_unavailable',
    })
  }
  expectStatus(200, await core({ method: 'GET', path: '/api/session/', headers }))
})
