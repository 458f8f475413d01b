import { expectStatus, httpCaller, type Network, startBeforeAll, startNetwork } from '@countersign/testing'
import { expect, test } from 'vitest'
import { startFlow } from '../support/start-flow.ts'
import { signUpOn, startSystem } from '../support/system.ts'

let network: Network

const system = startBeforeAll(async () => {
  const started = await startSystem('postgresql', 'apart', {
    settings: { INTERNAL_SERVICE_TIMEOUT: '1' },
    detour: async (providerUrl) => {
      network = await startNetwork(providerUrl)
      return new URL(network.url).origin
    },
  })
  return {
    ...started,
    close: async () => {
      await started.close()
      await network.close()
    },
  }
})

const AWAY = {
  status: 503,
  body: { error: expect.stringContaining('temporarily unavailable'), code: 'service_unavailable' },
}

/** A person's session, a request that core has shown them, and one that it has not. */
async function startApproval() {
  const core = httpCaller(system.coreUrl)
  const ada = await signUpOn(system)
  const headers = { authorization: `Bearer ${ada.sessionToken}` }
  const [id, unseen] = [await startFlow(system), await startFlow(system)]
  const attest = (auth_request_id: string) => {
    const asked = { auth_request_id, user_id: ada.userId, audience: system.client.clientId }
    const body = { ...asked, claims: { email: 'ada@example.com' } }
    return core({ method: 'POST', path: '/api/internal/attest-data/', headers, body })
  }
  const { data_token } = expectStatus(200, await attest(id))
  const path = `/api/internal/oauth/requests/${id}/`
  const post = (act: string, body: object) => core({ method: 'POST', path: `${path}${act}/`, headers, body })
  return {
    attestSeen: () => attest(id),
    readSession: () => core({ method: 'GET', path: '/api/session/', headers }),
    /** Every call that needs the provider. */
    calls: {
      read: () => core({ method: 'GET', path, headers }),
      attest: () => attest(unseen),
      complete: () => post('complete', { approved_scopes: ['openid', 'email'], data_token }),
      deny: () => post('deny', {}),
      giveBack: () => post('give-back', {}),
    },
  }
}

test('while the provider accepts connections and stays silent, core answers 503 in its own time, and goes on after', async () => {
  const { calls } = await startApproval()
  network.freeze()
  const answers = await Promise.all(Object.values(calls).map((call) => call()))
  expect(answers).toEqual(answers.map(() => expect.objectContaining(AWAY)))
  network.thaw()
  await expect.poll(async () => (await calls.read()).status).toBe(200)
})

test('with the provider stopped in the middle, core answers 503 and says to try again, and the session lives on', async () => {
  const { calls, attestSeen, readSession } = await startApproval()
  await system.stopProvider()
  // What this process has shown it signs without asking; nothing comes of it until the provider is back.
  expectStatus(200, await attestSeen())
  for (const call of [...Object.values(calls), attestSeen]) expect(await call()).toMatchObject(AWAY)
  expectStatus(200, await readSession())
})
