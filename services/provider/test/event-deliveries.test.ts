import { randomBytes, randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { hasOwnServer, startBeforeAll } from '@countersign/testing'
import { v7 as newUuid } from 'uuid'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { insertEvents, type StoredDecision } from '../src/ground/audit/audit.store.ts'
import { listDueEvents, takeEvent } from '../src/ground/audit/event-delivery.store.ts'
import { answering, importFromGuide, startEventReceiver } from './receiving-events.ts'
import { startProvider, USER_ID } from './started-provider.ts'

const [SECRET, FORMER] = [randomBytes(32), randomBytes(24)]
const textOf = (secret: Buffer) => `whsec_${secret.toString('base64')}`
const NAMES = new Set(['client_registered', 'authorization_request_approved', 'tokens_issued', 'account_suspended'])

const receiver = startBeforeAll(startEventReceiver)
const provider = startBeforeAll(() => {
  const events = { url: receiver.url, secrets: [SECRET, FORMER], names: NAMES }
  return startProvider('postgresql', undefined, { events })
})
let verifyEvent: Awaited<ReturnType<typeof importFromGuide>>

beforeAll(async () => {
  verifyEvent = await importFromGuide()
})
afterEach(() => {
  receiver.state.answer = answering(204)
})

function approvalOf(userId: string): StoredDecision {
  const ids = { eventId: newUuid(), userId, clientId: 'app', authRequestId: randomUUID() }
  return { ...ids, event: 'authorization_request_approved', at: new Date(), network: '192.0.2.0', times: 1 }
}

const write = (...events: readonly StoredDecision[]) => insertEvents(provider.database.sql, events, NAMES)
const waitingFor = (queue: string) =>
  provider.database.sql<{ attempts: number; failure: string | null }>`
    select attempts, failure from provider.event_deliveries where queue = ${queue} order by event_id`
const countWaiting = async () => (await provider.database.sql`select 1 from provider.event_deliveries`).length

/** Lets pauses pass until it holds. */
async function hurryUntil(holds: () => unknown): Promise<void> {
  await expect
    .poll(async () => {
      await provider.database
        .sql`update provider.event_deliveries set next_attempt_at = now() where next_attempt_at > now()`
      return holds()
    })
    .toBe(true)
}

test('a sign-in arrives as the administration has it, signed, with no value of the person', async () => {
  const client = await provider.register({})
  await provider.exchange(await provider.obtainCodeOf(client), client)
  await provider.app.auditTrail.flush()
  const own = () => receiver.received.filter(({ message }) => message.data.client_id === client.client_id)
  await hurryUntil(() => own().length >= 2)
  const verified = own().map(({ headers, body }) => verifyEvent(textOf(SECRET), headers, body))
  const listed = (await provider.admin('GET', `audit-events/?client_id=${client.client_id}`)).json().events
  expect(new Set(verified.map(({ data }) => data))).toEqual(new Set(listed))
  const approved = verified.find(({ type }) => type === 'authorization_request_approved')
  expect(approved).toMatchObject({ timestamp: approved?.data.at, data: { user_id: USER_ID, event: approved?.type } })
  for (const { headers, message, body } of own()) {
    expect([headers['webhook-id'], headers['content-type']]).toEqual([message.data.event_id, 'application/json'])
    expect(body).not.toContain('ada@example.com')
  }
})

test('while a secret is replaced, a receiver with either one finds its signature', async () => {
  const userId = randomUUID()
  await write(approvalOf(userId))
  await hurryUntil(() => receiver.about(userId).length > 0)
  const [{ headers, body } = { headers: {}, body: '' }] = receiver.about(userId)
  for (const secret of [SECRET, FORMER]) expect(verifyEvent(textOf(secret), headers, body).data.user_id).toBe(userId)
})

test.each<[string, (headers: Record<string, string>, body: string) => [Record<string, string>, string]]>([
  ['by another secret', (headers, body) => [{ ...headers, 'webhook-signature': 'v1,AAAA' }, body]],
  ['with another body', (headers, body) => [headers, `${body} `]],
  ['as another event', (headers, body) => [{ ...headers, 'webhook-id': randomUUID() }, body]],
  ['again, later', (headers, body) => [{ ...headers, 'webhook-timestamp': String(Date.now() / 1000 - 301) }, body]],
])('an event that is sent %s is refused as the guide shows', async (_case, change) => {
  const userId = randomUUID()
  await write(approvalOf(userId))
  await hurryUntil(() => receiver.about(userId).length > 0)
  const [{ headers, body } = { headers: {}, body: '' }] = receiver.about(userId)
  const [changed, text] = change(
    Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
    body,
  )
  expect(() => verifyEvent(textOf(SECRET), changed, text)).toThrow()
})

test('events of one account come in their order from two processes, whatever fails', async () => {
  const beside = await provider.startInstance()
  const [ada, eve, stuck] = [randomUUID(), randomUUID(), randomUUID()]
  const events = [ada, eve, ada, eve, ada, eve, ada, eve, stuck].map(approvalOf)
  const seen = new Set<string>()
  const taken: string[] = []
  receiver.state.answer = (response, { message: { data } }) => {
    const isTaken = seen.has(data.event_id) && data.user_id !== stuck
    seen.add(data.event_id)
    if (isTaken && !taken.includes(data.event_id)) taken.push(data.event_id)
    response.writeHead(isTaken ? 200 : 500).end()
  }
  await Promise.all([write(...events.slice(0, 5)), write(...events.slice(5))])
  await hurryUntil(() => taken.length === 8)
  for (const person of [ada, eve]) {
    const ids = events.filter(({ userId }) => userId === person).map(({ eventId }) => eventId)
    expect(taken.filter((id) => ids.includes(id))).toEqual(ids)
  }
  await beside.close()
  expect(await waitingFor(stuck)).toMatchObject([{ failure: 'answered with status 500' }])
  await provider.database.sql`delete from provider.event_deliveries`
})

test('processes that serve at once send each event once, and an account its events one after another', async () => {
  const beside = await provider.startInstance()
  const underWay = new Set<string | null>()
  const atOnce: (string | null)[] = []
  receiver.state.answer = (response, { message: { data } }) => {
    if (underWay.has(data.user_id)) atOnce.push(data.user_id)
    underWay.add(data.user_id)
    setTimeout(() => {
      underWay.delete(data.user_id)
      response.end()
    }, 20)
  }
  const people = Array.from({ length: 20 }, () => randomUUID())
  const events = people.flatMap((userId) => [1, 2, 3].map(() => approvalOf(userId)))
  await write(...events)
  await expect.poll(countWaiting).toBe(0)
  await beside.close()
  const idsOf = (userId: string) => receiver.about(userId).map(({ message }) => message.data.event_id)
  expect(people.flatMap(idsOf)).toEqual(events.map(({ eventId }) => eventId))
  expect(atOnce).toEqual([])
})

test('an event that a killed process took is sent by another, under the same id', async () => {
  const userId = randomUUID()
  const held: ServerResponse[] = []
  await write(approvalOf(userId))
  await provider.database.sql`update provider.event_deliveries set next_attempt_at = now() where queue = ${userId}`
  const due = await listDueEvents(provider.database.sql, { limit: 100, busy: [] })
  for (const each of due) await takeEvent(provider.database.sql, each)
  receiver.state.answer = (response) => void held.push(response)
  await hurryUntil(() => held.length > 0)
  // Sent, but its answer is lost: the row stays.
  expect(await waitingFor(userId)).toHaveLength(1)
  held[0]?.destroy()
  receiver.state.answer = answering(200)
  await hurryUntil(async () => (await waitingFor(userId)).length === 0)
  const ids = receiver.about(userId).map(({ headers }) => headers['webhook-id'])
  expect(ids.length).toBeGreaterThan(1)
  expect(new Set(ids).size).toBe(1)
})

test('events and their deliveries are written together, and once', async () => {
  const { pool, sql } = provider.database
  const userId = randomUUID()
  const event = approvalOf(userId)
  await pool.query('alter table provider.event_deliveries rename to away')
  await expect(write(event)).rejects.toThrow('does not exist')
  await pool.query('alter table provider.away rename to event_deliveries')
  expect(await sql`select 1 from provider.audit_events where event_id = ${event.eventId}`).toEqual([])
  await write(event)
  await hurryUntil(async () => (await waitingFor(userId)).length === 0)
  // After a lost answer, or counted up.
  await write(event, { ...event, eventId: newUuid(), event: 'grant_updated' })
  await write({ ...event, times: 3 })
  expect(await waitingFor(userId)).toEqual([])
  expect(await sql`select times from provider.audit_events where event_id = ${event.eventId}`).toEqual([{ times: 3 }])
})

test('an erased person is named neither in what waits nor in what is sent later', async () => {
  const userId = randomUUID()
  const event = approvalOf(userId)
  receiver.state.answer = answering(503)
  await write(event, approvalOf(userId))
  await hurryUntil(() => receiver.about(userId).length > 0)
  await provider.internal('POST', 'people/erase/', { user_id: userId })
  expect(await provider.stored()).not.toContain(userId)
  receiver.state.answer = answering(200)
  const before = receiver.received.length
  await hurryUntil(async () => (await countWaiting()) === 0)
  const later = receiver.received.slice(before)
  expect(later.map(({ body }) => body).join()).not.toContain(userId)
  const [sent] = later.filter(({ message }) => message.data.event_id === event.eventId).slice(-1)
  expect(sent?.message.data).toMatchObject({ user_id: null, auth_request_id: null, network: null, client_id: 'app' })
})

test("an operator's act on an account arrives, once", async () => {
  const userId = randomUUID()
  const act = { act: 'suspend', by: 'administrator', reason: 'A reason.', change: 1 }
  const note = { ...act, act_id: newUuid(), at: new Date().toISOString(), user_id: userId }
  for (let count = 0; count < 2; count += 1) {
    expect((await provider.internal('POST', 'people/acts/', note)).statusCode).toBe(200)
    await hurryUntil(async () => (await waitingFor(userId)).length === 0)
  }
  expect(receiver.about(userId).map(({ message }) => message.type)).toEqual(['account_suspended'])
})

test('a redirect is not followed, and what fails is told without the address', async () => {
  const userId = randomUUID()
  const elsewhere = await startEventReceiver()
  receiver.state.answer = (response) => void response.writeHead(307, { location: elsewhere.url }).end()
  await write(approvalOf(userId))
  await hurryUntil(async () => (await waitingFor(userId))[0]?.failure === 'answered with status 307')
  const { events } = (await provider.admin('GET', 'health/')).json()
  expect(events).toMatchObject({ waiting: 1, oldest_since: expect.any(String) })
  const failure = {
    at: expect.any(String),
    event: 'authorization_request_approved',
    reason: 'answered with status 307',
  }
  expect(events.failures).toEqual([failure])
  expect(elsewhere.received).toEqual([])
  const told = [provider.log.join(), await provider.stored(), JSON.stringify(events)].join()
  expect(told).toContain('"event":"event_delivery_failed","outcome":"answered with status 307"')
  expect(told).not.toContain('of-the-receiver')
  expect(told).not.toContain(SECRET.toString('base64'))
  await elsewhere.close()
})

test('an event whose week is over is given up, which is logged and is no event itself', async () => {
  const userId = randomUUID()
  receiver.state.answer = answering(410)
  await write(approvalOf(userId), approvalOf(userId))
  await provider.database.sql`
    update provider.event_deliveries set expires_at = now() + interval '20 seconds' where queue = ${userId}`
  await hurryUntil(async () => (await waitingFor(userId)).length === 0)
  expect(provider.log.join()).toContain('"event":"event_delivery_given_up","outcome":"answered with status 410"')
  await provider.app.auditTrail.flush()
  expect(await provider.database.sql`select 1 from provider.audit_events where event like 'event%'`).toEqual([])
  await provider.database.sql`delete from provider.event_deliveries`
})

test('an event that has left the trail is given up, and does not hold up those behind it', async () => {
  const userId = randomUUID()
  const gone = approvalOf(userId)
  await write(gone, approvalOf(userId))
  await provider.database.sql`delete from provider.audit_events where event_id = ${gone.eventId}`
  await hurryUntil(async () => (await waitingFor(userId)).length === 0)
  expect(receiver.about(userId)).toHaveLength(1)
  expect(provider.log.join()).toContain('"event":"event_delivery_given_up","outcome":"has left the audit trail"')
})

// Another provider would share a given database.
test.runIf(hasOwnServer)('a dead receiver gets few attempts, however much waits, and stalls no flow', async () => {
  const events = { url: 'http://127.0.0.1:1/', secrets: [SECRET], names: NAMES }
  const flooded = await startProvider('postgresql', undefined, { events })
  const { sql } = flooded.database
  const flood = Array.from({ length: 5_000 }, (_, index) => approvalOf(`person ${index % 2_500}`))
  for (let start = 0; start < flood.length; start += 1_000) {
    await insertEvents(sql, flood.slice(start, start + 1_000), NAMES)
  }
  await sql`update provider.event_deliveries set next_attempt_at = now()`
  const attempts = async () => {
    const [row] = await sql<{ count: number }>`select sum(attempts)::int as count from provider.event_deliveries`
    return row?.count ?? 0
  }
  await expect.poll(attempts).toBeGreaterThanOrEqual(16)
  await flooded.obtainTokens()
  expect(await attempts()).toBeLessThan(32)
  await flooded.close()
})

test('without EVENTS_URL nothing waits, and chosen names alone do with it', async () => {
  const userId = randomUUID()
  const quiet = await startProvider('postgresql')
  await quiet.obtainCode({}, { user_id: userId })
  await quiet.app.auditTrail.flush()
  expect(await quiet.database.sql`select 1 from provider.event_deliveries where queue = ${userId}`).toEqual([])
  expect((await quiet.admin('GET', 'health/')).json().events).toBe(null)
  await quiet.close()
  await write({ ...approvalOf(userId), event: 'grant_updated' })
  expect(await waitingFor(userId)).toEqual([])
})
