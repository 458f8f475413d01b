import { randomUUID } from 'node:crypto'
import { startBeforeAll } from '@countersign/testing'
import { describe, expect, test } from 'vitest'
import { expectServiceRefusal } from './answers.ts'
import { ISSUER, startProvider, USER_ID } from './started-provider.ts'

type Listed = { grant_id: string; client: { client_id: string }; last_used_at: string; created_at: string }

describe('grants:', () => {
  const provider = startBeforeAll(() => startProvider('postgresql'))

  /** A new user for each test; tests share the provider. */
  async function newPerson() {
    const userId = randomUUID()
    const obtainCode = () => provider.obtainCode({}, { user_id: userId })
    const obtainTokens = async () => (await provider.exchange(await obtainCode())).json()
    const list = async (): Promise<Listed[]> =>
      (await provider.internal('GET', `grants/?user_id=${userId}`)).json().grants
    const revoke = (of: object) => provider.revokeGrants(userId, of)
    return { userId, obtainCode, obtainTokens, list, revoke }
  }

  test('each grant is listed with its app, its scopes and its first and last use', async () => {
    const person = await newPerson()
    const { refresh_token } = await person.obtainTokens()
    await provider.database.sql`
      update provider.grants set created_at = now() - interval '1 day', issued_at = now() - interval '1 day'
       where user_id = ${person.userId}`
    await provider.refresh(refresh_token)
    const [grant, ...rest] = await person.list()
    expect(rest).toEqual([])
    expect(grant).toEqual({
      grant_id: expect.any(String),
      client: {
        client_id: provider.client.client_id,
        name: 'Example App',
        logo: `${ISSUER}/oauth/clients/${provider.client.client_id}/logo`,
        description: 'An app for tests.',
      },
      scopes: ['openid', 'email'],
      created_at: expect.any(String),
      last_used_at: expect.any(String),
      access_expires_at: expect.any(String),
      expires_at: expect.any(String),
      ends_at: null,
    })
    const idle = Date.parse(grant?.last_used_at ?? '') - Date.parse(grant?.created_at ?? '')
    expect(idle).toBeGreaterThan(86_000_000)
  })

  test('a revoked or expired grant is not listed, and gives nothing any more', async () => {
    const person = await newPerson()
    const { refresh_token } = await person.obtainTokens()
    const [first] = await person.list()
    await person.obtainTokens()
    const second = (await person.list()).find(({ grant_id }) => grant_id !== first?.grant_id)
    for (const revoked of [1, 0])
      expect((await person.revoke({ grant_id: first?.grant_id })).json()).toEqual({ revoked })
    expect((await provider.refresh(refresh_token)).json()).toMatchObject({ error: 'invalid_grant' })
    expect((await person.list()).map((grant) => grant.grant_id)).toEqual([second?.grant_id])
    await provider.database.sql`
      update provider.grants set refresh_token_expires_at = now() where grant_id = ${second?.grant_id}`
    expect(await person.list()).toEqual([])
  })

  test("another person's grant answers 404, and lives on", async () => {
    const person = await newPerson()
    const stranger = await newPerson()
    const { refresh_token } = await person.obtainTokens()
    const [grant] = await person.list()
    expectServiceRefusal(await stranger.revoke({ grant_id: grant?.grant_id }), 404, 'not_found')
    expect((await stranger.revoke({ grant_id: randomUUID() })).statusCode).toBe(404)
    expect((await provider.refresh(refresh_token)).statusCode).toBe(200)
  })

  test('all grants of one app end together, with its unredeemed code; other apps keep theirs', async () => {
    const person = await newPerson()
    await person.obtainTokens()
    await person.obtainTokens()
    const code = await person.obtainCode()
    expect((await person.revoke({ client_id: randomUUID() })).json()).toEqual({ revoked: 0 })
    expect(await person.list()).toHaveLength(2)
    expect((await person.revoke({ client_id: provider.client.client_id })).json()).toEqual({ revoked: 2 })
    expect(await person.list()).toEqual([])
    expect((await provider.exchange(code)).json()).toMatchObject({ error: 'invalid_grant' })
  })

  test("CVE-2023-22492, CVE-2024-46999: a locked person's refresh tokens and codes fail", async () => {
    const person = await newPerson()
    const bystander = await newPerson()
    const { refresh_token } = await person.obtainTokens()
    const others = await bystander.obtainTokens()
    const code = await person.obtainCode()
    expect((await person.revoke({ all: true })).json()).toEqual({ revoked: 1 })
    expect((await provider.refresh(refresh_token)).json()).toMatchObject({ error: 'invalid_grant' })
    expect((await provider.exchange(code)).json()).toMatchObject({ error: 'invalid_grant' })
    expect((await provider.refresh(others.refresh_token)).statusCode).toBe(200)
    const [row] = await provider.database.sql`
      select sealed_data_token from provider.authorization_requests
       where user_id = ${person.userId} and auth_request_id not in (select grant_id from provider.grants)`
    expect(row?.['sealed_data_token']).toBeNull()
  })

  test('an end that is told late spares later approvals, and nothing of an earlier code', async () => {
    const person = await newPerson()
    const [before, since] = [await person.obtainTokens(), await person.obtainTokens()]
    const code = await person.obtainCode()
    const [, { grant_id } = { grant_id: '' }] = await person.list()
    await provider.database.sql`
      update provider.authorization_requests set decided_at = now() - interval '2 hours' where auth_request_id = ${grant_id}`
    expect((await person.revoke({ all: true, asked_seconds_ago: 3_600 })).json()).toEqual({ revoked: 1 })
    expect((await provider.refresh(before.refresh_token)).statusCode).toBe(400)
    expect((await provider.refresh(since.refresh_token)).statusCode).toBe(200)
    expect((await provider.exchange(code)).statusCode).toBe(200)
  })

  test('an approval under way when everything ends finds its request denied; others keep theirs', async () => {
    const person = await newPerson()
    const bystander = await newPerson()
    const approvals = await Promise.all(
      [person, bystander].map(async ({ userId }) => {
        const id = await provider.startRequest()
        await provider.readAs(userId, id)
        return () => provider.complete(id, { user_id: userId })
      }),
    )
    expect((await person.revoke({ all: true })).statusCode).toBe(200)
    const answers = await Promise.all(approvals.map((approve) => approve()))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([409, 200])
    expect(answers[0]?.json().code).toBe('request_not_pending')
  })

  test('no code survives when approvals and the end of everything come at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const person = await newPerson()
      const ids = await Promise.all(Array.from({ length: 4 }, () => provider.startRequest()))
      await Promise.all(ids.map((id) => provider.readAs(person.userId, id)))
      const [, ...answers] = await Promise.all([
        person.revoke({ all: true }),
        ...ids.map((id) => provider.complete(id, { user_id: person.userId })),
      ])
      for (const answer of answers.filter(({ statusCode }) => statusCode === 200)) {
        expect((await provider.exchange(answer.json().authorization_code)).statusCode).toBe(400)
      }
    }
  })

  test('CVE-2026-8922: nothing that is exchanged while everything ends outlives the end', async () => {
    for (let round = 0; round < 5; round += 1) {
      const person = await newPerson()
      const codes = await Promise.all(Array.from({ length: 5 }, () => person.obtainCode()))
      const [ended, ...exchanged] = await Promise.all([
        person.revoke({ all: true }),
        ...codes.map((code) => provider.exchange(code)),
      ])
      expect(ended.statusCode).toBe(200)
      expect(await person.list()).toEqual([])
      for (const answer of exchanged.filter(({ statusCode }) => statusCode === 200)) {
        expect((await provider.refresh(answer.json().refresh_token)).statusCode).toBe(400)
      }
    }
  })

  test.each([
    ['no user', '', 400],
    ['a user with spaces', '?user_id=a%20b', 400],
    ['a user without grants', '?user_id=nobody', 200],
  ])('a list for %s is answered as it should be', async (_case, query, status) => {
    expect((await provider.internal('GET', `grants/${query}`)).statusCode).toBe(status)
  })

  test.each<[string, object]>([
    ['nothing named', {}],
    ['a grant and all at once', { grant_id: randomUUID(), all: true }],
    ['a grant that is no UUID', { grant_id: 'x' }],
    ['all: false', { all: false }],
  ])('a revocation with %s is refused', async (_case, body) => {
    expectServiceRefusal(await provider.revokeGrants(USER_ID, body), 400, 'invalid_request')
  })
})

test('listing and ending grants use indexes, not the size of the tables', async () => {
  const provider = await startProvider('postgresql')
  const { pool } = provider.database
  await pool.query(`
    insert into provider.grants (grant_id, client_id, user_id, scopes, refresh_token_hash, refresh_token_expires_at, leaves_at, expires_at, access_token_expires_at, access_token_salt)
    select gen_random_uuid(), 'c' || n % 100, 'u' || n % 5000, '{email}', decode(md5(n::text), 'hex'), now() + interval '1 day', now(), now(), now(), ''
      from generate_series(1, 20000) n;
    insert into provider.authorization_requests (auth_request_id, client_id, user_id, redirect_uri, requested_scopes, state, expires_at, leaves_at)
    select grant_id, client_id, user_id, '', '{}', '', now(), now() from provider.grants;
    analyze`)
  const plans = await Promise.all(
    [
      `select 1 from provider.grants g where g.user_id = 'u7' and g.revoked_at is null`,
      `update provider.grants set revoked_at = now() where user_id = 'u7' and revoked_at is null`,
      `select grant_id, client_id from provider.grants where grant_id > '00000000-0000-0000-0000-000000000000' order by grant_id limit 1000`,
      `update provider.authorization_requests set code_used_at = now() where user_id = 'u7' and code_used_at is null`,
    ].map(async (statement) => JSON.stringify((await pool.query(`explain (format json) ${statement}`)).rows)),
  )
  for (const plan of plans) expect(plan).not.toContain('Seq Scan')
  await provider.close()
})
