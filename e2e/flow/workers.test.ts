import { type Call, expectStatus, type SignedUp, signUpForToken } from '@countersign/testing'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { relyingApp } from '../support/start-flow.ts'
import { callerOnOneConnection, startServeByWorkers } from '../support/workers.ts'
import { callbackWith, createConsentCalls } from './consent-calls.ts'

const REMEMBERED_MS = 1_000

type Connection = ReturnType<typeof callerOnOneConnection> & { readonly worker: unknown }

describe('served by two workers', () => {
  let served: Awaited<ReturnType<typeof startServeByWorkers>>
  let ada: SignedUp
  /** Connections to two workers. */
  let one: Connection
  let other: Connection
  const opened: { close: () => void }[] = []

  beforeAll(async () => {
    served = await startServeByWorkers(2)
    ada = await signUpForToken({ url: served.url, origin: served.url })
    one = await connect([])
    other = await connect([one.worker])
  })
  afterAll(async () => {
    for (const connection of opened) connection.close()
    await served.close()
  })

  const requestsOf = (route: string) => served.logged('request').filter((line) => line['route'] === route)

  /** Connects until a worker that is not in `without` answers. */
  async function connect(without: readonly unknown[]): Promise<Connection> {
    for (;;) {
      const call = callerOnOneConnection(served.url)
      opened.push(call)
      const before = requestsOf('/.well-known/jwks.json').length
      await call({ method: 'GET', path: '/.well-known/jwks.json' })
      await vi.waitUntil(() => requestsOf('/.well-known/jwks.json').length > before)
      const worker = requestsOf('/.well-known/jwks.json').at(-1)?.['worker']
      if (!without.includes(worker)) return Object.assign(call, { worker })
    }
  }

  const app = () => {
    return relyingApp({ providerUrl: served.url, client: served.client })
  }

  const consentAt = (call: Call, person = ada) => createConsentCalls(call, person, served.client.clientId)

  async function authorize(call: Call) {
    const { url, flow } = await app().beginSignIn()
    const { headers } = await call({ method: 'GET', path: url.slice(served.url.length) })
    const id = new URL(headers.get('location') ?? '').searchParams.get('auth_request_id') ?? ''
    return { id, flow }
  }

  test('a flow may go from one to the other at every step', async () => {
    const { id, flow } = await authorize(one)
    const [atOne, atOther] = [consentAt(one), consentAt(other)]
    expectStatus(200, await atOther.read(id))
    const claims = { email: 'ada@example.com' }
    const { data_token } = expectStatus(200, await atOne.attest(id, { claims }))
    const { authorization_code: code } = expectStatus(200, await atOther.complete(id, data_token))
    const callback = callbackWith({ code: String(code), state: flow.state, iss: served.url })
    expect(await app().finishSignIn(callback, flow)).toMatchObject({ subject: ada.userId, claims })
    await expect.poll(() => requestsOf('/oauth/authorize')).toMatchObject([{ worker: one.worker }])
    const completed = '/api/internal/oauth/requests/:auth_request_id/complete/'
    await expect.poll(() => requestsOf(completed)).toMatchObject([{ worker: other.worker }])
  })

  test('a session that is ended at one is ended at the other within a second', async () => {
    const bob = await signUpForToken({ url: served.url, origin: served.url })
    const consent = consentAt(other, bob)
    const { id } = await authorize(one)
    const read = () => consent.read(id)
    expectStatus(200, await read())
    expectStatus(204, await one({ method: 'DELETE', path: '/api/session/', headers: consent.headers }))
    const endedAt = performance.now()
    let lastAdmittedAt = endedAt
    for (let status = 200; status !== 401; ) {
      const startedAt = performance.now()
      ;({ status } = await read())
      if (status === 200) lastAdmittedAt = startedAt
    }
    expect(lastAdmittedAt - endedAt).toBeLessThan(REMEMBERED_MS)
  })

  test('the metrics are of both', async () => {
    const before = await served.counted('authorization_request_started')
    await authorize(one)
    await authorize(other)
    expect(await served.counted('authorization_request_started')).toBe(before + 2)
  })

  test('one that is killed is replaced, and nothing that was acknowledged is lost', async () => {
    const [{ pid, worker } = {}] = served.logged('worker_started')
    const acknowledged: string[] = []
    const over = new AbortController()
    const begin = async () => {
      while (!over.signal.aborted) {
        const call = callerOnOneConnection(served.url)
        opened.push(call)
        // The killed worker drops its requests; the client retries.
        const { id } = await authorize(call).catch(() => ({ id: '' }))
        if (id) acknowledged.push(id)
        call.close()
      }
    }
    const people = [begin(), begin(), begin(), begin()]
    await expect.poll(() => acknowledged.length).toBeGreaterThan(20)
    const counted = await served.counted('authorization_request_started')
    process.kill(Number(pid), 'SIGKILL')
    await expect.poll(() => served.logged('worker_ended')).toMatchObject([{ worker, signal: 'SIGKILL' }])
    await expect.poll(() => served.logged('request').some((line) => line['worker'] === 3)).toBe(true)
    over.abort()
    await Promise.all(people)
    const [row] = await served.sql<{ found: number }>`
      select count(*)::int as found from provider.authorization_requests where auth_request_id = any(${acknowledged})`
    expect(row?.found).toBe(acknowledged.length)
    // Prometheus takes a counter that falls for a restart.
    expect(await served.counted('authorization_request_started')).toBeGreaterThan(counted)
    expect(await served.counted('worker_ended')).toBe(1)
  })

  test('asked to stop they answer what is under way, and all of them end well', async () => {
    const call = callerOnOneConnection(served.url)
    const answers = [authorize(call), authorize(call)]
    for (const { id } of await Promise.all(answers)) expect(id).not.toBe('')
    expect(await served.stop()).toBe(0)
  })
})
