import { randomUUID } from 'node:crypto'
import { INTERNAL_ENDPOINTS, type InternalCall } from '@countersign/contracts'
import { startBeforeAll } from '@countersign/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import { SERVICE_TOKEN, startProvider, USER_ID } from '../../test/started-provider.ts'
import { listEvents } from '../ground/audit/audit.store.ts'

const NETWORK = '203.0.113.0/24'

type Asked = Awaited<ReturnType<typeof startProvider>>

async function askOverHttp({ app }: Asked, { operation, input, network }: InternalCall) {
  const { method, path } = INTERNAL_ENDPOINTS[operation]
  const query = new URLSearchParams(Object.entries(input)).toString()
  const response = await app.inject({
    method,
    url: method === 'GET' ? `${path}?${query}` : path,
    headers: { 'x-service-token': SERVICE_TOKEN, ...(network !== undefined && { 'x-person-network': network }) },
    ...(method === 'POST' && { payload: input }),
  })
  return { status: response.statusCode, body: response.json<object>() }
}

const askCalled = ({ answerCore }: Asked, call: InternalCall) => answerCore(call)

describe('a call of core', () => {
  const provider = startBeforeAll(() => startProvider('postgresql'))
  let id: string

  beforeEach(async () => {
    id = await provider.startRequest()
  })

  test.each<[string, () => InternalCall]>([
    ['a look at a request', () => ({ operation: 'readRequest', input: { auth_request_id: id, user_id: USER_ID } })],
    ['a look at who asks', () => ({ operation: 'previewRequest', input: { auth_request_id: id } })],
    ['a look at nothing', () => ({ operation: 'readRequest', input: { auth_request_id: randomUUID() } })],
    ['a list of grants', () => ({ operation: 'listGrants', input: { user_id: USER_ID } })],
    ['the end of all grants', () => ({ operation: 'revokeGrants', input: { user_id: USER_ID, all: true } })],
    ['the end of an unknown grant', () => ({ operation: 'revokeGrants', input: { user_id: USER_ID, grant_id: id } })],
    [
      'a request given back',
      () => ({ operation: 'giveBackRequest', input: { auth_request_id: id, user_id: USER_ID } }),
    ],
    ['the end of a person', () => ({ operation: 'erasePerson', input: { user_id: 'unknown' } })],
    [
      'an approval without a data token',
      () => ({
        operation: 'completeRequest',
        input: { auth_request_id: id, user_id: USER_ID, approved_scopes: ['openid'], data_token: 'a.b.c' },
      }),
    ],
  ])('for %s is answered in process as over HTTP', async (_what, call) => {
    expect(await askCalled(provider, call())).toEqual(await askOverHttp(provider, call()))
  })

  test.each(['completeRequest', 'denyRequest'] as const)(
    "for a decision (%s) is audited in process as over HTTP, with the person's network",
    async (operation) => {
      const decide = async (ask: typeof askCalled) => {
        // Equal refusals of one person would be folded into one event.
        const [user_id, other] = [randomUUID(), randomUUID()]
        const auth_request_id = await provider.startRequest()
        const data_token = await provider.attest(auth_request_id, { sub: user_id })
        const approval = operation === 'completeRequest' ? { approved_scopes: ['openid', 'email'], data_token } : {}
        const input = { auth_request_id, user_id, ...approval }
        await ask(provider, { operation, input, network: NETWORK })
        await ask(provider, { operation, input: { ...input, user_id: other }, network: NETWORK })
        await ask(provider, { operation, input, network: 'no network' })
        await provider.app.auditTrail.flush()
        const { events } = await listEvents(provider.database.sql, {}, { limit: 100 })
        return events
          .filter(({ authRequestId }) => authRequestId === auth_request_id)
          .map(({ event, outcome, userId, network }) => [event, outcome, userId === user_id, network])
      }
      const told = await decide(askCalled)
      expect(told).toEqual(await decide(askOverHttp))
      expect(told.map(([, , , network]) => network)).toEqual([undefined, NETWORK, NETWORK])
    },
  )

  test.each<[InternalCall['operation'], object]>([
    ['readRequest', {}],
    ['readRequest', { auth_request_id: 'x' }],
    ['previewRequest', { auth_request_id: 1 }],
    ['completeRequest', { auth_request_id: randomUUID(), user_id: USER_ID }],
    ['denyRequest', { user_id: USER_ID }],
    ['giveBackRequest', { auth_request_id: randomUUID(), user_id: USER_ID, more: true }],
    ['revokeGrants', { user_id: USER_ID }],
    ['revokeGrants', { user_id: USER_ID, all: true, asked_seconds_ago: -1 }],
    ['erasePerson', {}],
  ])('for %s with %j is refused before anything is done', async (operation, input) => {
    const called = await askCalled(provider, { operation, input })
    const sent = await askOverHttp(provider, { operation, input })
    expect([called.status, sent.status]).toEqual([400, 400])
    const refusal = { error: expect.any(String), code: 'invalid_request' }
    expect([called.body, sent.body]).toEqual([refusal, refusal])
  })
})

test('while the database is away, or at a bug, says so and gives no detail', async () => {
  const provider = await startProvider('postgresql')
  const call: InternalCall = { operation: 'listGrants', input: { user_id: USER_ID } }
  await provider.database.sql`alter table provider.grants rename to lost`
  expect(await provider.answerCore(call)).toEqual({ status: 500, body: undefined })
  expect(provider.log.join('')).toContain('"event":"error"')
  await provider.close()
  expect(await provider.answerCore(call)).toMatchObject({ body: undefined })
})
