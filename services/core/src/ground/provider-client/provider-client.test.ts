import { createServer as createHttpServer, type IncomingHttpHeaders } from 'node:http'
import { createServer, type Server } from 'node:net'
import { SERVICE_ERROR_STATUS, type ServiceErrorCode } from '@countersign/contracts'
import type { StartedProvider } from '@countersign/provider/testing'
import { createLogger } from '@countersign/service/telemetry'
import { startBeforeAll, type Told } from '@countersign/testing'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startCore } from '../../../test/core-under-test.ts'
import {
  askCalled,
  type ProviderUnderTest,
  REDIRECT_URI,
  SERVICE_TOKEN,
  say,
  twist,
} from '../../../test/provider-under-test.ts'
import { createProviderClient } from './provider-client.ts'
import { type AskProvider, askOver, httpTransport, type Transport } from './transport.ts'

const logs: string[] = []
const logger = createLogger({ level: 'info', destination: { write: (line: string) => void logs.push(line) } })
const UNAVAILABLE = {
  status: 503,
  code: 'service_unavailable',
  message: expect.stringContaining('temporarily unavailable'),
  headers: { 'retry-after': '5' },
}
const settings = { serviceToken: SERVICE_TOKEN, timeoutSeconds: 5 }
const ADA = 'ada'
const NETWORK = '203.0.113.0/24'

const core = startBeforeAll(() => startCore())
let provider: ProviderUnderTest
let real: StartedProvider
let baseUrl: string
let id: string

beforeAll(async () => {
  provider = core.provider
  real = await provider.real()
  baseUrl = await provider.app.listen({ port: 0, host: '127.0.0.1' })
})
beforeEach(async () => {
  logs.length = 0
  provider.lie = undefined
  provider.received.length = 0
  id = await real.startRequest()
})

type Settings = Partial<typeof settings>

const WAYS: readonly [string, (changes?: Settings) => AskProvider][] = [
  ['in process', (changes) => askCalled(provider, changes)],
  ['over HTTP', (changes) => askOver(httpTransport({ baseUrl, ...settings, ...changes }))],
]

/** About how core calls, or about the provider itself. Every other code of the table is the person's to see. */
const NOT_PASSED_ON: readonly ServiceErrorCode[] = [
  'invalid_service_token',
  'invalid_admin_token',
  'invalid_session',
  'invalid_credentials',
  'method_not_allowed',
  'unsupported_media_type',
  'too_many_requests',
  'server_error',
  'service_unavailable',
]
const TABLE = (Object.keys(SERVICE_ERROR_STATUS) as ServiceErrorCode[]).map(
  (code) => [SERVICE_ERROR_STATUS[code], code] as const,
)

describe.each(WAYS)('the provider client %s', (_name, askBy) => {
  const start = (changes?: Settings) => createProviderClient({ ask: askBy(changes), logger })
  const read = (changes?: Settings) => start(changes).readRequest(id, ADA)

  test('reads, completes, denies and gives back a request, and says from which network', async () => {
    const client = start()
    expect(await client.previewRequest(id)).toMatchObject({ status: 'pending', client: { name: 'Example App' } })
    expect(await client.readRequest(id, ADA)).toMatchObject({ auth_request_id: id, redirect_uri: REDIRECT_URI })
    const data_token = await real.attest(id, { sub: ADA })
    const consent = { auth_request_id: id, user_id: ADA, approved_scopes: ['openid', 'email'], data_token }
    expect(await client.completeRequest(consent, NETWORK)).toMatchObject({
      authorization_code: expect.stringMatching(/^cs_ac_/),
    })
    const nothing = { ...consent, auth_request_id: await real.startRequest(), approved_scopes: [] }
    expect(await client.completeRequest(nothing, NETWORK)).toMatchObject({ error: 'access_denied' })
    const denial = { auth_request_id: await real.startRequest(), user_id: ADA }
    expect(await client.denyRequest(denial, '')).toMatchObject({ error: 'access_denied' })
    const opened = await real.startRequest()
    await client.readRequest(opened, ADA)
    await client.giveBackRequest(opened, ADA)
    const givenBack = { auth_request_id: opened, user_id: ADA }
    expect(provider.received.map(({ body }) => body)).toEqual([
      undefined,
      undefined,
      consent,
      nothing,
      denial,
      undefined,
      givenBack,
    ])
    const networks = provider.received.map(({ headers }) => headers['x-person-network'])
    expect(networks).toEqual([undefined, undefined, NETWORK, NETWORK, undefined, undefined, undefined])
  })

  test.each(TABLE.filter(([, code]) => !NOT_PASSED_ON.includes(code)))(
    "passes the provider's %i %s on as it is, and takes it under no other status",
    async (status, code) => {
      provider.lie = say(status, { error: 'Said for the person.', code })
      await expect(read()).rejects.toMatchObject({ status, code, message: 'Said for the person.' })
      provider.lie = say(status === 400 ? 404 : 400, { error: 'Said for the person.', code })
      await expect(read()).rejects.toMatchObject(UNAVAILABLE)
    },
  )

  test.each(TABLE.filter(([, code]) => NOT_PASSED_ON.includes(code)))(
    "does not take the provider's %i %s for the person's, and tells the log",
    async (status, code) => {
      provider.lie = say(status, { error: 'secret detail', code })
      await expect(read()).rejects.toMatchObject(UNAVAILABLE)
      const told = status === 401 ? 'service_token_refused' : `provider_unavailable","reason":"status ${status}`
      expect(logs.join('')).toContain(`"event":"${told}"`)
      expect(logs.join('')).not.toContain('secret detail')
    },
  )

  test.each([
    ['a refusal without a code', say(404, { error: 'no' })],
    ['a refusal with an unknown code', say(409, { error: 'no', code: 'constructor' })],
    ['nonsense', say(200, '{"auth_request_id":')],
    ['another content type', say(200, {}, 'text/html')],
    ['nothing', say(200, '')],
    ['another shape', twist('/auth-request-details/', (told) => ({ ...told, status: 'maybe' }))],
    ['a list', say(200, [])],
    ['null', say(200, 'null')],
    [
      'the truth under another status',
      async (_received: unknown, truth: () => Promise<Told>) => ({ ...(await truth()), status: 201 }),
    ],
  ])('reads as temporarily unavailable when the provider answers with %s', async (_case, lie) => {
    provider.lie = lie
    await expect(read()).rejects.toMatchObject(UNAVAILABLE)
  })

  test('reads as temporarily unavailable when the provider takes too long, and asks only once', async () => {
    provider.lie = () => new Promise(() => undefined)
    await expect(read({ timeoutSeconds: 0.5 })).rejects.toMatchObject(UNAVAILABLE)
    expect(provider.received).toHaveLength(1)
    provider.app.server.closeAllConnections()
  })
})

describe('the provider client over a broken line', () => {
  const over = (url: string) =>
    createProviderClient({ ask: askOver(httpTransport({ baseUrl: url, ...settings })), logger })
  const listen = (server: Server) =>
    new Promise<string>((resolve) => {
      server.listen(0, '127.0.0.1', () => {
        const address = server.address()
        resolve(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`)
      })
    })

  test('tries a reading once more, and a decision never', async () => {
    let connections = 0
    const reset = createServer((socket) => {
      connections += 1
      socket.once('data', () => socket.resetAndDestroy())
    })
    const brokenUrl = await listen(reset)
    await expect(over(brokenUrl).readRequest(id, ADA)).rejects.toMatchObject(UNAVAILABLE)
    expect(connections).toBe(2)
    const denial = { auth_request_id: id, user_id: ADA }
    await expect(over(brokenUrl).denyRequest(denial, NETWORK)).rejects.toMatchObject(UNAVAILABLE)
    expect(connections).toBe(3)
    const broken = httpTransport({ baseUrl: brokenUrl, ...settings })
    const working = httpTransport({ baseUrl, ...settings })
    let calls = 0
    const mended: Transport = (call) => ((calls += 1) === 1 ? broken(call) : working(call))
    const patient = createProviderClient({ ask: askOver(mended), logger })
    expect(await patient.readRequest(id, ADA)).toMatchObject({ auth_request_id: id })
    reset.close()
  })

  test.each([301, 302, 303, 307, 308])('follows no %i: the service token goes nowhere else', async (status) => {
    const seen: IncomingHttpHeaders[] = []
    const elsewhere = createHttpServer((request, response) => {
      seen.push(request.headers)
      response.setHeader('content-type', 'application/json').end('{"grants":[]}')
    })
    const elsewhereUrl = await listen(elsewhere)
    const redirecting = createHttpServer((request, response) =>
      response
        .writeHead(status, { location: `${elsewhereUrl}${request.url}`, 'content-type': 'application/json' })
        .end('{}'),
    )
    const client = over(await listen(redirecting))
    await expect(client.listGrants(ADA)).rejects.toMatchObject(UNAVAILABLE)
    await expect(client.revokeAllGrants(ADA, 0)).rejects.toMatchObject(UNAVAILABLE)
    expect(seen).toEqual([])
    for (const server of [elsewhere, redirecting]) {
      server.closeAllConnections()
      server.close()
    }
  })

  test('reads as temporarily unavailable when the answer is far too large', async () => {
    provider.lie = twist('/auth-request-details/', (told) => ({ ...told, state: 'x'.repeat(300_000) }))
    await expect(over(baseUrl).readRequest(id, ADA)).rejects.toMatchObject(UNAVAILABLE)
  })
})
