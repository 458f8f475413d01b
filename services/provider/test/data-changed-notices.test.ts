import { hasOwnServer, startBeforeAll } from '@countersign/testing'
import { createLocalJWKSet, decodeJwt, type JSONWebKeySet, jwtVerify } from 'jose'
import { beforeAll, describe, expect, test } from 'vitest'
import { type KeptGrant, keepingUpToDate } from './kept-up-to-date.ts'
import { startReceivingApps } from './receiving-app.ts'
import { ISSUER, startProvider, type TestClient } from './started-provider.ts'

const apps = startBeforeAll(startReceivingApps)
const provider = startBeforeAll(() => startProvider('postgresql', undefined, {}, { outbound: apps.outbound }))
let device: ReturnType<typeof keepingUpToDate>
let shop: TestClient

beforeAll(async () => {
  device = keepingUpToDate(provider)
  shop = await registerAt('/shop')
})

const registerAt = (path: string, changes = {}) => device.register({ eventsUri: apps.at(path), ...changes })
const pending = ({ client_id }: TestClient) =>
  provider.database.sql<{ attempts: number }>`
    select attempts from provider.pending_logouts where client_id = ${client_id}`
const toldAt = (path: string) => apps.receivedAt(path).map(({ body }) => decodeJwt(body))
async function whenTold(path: string, times: number): Promise<void> {
  await expect.poll(() => toldAt(path)).toHaveLength(times)
}

/** Lets the pause after a failure pass, and has this process look again by another app's notice. */
async function tryAgain({ client_id }: TestClient): Promise<void> {
  await provider.database
    .sql`update provider.pending_logouts set next_attempt_at = now() where client_id = ${client_id}`
  await device.send(await device.approve(shop), 1)
}

/** An app that refuses notices at first, and a grant whose change waits for it. */
async function waitingAt(path: string, changes = {}) {
  apps.answers.set(path, (response) => response.writeHead(500).end())
  const client = await registerAt(path, changes)
  const grant = await device.approve(client)
  await device.send(grant, 1)
  await expect.poll(() => pending(client)).toEqual([{ attempts: 1 }])
  return { client, grant }
}

test('RFC 8935 §2: an app is told by its own name for the person that their data changed, and no more', async () => {
  apps.answers.set('/books', (response) => response.writeHead(202).end())
  const books = await registerAt('/books', { subjectType: 'pairwise' })
  const grant = await device.approve(books)
  await device.send(grant, 1)
  await whenTold('/books', 1)
  const [{ type, body } = { type: '', body: '' }] = apps.receivedAt('/books')
  expect(type).toBe('POST application/secevent+jwt')
  const keys = createLocalJWKSet((await provider.app.inject('/.well-known/jwks.json')).json<JSONWebKeySet>())
  const expected = { issuer: ISSUER, audience: books.client_id, typ: 'secevent+jwt' }
  const { payload } = await jwtVerify(body, keys, expected)
  const { iat = 0, toe, ...claims } = payload
  expect(claims).toEqual({
    iss: ISSUER,
    aud: books.client_id,
    jti: expect.any(String),
    sub: grant.sub,
    events: { 'urn:countersign:event:data-changed': {} },
  })
  expect(grant.sub).not.toBe(grant.userId)
  expect(Math.abs(iat - Number(toe))).toBeLessThan(60)
  await expect.poll(() => pending(books)).toEqual([])
  const logged = provider.log.map((line) => JSON.parse(line)).filter(({ event }) => event === 'data_changed_taken')
  expect(logged).toMatchObject([{ client_id: books.client_id }])
  expect(Object.keys(logged[0])).not.toEqual(expect.arrayContaining(['user_id', 'grant_id']))
})

test('an app is told of a newer version alone, and only at an address for it', async () => {
  const [newer, quiet] = [await registerAt('/newer'), await device.register()]
  for (const client of [newer, quiet]) {
    const grant = await device.approve(client)
    for (const version of [2, 1, 2]) await device.send(grant, version)
  }
  await whenTold('/newer', 1)
  await tryAgain(newer)
  await expect.poll(() => pending(newer)).toEqual([])
  expect([toldAt('/newer').length, await pending(quiet)]).toEqual([1, []])
})

test('of a grant one notice waits, and a newer change makes it due at once', async () => {
  const { client, grant } = await waitingAt('/once')
  await device.send(grant, 2)
  await expect.poll(() => pending(client)).toEqual([{ attempts: 2 }])
  await device.send(await device.approve(client), 1)
  await expect.poll(() => pending(client)).toHaveLength(2)
  await whenTold('/once', 3)
  apps.answers.delete('/once')
  await tryAgain(client)
  await whenTold('/once', 5)
  await expect.poll(() => pending(client)).toEqual([])
  expect(new Set(toldAt('/once').map(({ jti }) => jti)).size).toBe(5)
  expect(toldAt('/once').filter(({ sub }) => sub === grant.sub)).toHaveLength(3)
})

describe('a notice that waits is not sent once', () => {
  const patch = ({ client_id }: TestClient, changes: object) =>
    provider.admin('PATCH', `clients/${client_id}/`, changes)

  test.each<[string, (waiting: { readonly client: TestClient; readonly grant: KeptGrant }) => unknown]>([
    ['the app has fetched the change', ({ client, grant }) => provider.refresh(grant.tokens.refresh_token, client)],
    ['the person has revoked the grant', ({ grant }) => provider.revokeGrants(grant.userId)],
    ['the account is suspended', ({ grant }) => device.act(grant.userId, 'suspend', 1)],
    ['the account is gone', ({ grant }) => provider.internal('POST', 'people/erase/', { user_id: grant.userId })],
    ['the app has removed its address', ({ client }) => patch(client, { events_uri: null })],
    ['the app is disabled', ({ client }) => provider.admin('POST', `clients/${client.client_id}/disable/`, {})],
    ['the app is removed', ({ client }) => provider.admin('DELETE', `clients/${client.client_id}/`)],
  ])('%s', async (what, change) => {
    const path = `/${what.replaceAll(' ', '-')}`
    const { client, grant } = await waitingAt(path)
    expect(JSON.stringify(await rowsOf(client))).not.toContain(grant.userId)
    await change({ client, grant })
    apps.answers.delete(path)
    await tryAgain(client)
    await expect.poll(() => pending(client)).toEqual([])
    expect(toldAt(path)).toHaveLength(1)
  })

  const rowsOf = ({ client_id }: TestClient) =>
    provider.database.sql`select row_to_json(p) from provider.pending_logouts p where client_id = ${client_id}`
})

test('an older process, which takes a change for a logout, cannot send it as one', async () => {
  const { client } = await waitingAt('/older', { backchannelLogoutUri: apps.at('/older-logout') })
  await provider.database.sql`
    update provider.pending_logouts set changed_grant_id = null where client_id = ${client.client_id}`
  await tryAgain(client)
  await expect.poll(() => pending(client)).toEqual([{ attempts: 2 }])
  expect(apps.receivedAt('/older-logout')).toEqual([])
})

test.runIf(hasOwnServer)('on one machine, a notice that cannot be queued keeps no update either', async () => {
  const broken = await startProvider('postgresql', undefined, {}, { outbound: apps.outbound })
  const its = keepingUpToDate(broken)
  const grant = await its.approve(await its.register({ eventsUri: apps.at('/broken') }))
  await broken.database.pool.query(`
    create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$;
    create trigger refused before insert on provider.pending_logouts for each row execute function refuse()`)
  expect((await its.post(grant, its.sign(grant))).statusCode).toBe(500)
  expect(await its.listed(grant)).not.toHaveProperty('update')
  await broken.close()
})
