import { expectStatus, type Network, startBeforeAll, startNetwork } from '@countersign/testing'
import { expect, test } from 'vitest'
import { startFlow } from '../support/start-flow.ts'
import { signUpOn, startSystem } from '../support/system.ts'
import { consentOn } from './consent-calls.ts'

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

/** A person's session, and a request that core has shown them. */
async function startApproval() {
  const consent = consentOn(system, await signUpOn(system))
  const id = await startFlow(system)
  const form = { claims: { email: 'ada@example.com' } }
  const { data_token } = expectStatus(200, await consent.attest(id, form))
  return {
    readSession: () => consent.get('/api/session/'),
    /** Every call that needs the provider. */
    calls: {
      read: () => consent.read(id),
      attest: () => consent.attest(id, form),
      complete: () => consent.complete(id, data_token, ['openid', 'email']),
      deny: () => consent.deny(id),
      giveBack: () => consent.giveBack(id),
    },
  }
}

test('outage: core answers 503 in its own time while the provider hangs, and goes on after', async () => {
  const { calls } = await startApproval()
  network.freeze()
  const answers = await Promise.all(Object.values(calls).map((call) => call()))
  expect(answers).toEqual(answers.map(() => expect.objectContaining(AWAY)))
  network.thaw()
  await expect.poll(async () => (await calls.read()).status).toBe(200)
})

test('outage: core answers 503 while the provider is down, and the session lives on', async () => {
  const { calls, readSession } = await startApproval()
  await system.stopProvider()
  for (const call of Object.values(calls)) expect(await call()).toMatchObject(AWAY)
  expectStatus(200, await readSession())
})
