import { randomUUID } from 'node:crypto'
import type { Sql, SqlPool } from '@countersign/service/sql'
import { createTestDatabase, hasOwnServer } from '@countersign/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { erasePerson } from '../src/flow/people/erase-person.store.ts'
import { putSuspension } from '../src/flow/people/suspension.store.ts'
import { providerMigrations } from '../src/index.ts'
import { type StartedProvider, startProvider } from './started-provider.ts'

describe('an erased person', () => {
  let provider: StartedProvider
  let pairwise: { client_id: string; client_secret: string | undefined }

  beforeAll(async () => {
    provider = await startProvider('postgresql')
    pairwise = await provider.register({ subjectType: 'pairwise' })
  })
  afterAll(() => provider.close())

  const approve = async (userId: string, { client_id } = provider.client) => {
    const id = await provider.startRequest({ client_id })
    const { subject = userId } = (await provider.readAs(userId, id)).json()
    return provider.complete(id, { user_id: userId, attested: { sub: subject } })
  }
  const deny = async (userId: string) => provider.deny(await provider.startRequest(), userId)
  const erase = (userId: string) => provider.internal('POST', 'people/erase/', { user_id: userId })

  /** Uses every feature as this user; returns all their identifiers. */
  async function live(userId: string) {
    const exchanged = await provider.exchange((await approve(userId)).json().authorization_code)
    const { refresh_token, id_token: id_token_hint } = exchanged.json()
    await provider.startRequest({ id_token_hint })
    const refreshed = (await provider.refresh(refresh_token)).json()
    const paired = await approve(userId, pairwise)
    const tokens = (await provider.exchange(paired.json().authorization_code, { ...pairwise })).json()
    await provider.startRequest({ client_id: pairwise.client_id, id_token_hint: tokens.id_token })
    const { sub } = JSON.parse(Buffer.from(tokens.id_token.split('.')[1], 'base64url').toString())
    const code: string = (await approve(userId)).json().authorization_code
    await deny(userId)
    const open = await provider.startRequest()
    await provider.readAs(userId, open)
    await provider.complete(open, { user_id: userId, data_token: 'none' })
    await putSuspension(provider.database.sql, { userId, change: 2, isSuspended: false })
    return { sub: String(sub), open, code, ...refreshed }
  }

  async function traces(userId: string): Promise<string[]> {
    const rows = await provider.database.sql<{ trace: string }>`
      select encode(refresh_token_hash, 'hex') as trace from provider.grants where user_id = ${userId}
      union select encode(access_token_salt, 'hex') from provider.grants where user_id = ${userId}
      union select encode(code_hash, 'hex') from provider.authorization_requests where user_id = ${userId} and code_hash is not null`
    return [userId, ...rows.map(({ trace }) => trace)]
  }

  test('is nowhere: not in a request, code, grant, token or suspension, and in no event', async () => {
    const [ada, bystander] = [randomUUID(), randomUUID()]
    const { sub, access_token, refresh_token, code } = await live(ada)
    await live(bystander)
    const before = await provider.stored()
    const left = await traces(ada)
    expect(left.filter((trace) => !before.includes(trace))).toEqual([])

    expect((await erase(ada)).json()).toEqual({ erased: true })
    const after = await provider.stored()
    expect([...left, sub].filter((trace) => after.includes(trace))).toEqual([])
    expect((await traces(bystander)).filter((trace) => !after.includes(trace))).toEqual([])
    expect((await provider.userinfo(access_token)).statusCode).toBe(401)
    expect((await provider.refresh(refresh_token)).json().error).toBe('invalid_grant')
    expect((await provider.exchange(code)).json().error).toBe('invalid_grant')
    expect((await erase(ada)).statusCode).toBe(200)
  })

  test('is taken out of a trail of any length, in steps', async () => {
    const userId = randomUUID()
    await provider.database.sql`
      insert into provider.audit_events (event_id, at, event, user_id)
      select gen_random_uuid(), now(), 'tokens_issued', ${userId} from generate_series(1, 4100)`
    expect((await erase(userId)).statusCode).toBe(200)
    expect(await provider.stored()).not.toContain(userId)
  })

  test('leaves in the trail that an app was approved, not by which person', async () => {
    const ada = randomUUID()
    await live(ada)
    await provider.app.auditTrail.flush()
    await provider.database.sql`delete from provider.audit_events where user_id is distinct from ${ada}`
    await erase(ada)
    const rows = await provider.database.sql`
      select distinct event, user_id, grant_id, auth_request_id, network from provider.audit_events
       where event = 'tokens_issued' and client_id = ${pairwise.client_id}`
    const nobody = { user_id: null, grant_id: null, auth_request_id: null, network: null }
    expect(rows).toEqual([{ event: 'tokens_issued', ...nobody }])
  })

  test('leaves their acts on others in the trail, without their name and network', async () => {
    const [operator, ada] = [randomUUID(), randomUUID()]
    await provider.database.sql`
      insert into provider.audit_events (event_id, at, event, user_id, actor_id, network)
      values (gen_random_uuid(), now(), 'account_suspended', ${ada}, ${operator}, '192.0.2.0')`
    await erase(operator)
    const left = await provider.database.sql`
      select event, actor_id, network from provider.audit_events where user_id = ${ada}`
    expect(left).toEqual([{ event: 'account_suspended', actor_id: null, network: null }])
  })

  test('cannot approve what they had open', async () => {
    const ada = randomUUID()
    const { open } = await live(ada)
    await erase(ada)
    const late = await provider.complete(open, { user_id: ada })
    expect([late.statusCode, late.json().code]).toEqual([404, 'not_found'])
  })

  test('is removed again if a running request or another process names them late', async () => {
    const ada = randomUUID()
    const other = await provider.startInstance()
    const id = await provider.startRequest()
    const approval = { auth_request_id: id, user_id: ada, approved_scopes: ['openid'], data_token: 'none' }
    await provider.internal('POST', 'consent-complete/', approval, { at: other })
    await erase(ada)
    await provider.readAs(ada, id)
    await other.close()
    expect((await provider.stored()).includes(ada)).toBe(true)
    await provider.app.close()
    const closed = provider
    provider = await startProvider('postgresql', undefined, {}, { database: closed.database })
    expect((await provider.stored()).includes(ada)).toBe(false)
  })

  test.each([
    ['a person with spaces', { user_id: 'a b' }],
    ['more than a person', { user_id: 'ada', all: true }],
  ])('naming %s is refused', async (_case, body) => {
    const refused = await provider.internal('POST', 'people/erase/', body)
    expect([refused.statusCode, refused.json().code]).toEqual([400, 'invalid_request'])
  })
})

test.runIf(hasOwnServer)('on one machine, a person is found by indexes, in tables of any size', async () => {
  const database = await createTestDatabase('postgresql', providerMigrations)
  const { pool } = database
  await pool.query(`
    insert into provider.authorization_requests (auth_request_id, client_id, user_id, hinted_subject, redirect_uri, requested_scopes, state, expires_at, leaves_at)
    select gen_random_uuid(), 'c', 'u' || n % 5000, case n % 10 when 0 then 's' || n % 5000 end, '', '{}', '', now(), now() from generate_series(1, 20000) n;
    insert into provider.grants (grant_id, client_id, user_id, scopes, refresh_token_hash, refresh_token_expires_at, leaves_at, expires_at, access_token_expires_at, access_token_salt)
    select auth_request_id, client_id, user_id, '{email}', decode(md5(auth_request_id::text), 'hex'), now() + interval '1 day', now(), now(), now(), '' from provider.authorization_requests;
    insert into provider.suspensions select distinct user_id, 1, true from provider.grants;
    insert into provider.event_deliveries (event_id, event, queue, next_attempt_at, expires_at)
    select grant_id, 'tokens_issued', user_id, now(), now() from provider.grants;
    analyze`)
  // Statistics of a connection are exact within a transaction; between two of them PostgreSQL may start anew.
  const counts: unknown[][][] = []
  const transaction: SqlPool['transaction'] = (work) =>
    database.sql.transaction(async (own) => {
      const count = () => own`
        select relname, seq_scan::int from pg_stat_xact_user_tables
         where schemaname = 'provider' and relname not in ('clients', 'audit_events') order by relname`
      const before = await count()
      const result = await work(own)
      counts.push([before, await count()])
      return result
    })
  const counted: Sql = (text, ...values) => transaction((own) => own(text, ...values))
  await erasePerson(Object.assign(counted, { transaction }), 'u7', {
    hintedSubjects: ['s10', 's20'],
    sealedUserId: Buffer.from('sealed'),
  })
  expect(counts.length).toBeGreaterThan(1)
  for (const [before, after] of counts) expect(after).toEqual(before)
  const left = await pool.query(`
    select from provider.authorization_requests where user_id = 'u7' or hinted_subject in ('s10', 's20')`)
  expect(left.rows).toEqual([])
  await database.close()
})
