import { roleOf } from '@countersign/service/settings'

import { startBeforeAll } from '@countersign/testing'
import { expect, onTestFinished, test } from 'vitest'
import { CHANGES_CHANNEL } from '../src/ground/changes.store.ts'
import { CREATION, startProvider } from './started-provider.ts'

const OPERATOR = '0b0ec1d2-3f7c-4c3f-9a51-0d9a4c1f2e3b'
const DORA = '1b0ec1d2-3f7c-4c3f-9a51-0d9a4c1f2e3b'
const SETTINGS = { administrators: [OPERATOR], developerRegistration: 'people' } as const
const provider = startBeforeAll(() => startProvider('postgresql', undefined, SETTINGS))

/** As core asks, with the same settings. */
async function ask(user_id: string, operation: string, input: object = {}, role = roleOf(SETTINGS, user_id)) {
  const response = await provider.internal('POST', 'administration/', { user_id, role, operation, input })
  const body = response.json()
  return { status: response.statusCode, code: body.code, ...body }
}
async function listenFor(onNotification: (clientId: string) => void) {
  const connected = Promise.withResolvers<void>()
  const stop = provider.database.listen(CHANGES_CHANNEL, { onNotification, onConnected: connected.resolve })
  await connected.promise
  return stop
}
const answerTo = async (...asked: Parameters<typeof ask>) => (await ask(...asked)).answer
const ofClient = (client_id: string, rest: object = {}) => ({ params: { client_id }, ...rest })
const create = (user_id: string, changes: object = {}) =>
  answerTo(user_id, 'createClient', { body: { ...CREATION, ...changes } })

test('apps are found by part of their name, whatever its case, or by their identifier, page by page', async () => {
  for (const name of ['Books of Ada', 'More BOOKS', 'Films']) await create(OPERATOR, { name })
  const list = (query: object) => answerTo(OPERATOR, 'listClients', { query })
  const first = await list({ search: 'books', limit: '1' })
  const second = await list({ search: 'books', limit: '1', cursor: first.next_cursor })
  const found = [...first.clients, ...second.clients]
  expect(found.map(({ name }: { name: string }) => name)).toEqual(['More BOOKS', 'Books of Ada'])
  expect(second.next_cursor).toBeNull()
  expect((await list({ search: found[1].client_id })).clients).toHaveLength(1)
  expect((await list({ search: '%' })).clients).toEqual([])
  const other = await ask(OPERATOR, 'listClients', { query: { search: 'films', cursor: first.next_cursor } })
  expect(other.code).toBe('invalid_cursor')
})

test("developers' apps: no name like the service's or of mixed alphabets; operators' apps may", async () => {
  const own = await create(DORA)
  for (const name of ['Countersign Support', 'Cоuntersign', 'аpple']) {
    const body = { ...CREATION, name }
    const created = await ask(DORA, 'createClient', { body })
    const renamed = await ask(DORA, 'updateClient', ofClient(own.client_id, { body: { name } }))
    expect([created.code, renamed.code]).toEqual(['invalid_client_metadata', 'invalid_client_metadata'])
    expect((await create(OPERATOR, { name })).name).toBe(name)
  }
  await answerTo(DORA, 'deleteClient', ofClient(own.client_id))
})

test("a developer's app is theirs alone, and counts as unreviewed", async () => {
  const own = await create(DORA)
  expect(own).toMatchObject({ owner: DORA, client_secret: expect.stringMatching(/^cs_cs_/) })
  expect((await answerTo(DORA, 'listClients', { query: {} })).clients).toMatchObject([{ client_id: own.client_id }])
  const { client_id: others } = provider.client
  for (const [operation, input] of [
    ['readClient', ofClient(others)],
    ['updateClient', ofClient(others, { body: { name: 'Mine' } })],
    ['deleteClient', ofClient(others)],
    ['setClientLogo', ofClient(others, { body: 'AAAA' })],
    ['deleteClientLogo', ofClient(others)],
    ['rotateClientSecret', ofClient(others, { body: {} })],
    ['deleteClientSecret', { params: { client_id: others, secret_id: DORA } }],
    ['listAuditEvents', { query: { client_id: others } }],
  ] as const) {
    expect([operation, (await ask(DORA, operation, input)).code]).toEqual([operation, 'not_found'])
  }
  // Anyone could register an address and have us send people there, without their doing anything (RFC 9700 §4.11.2).
  const refused = await provider.authorize({ client_id: own.client_id, scope: 'email', response_type: 'token' })
  expect([refused.statusCode, refused.headers.location]).toEqual([400, undefined])
  await answerTo(DORA, 'deleteClient', ofClient(own.client_id))
})

test.each([
  ['backchannel_logout_uri', { backchannel_logout_uri: 'http://127.0.0.1/' }],
  ['private_use_schemes', { private_use_schemes: ['cursor'], redirect_uris: ['cursor://app/callback'] }],
  ['id_token_claims', { id_token_claims: true }],
  ['require_pkce', { require_pkce: false }],
])('%s is for an operator: a developer may neither set nor take it, and leaves it as it is', async (name, change) => {
  expect((await ask(DORA, 'createClient', { body: { ...CREATION, ...change } })).code).toBe('not_allowed')
  const { client_id } = await create(DORA)
  const update = (user: string, body: object) => ask(user, 'updateClient', ofClient(client_id, { body }))
  expect((await update(DORA, change)).code).toBe('not_allowed')
  const allowed = await update(OPERATOR, change)
  const value: unknown = Object.getOwnPropertyDescriptor(allowed.answer, name)?.value
  expect((await update(DORA, { description: 'Better', [name]: value })).answer.description).toBe('Better')
  await answerTo(DORA, 'deleteClient', ofClient(client_id))
})

test('an app of a developer calls nothing for itself: its developer would choose its scopes', async () => {
  const own = { grant_types: ['client_credentials'] }
  expect((await ask(DORA, 'createClient', { body: { ...CREATION, ...own } })).code).toBe('not_allowed')
  const { client_id } = await create(DORA)
  const update = (user: string) => ask(user, 'updateClient', ofClient(client_id, { body: own }))
  expect((await update(DORA)).code).toBe('not_allowed')
  expect((await update(OPERATOR)).code).toBe('invalid_client_metadata')
  await answerTo(DORA, 'deleteClient', ofClient(client_id))
})

test('a developer has twenty apps at most, however many they register at once', async () => {
  const developer = '2b0ec1d2-3f7c-4c3f-9a51-0d9a4c1f2e3b'
  const attempts = Array.from({ length: 23 }, () => ask(developer, 'createClient', { body: CREATION }))
  const outcomes = await Promise.all(attempts)
  expect(outcomes.filter(({ code }) => code === 'too_many_apps')).toHaveLength(3)
  expect(outcomes.filter(({ status }) => status === 200)).toHaveLength(20)
  // Refused before any host is asked for a logo.
  const withLogo = { ...CREATION, logo_uri: 'https://127.0.0.1/logo.png' }
  expect((await ask(developer, 'createClient', { body: withLogo })).code).toBe('too_many_apps')
  const wrong = { ...withLogo, redirect_uris: ['http://app.example/callback'] }
  expect((await ask(OPERATOR, 'createClient', { body: wrong })).code).toBe('invalid_redirect_uri')
})

test('a person to whom core and provider give different roles may do nothing', async () => {
  for (const [user, role] of [
    [OPERATOR, 'developer'],
    [DORA, 'administrator'],
    [DORA, 'none'],
  ] as const) {
    expect((await ask(user, 'createClient', { body: CREATION }, role)).code).toBe('not_allowed')
    expect((await ask(user, 'listClients', { query: {} }, role)).code).toBe('not_allowed')
    expect((await ask(user, 'readAccess', {}, role)).answer).toMatchObject({ role: 'none', user_id: user })
  }
})

test('a refused change is in the trail, and a look at something that is not there is not', async () => {
  const user_id = '4b0ec1d2-3f7c-4c3f-9a51-0d9a4c1f2e3b'
  for (const operation of ['readClient', 'deleteClient']) {
    expect((await ask(user_id, operation, ofClient('nobody'))).code).toBe('not_found')
    const input = { user_id, role: 'developer', operation, input: ofClient('nobody') }
    await provider.answerCore({ operation: 'administer', input })
  }
  const { events } = await answerTo(OPERATOR, 'listAuditEvents', { query: { user_id } })
  expect(events).toHaveLength(1)
  expect(events[0]).toMatchObject({ event: 'administration_refused', outcome: 'not_found', times: 2 })
})

test('a developer reads the decisions about their app, without the people and the operators', async () => {
  await provider.obtainTokens()
  const { client_id } = await create(DORA)
  await provider.app.auditTrail.flush()
  await provider.database.sql`
    update provider.audit_events set client_id = ${client_id}, outcome = 'command_line:olga'
     where event = 'tokens_issued'`
  const list = (query: object) => ask(DORA, 'listAuditEvents', { query })
  const { events } = (await list({ client_id })).answer
  expect(events[0]).toMatchObject({ event: 'client_registered', outcome: 'developer', user_id: DORA })
  const nobody = { user_id: null, grant_id: null, auth_request_id: null, network: null }
  expect(events.slice(1).length).toBeGreaterThan(0)
  for (const event of events.slice(1))
    expect(event).toMatchObject({ event: 'tokens_issued', outcome: 'command_line', ...nobody })
  expect((await list({})).code).toBe('invalid_request')
  expect((await list({ client_id, user_id: OPERATOR })).code).toBe('invalid_request')
})

test('a deleted account leaves its apps without an owner, and still unreviewed', async () => {
  const leaving = '3b0ec1d2-3f7c-4c3f-9a51-0d9a4c1f2e3b'
  const { client_id } = await create(leaving)
  const changed = new Set<string>()
  const stopListening = await listenFor((clientId) => changed.add(clientId))
  await provider.internal('POST', 'people/erase/', { user_id: leaving })
  // Other processes hold copies that name the owner.
  await expect.poll(() => changed.has(client_id)).toBe(true)
  await stopListening()
  expect((await ask(leaving, 'readClient', ofClient(client_id))).code).toBe('not_found')
  expect((await answerTo(OPERATOR, 'readClient', ofClient(client_id))).owner).toBeNull()
  const [row] = await provider.database.sql`select owner from provider.clients where client_id = ${client_id}`
  expect(row).toEqual({ owner: '' })
})

test('processes are told of a disabled app again when it is disabled again: the first may have died before', async () => {
  const { client_id } = await create(OPERATOR)
  const told: string[] = []
  onTestFinished(await listenFor((clientId) => told.push(clientId)))
  for (let time = 0; time < 2; time += 1) await ask(OPERATOR, 'disableClient', ofClient(client_id))
  await expect.poll(() => told).toEqual([client_id, client_id])
})

test('the trail is read by event, by outcome, by person and within times', async () => {
  const { client_id } = await create(OPERATOR)
  const list = async (query: object) => (await answerTo(OPERATOR, 'listAuditEvents', { query })).events
  const [registered] = await list({ client_id, event: 'client_registered', outcome: 'administrator' })
  expect(registered).toMatchObject({ user_id: OPERATOR, client_id })
  expect(await list({ client_id, outcome: 'developer' })).toEqual([])
  const byOutcome = await ask(OPERATOR, 'listAuditEvents', { query: { outcome: 'developer' } })
  expect([byOutcome.status, byOutcome.error]).toEqual([400, expect.stringContaining('beside the outcome')])
  const later = new Date(Date.parse(registered.at) + 1).toISOString()
  expect(await list({ client_id, since: registered.at, until: later })).toEqual([registered])
  expect(await list({ client_id, since: later })).toEqual([])
  expect(await list({ client_id, until: registered.at })).toEqual([])
  expect((await ask(OPERATOR, 'listAuditEvents', { query: { until: '2026-12-31T23:59:60Z' } })).status).toBe(400)
})

test('signing keys are listed, replaced, and published no more once they sign no more', async () => {
  await provider.obtainTokens()
  const keys = async () => (await answerTo(OPERATOR, 'listSigningKeys')).keys as { kid: string; state: string }[]
  const [active] = await keys()
  const remove = (kid = '') => ask(OPERATOR, 'deleteSigningKey', { params: { kid } })
  expect((await remove(active?.kid)).code).toBe('key_in_use')
  await answerTo(OPERATOR, 'rotateSigningKeys', { body: {} })
  expect((await keys()).map(({ state }) => state)).toContain('published')
  await provider.database.sql`
    update provider.signing_keys set active_from = now() - interval '1 minute', retires_at = now() + (retires_at - active_from)
     where retires_at is null and generation > 1`
  await provider.database.sql`
    update provider.signing_keys set retires_at = now() - interval '1 minute' where retires_at is not null`
  const retired = (await keys()).find(({ state }) => state === 'retired')
  expect((await remove(retired?.kid)).status).toBe(200)
  expect((await keys()).find(({ kid }) => kid === retired?.kid)?.state).toBe('removed')
  expect((await remove(retired?.kid)).code).toBe('not_found')
  await answerTo(OPERATOR, 'rotateSigningKeys', { body: { immediately: true } })
  expect(new Set((await keys()).map(({ state }) => state))).toEqual(new Set(['active', 'removed']))
  expect(JSON.stringify(await keys())).not.toContain('HS256')
})

test('figures tell what this process counts, and the totals of the trail by day', async () => {
  const figures = await answerTo(OPERATOR, 'readFigures')
  const today = new Date().toISOString().slice(0, 10)
  expect(figures).toMatchObject({ since: expect.any(String), routes: expect.any(Array) })
  const day = figures.days.find((each: { day: string }) => each.day === today)
  const registered = day?.events.find((each: { event: string }) => each.event === 'client_registered')
  expect(registered.count).toBeGreaterThan(20)
})

test('core is answered in its own process as over HTTP', async () => {
  const asOperator = { user_id: OPERATOR, role: 'administrator' }
  for (const input of [
    { ...asOperator, operation: 'listSigningKeys', input: {} },
    { user_id: DORA, role: 'developer', operation: 'listSigningKeys', input: {} },
    { ...asOperator, operation: 'readClient', input: ofClient('nobody') },
    { ...asOperator, operation: 'deleteClient', input: { params: {} } },
  ]) {
    const sent = await provider.internal('POST', 'administration/', input)
    const called = await provider.answerCore({ operation: 'administer', input })
    expect([called.status, called.body]).toEqual([sent.statusCode, sent.json()])
  }
})

test.each([
  ['an operation that there is not', OPERATOR, 'grantEverything', {}, 404],
  ['a name that every object has', OPERATOR, 'toString', {}, 404],
  ['an operation without what it needs', OPERATOR, 'readClient', {}, 400],
  ['of a developer, what is for administrators', DORA, 'rotateSigningKeys', { body: {} }, 403],
])('%s is refused', async (_case, user, operation, input, expected) => {
  expect((await ask(user, operation, input)).status).toBe(expected)
})
