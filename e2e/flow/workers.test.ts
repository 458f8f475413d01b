import { createCountersign } from '@countersign/sdk'
import { type Call, expectStatus, type SignedUp, signUpForToken } from '@countersign/testing'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { SCOPES } from '../support/start-flow.ts'
import { APP_REDIRECT_URI } from '../support/system.ts'
import { callerOnOneConnection, startServeByWorkers } from '../support/workers.ts'

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

  /** Connects until another worker answers than these. */
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

  const session = () => ({ authorization: `Bearer ${ada.sessionToken}` })
  const app = () => {
    const { clientId, clientSecret = '' } = served.client
    const { url: issuer } = served
    return createCountersign({
      issuer,
      clientId,
      clientSecret,
      redirectUri: APP_REDIRECT_URI,
      scopes: SCOPES,
      allowPlainClaims: true,
    })
  }

  async function authorize(call: Call) {
    const { url, flow } = await app().beginSignIn()
    const { headers } = await call({ method: 'GET', path: url.slice(served.url.length) })
    const id = new URL(headers.get('location') ?? '').searchParams.get('auth_request_id') ?? ''
    return { id, flow, path: `/api/internal/oauth/requests/${id}/` }
  }

  test('a flow may go from one to the other at every step', async () => {
    const { id, flow, path } = await authorize(one)
    expectStatus(200, await other({ method: 'GET', path, headers: session() }))
    const claims = { email: 'ada@example.com' }
    const asked = { auth_request_id: id, user_id: ada.userId, audience: served.client.clientId, claims }
    const attest = { method: 'POST', path: '/api/internal/attest-data/', headers: session(), body: asked } as const
    const { data_token } = expectStatus(200, await one(attest))
    const body = { approved_scopes: SCOPES, data_token }
    const complete = { method: 'POST', path: `${path}complete/`, headers: session(), body } as const
    const { authorization_code: code } = expectStatus(200, await other(complete))
    const callback = new URL(APP_REDIRECT_URI)
    callback.search = new URLSearchParams({ code: String(code), state: flow.state, iss: served.url }).toString()
    expect(await app().finishSignIn(callback.href, flow)).toMatchObject({ subject: ada.userId, claims })
    await expect.poll(() => requestsOf('/oauth/authorize')).toMatchObject([{ worker: one.worker }])
    const completed = '/api/internal/oauth/requests/:auth_request_id/complete/'
    await expect.poll(() => requestsOf(completed)).toMatchObject([{ worker: other.worker }])
  })

  test('a session that is ended at one is ended at the other within a second', async () => {
    const bob = await signUpForToken({ url: served.url, origin: served.url })
    const headers = { authorization: `Bearer ${bob.sessionToken}` }
    const { path } = await authorize(one)
    const read = () => other({ method: 'GET', path, headers })
    expectStatus(200, await read())
    expectStatus(204, await one({ method: 'DELETE', path: '/api/session/', headers }))
    const endedAt = performance.now()
    let lastAdmittedAt = endedAt
    for (let status = 200; status !== 401; ) {
      const startedAt = performance.now()
      ;({ status } = await read())
      if (status === 200) lastAdmittedAt = startedAt
    }
    expect(lastAdmittedAt - endedAt).toBeLessThan(REMEMBERED_MS)
  })

  test('what Prometheus reads is of both', async () => {
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
        // Whoever was being answered by it has no answer, and may ask again.
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
    // A counter that went back would be taken for one that began anew.
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
