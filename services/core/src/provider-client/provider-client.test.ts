import { createServer } from 'node:net'
import { createLogger } from '@countersign/service'
import { afterEach, describe, expect, test } from 'vitest'
import {
  AUTH_REQUEST_ID,
  answerWith,
  createFakeProvider,
  type FakeProvider,
  pendingRequest,
  SERVICE_TOKEN,
} from '../../test/fake-provider.ts'
import { httpTransport } from './http-transport.ts'
import { inProcessTransport } from './in-process-transport.ts'
import { createProviderClient } from './provider-client.ts'
import type { Transport } from './transport.ts'

const logger = createLogger({ level: 'silent' })
const UNAVAILABLE = {
  status: 503,
  code: 'service_unavailable',
  message: expect.stringContaining('temporarily unavailable'),
}
const settings = { serviceToken: SERVICE_TOKEN, timeoutSeconds: 5 }

const TRANSPORTS: readonly [string, (fake: FakeProvider, changes?: Partial<typeof settings>) => Promise<Transport>][] =
  [
    ['in process', async (fake, changes) => inProcessTransport(fake.app, { ...settings, ...changes })],
    [
      'over HTTP',
      async (fake, changes) => {
        const baseUrl = await fake.app.listen({ port: 0, host: '127.0.0.1' })
        return httpTransport({ baseUrl, ...settings, ...changes })
      },
    ],
  ]

describe.each(TRANSPORTS)('the provider client %s', (_name, transportTo) => {
  let fake: FakeProvider
  const start = async (changes?: Partial<typeof settings>) => {
    fake = createFakeProvider()
    return createProviderClient({ transport: await transportTo(fake, changes), logger })
  }
  afterEach(() => fake.app.close())

  test('reads, completes and denies a request', async () => {
    const client = await start()
    expect(await client.readRequest(AUTH_REQUEST_ID, 'a-person')).toEqual(pendingRequest())
    const consent = { auth_request_id: AUTH_REQUEST_ID, user_id: 'ada', approved_scopes: ['openid'], data_token: 'x' }
    expect(await client.completeRequest(consent)).toMatchObject({ authorization_code: 'cs_ac_code' })
    const nothing = await client.completeRequest({ ...consent, approved_scopes: [] })
    expect(nothing).toMatchObject({ error: 'access_denied' })
    const denial = { auth_request_id: AUTH_REQUEST_ID, user_id: 'ada' }
    expect(await client.denyRequest(denial)).toMatchObject({ error: 'access_denied' })
    expect(fake.received.map(({ body }) => body)).toEqual([consent, { ...consent, approved_scopes: [] }, denial])
  })

  test.each([
    [400, 'invalid_token', 'The data token is invalid.'],
    [404, 'not_found', 'There is no such request.'],
    [409, 'request_not_pending', 'It was already approved.'],
    [410, 'request_expired', 'It has expired.'],
  ])("passes the provider's %i %s on as it is", async (status, code, error) => {
    const client = await start()
    fake.answer = answerWith(status, { error, code })
    await expect(client.readRequest(AUTH_REQUEST_ID, 'a-person')).rejects.toMatchObject({
      status,
      code,
      message: error,
    })
  })

  test.each([
    ['a refusal of our service token', answerWith(401, { error: 'no', code: 'invalid_service_token' })],
    ['an error of its own', answerWith(500, { error: 'no', code: 'server_error' })],
    ['a refusal without a code', answerWith(404, { error: 'no' })],
    ['a refusal with an unknown code', answerWith(409, { error: 'no', code: 'constructor' })],
    ['a redirect', answerWith(302, {})],
    ['nonsense', answerWith(200, '{"auth_request_id":')],
    ['another content type', answerWith(200, pendingRequest(), 'text/html')],
    ['nothing', answerWith(200, '')],
    ['another shape', answerWith(200, { ...pendingRequest(), status: 'maybe' })],
    ['a list', answerWith(200, [])],
    ['null', answerWith(200, 'null')],
  ])('reads as temporarily unavailable when the provider answers with %s', async (_case, answer) => {
    const client = await start()
    fake.answer = answer
    await expect(client.readRequest(AUTH_REQUEST_ID, 'a-person')).rejects.toMatchObject(UNAVAILABLE)
  })

  test('reads as temporarily unavailable when the service token is wrong', async () => {
    const client = await start({ serviceToken: 'another-service-token-of-32-characters' })
    await expect(client.readRequest(AUTH_REQUEST_ID, 'a-person')).rejects.toMatchObject(UNAVAILABLE)
  })

  test('reads as temporarily unavailable when the provider takes too long, and asks only once', async () => {
    const client = await start({ timeoutSeconds: 0.05 })
    let calls = 0
    fake.answer = () => {
      calls += 1
      return new Promise(() => undefined)
    }
    await expect(client.readRequest(AUTH_REQUEST_ID, 'a-person')).rejects.toMatchObject(UNAVAILABLE)
    expect(calls).toBe(1)
    fake.app.server.closeAllConnections()
  })
})

describe('the provider client over a broken line', () => {
  test('tries a reading once more, and a decision never', async () => {
    const fake = createFakeProvider()
    const working = inProcessTransport(fake.app, settings)
    const connections: string[] = []
    const reset = createServer((socket) => {
      connections.push('reset')
      socket.once('data', () => socket.resetAndDestroy())
    })
    const baseUrl = await new Promise<string>((resolve) => {
      reset.listen(0, '127.0.0.1', () => {
        const address = reset.address()
        resolve(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`)
      })
    })
    const broken = httpTransport({ baseUrl, ...settings })
    const client = createProviderClient({ transport: broken, logger })
    await expect(client.readRequest(AUTH_REQUEST_ID, 'a-person')).rejects.toMatchObject(UNAVAILABLE)
    expect(connections).toHaveLength(2)
    await expect(client.denyRequest({ auth_request_id: AUTH_REQUEST_ID, user_id: 'ada' })).rejects.toMatchObject(
      UNAVAILABLE,
    )
    expect(connections).toHaveLength(3)
    let calls = 0
    const mended: Transport = (call) => ((calls += 1) === 1 ? broken(call) : working(call))
    const patient = createProviderClient({ transport: mended, logger })
    expect(await patient.readRequest(AUTH_REQUEST_ID, 'a-person')).toEqual(pendingRequest())
    reset.close()
    await fake.app.close()
  })

  test('reads as temporarily unavailable when nobody listens', async () => {
    const client = createProviderClient({
      transport: httpTransport({ baseUrl: 'http://127.0.0.1:1', ...settings }),
      logger,
    })
    await expect(client.readRequest(AUTH_REQUEST_ID, 'a-person')).rejects.toMatchObject(UNAVAILABLE)
  })

  test('reads as temporarily unavailable when the answer is far too large', async () => {
    const fake = createFakeProvider()
    const baseUrl = await fake.app.listen({ port: 0, host: '127.0.0.1' })
    fake.answer = answerWith(200, `"${'x'.repeat(300_000)}"`)
    const client = createProviderClient({ transport: httpTransport({ baseUrl, ...settings }), logger })
    await expect(client.readRequest(AUTH_REQUEST_ID, 'a-person')).rejects.toMatchObject(UNAVAILABLE)
    await fake.app.close()
  })
})
