import { sha256 } from '@countersign/service/secrets'
import { ENGINES, startBeforeAll } from '@countersign/testing'
import { describe, expect, test } from 'vitest'
import { expectRefusal } from './answers.ts'
import { startProvider } from './started-provider.ts'

describe.each(ENGINES)('refreshing on the %s database', (engine) => {
  const provider = startBeforeAll(() => startProvider(engine))

  test('a refresh gives a new pair with the granted scope, and no data token', async () => {
    const first = await provider.obtainTokens()
    const response = await provider.refresh(first.refresh_token)
    expect(response.statusCode).toBe(200)
    const second = response.json()
    expect(second).toEqual({
      access_token: expect.stringMatching(/^cs_at_/),
      token_type: 'Bearer',
      expires_in: 3600,
      refresh_token: expect.stringMatching(/^cs_rt_/),
      scope: 'openid email',
    })
    expect(second.refresh_token).not.toBe(first.refresh_token)
    expect(second.access_token).not.toBe(first.access_token)
  })

  test('a narrower scope may be asked for, and the next refresh is not narrowed by it', async () => {
    const { refresh_token } = await provider.obtainTokens()
    const narrowed = (await provider.refresh(refresh_token, { scope: 'email' })).json()
    expect(narrowed.scope).toBe('email')
    expect((await provider.refresh(narrowed.refresh_token)).json().scope).toBe('openid email')
  })

  test.each([
    ['openid email offline_access', 'openid email'],
    ['openid offline_access a-scope-of-another-server', 'openid'],
    ['offline_access', 'openid email'],
  ])('the scope %s is understood as at authorize: it gives %s', async (scope, given) => {
    const { refresh_token } = await provider.obtainTokens({ scope: 'openid email offline_access' })
    expect((await provider.refresh(refresh_token, { scope })).json().scope).toBe(given)
  })

  test('when the answer is lost, the old token works again and the lost pair dies', async () => {
    const { refresh_token } = await provider.obtainTokens()
    const lost = (await provider.refresh(refresh_token)).json()
    const retried = await provider.refresh(refresh_token)
    expect(retried.statusCode).toBe(200)
    for (const token of [lost.access_token, lost.refresh_token])
      expect((await provider.introspect(token)).json()).toEqual({ active: false })
    expect((await provider.userinfo(lost.access_token)).statusCode).toBe(401)
    expect((await provider.refresh(retried.json().refresh_token)).statusCode).toBe(200)
  })

  test('once the new pair was used, the old token revokes the whole grant', async () => {
    const { refresh_token: first } = await provider.obtainTokens()
    const { refresh_token: second } = (await provider.refresh(first)).json()
    const { refresh_token: third } = (await provider.refresh(second)).json()
    expect((await provider.refresh(first)).json()).toMatchObject({ error: 'invalid_grant' })
    expect((await provider.refresh(third)).json()).toMatchObject({ error: 'invalid_grant' })
    expect((await provider.refresh(second)).json()).toMatchObject({ error: 'invalid_grant' })
  })

  test('a pair that was replaced unused is a sign of two holders: using it revokes the grant', async () => {
    const { refresh_token } = await provider.obtainTokens()
    const replaced = (await provider.refresh(refresh_token)).json()
    const current = (await provider.refresh(refresh_token)).json()
    expect((await provider.refresh(replaced.refresh_token)).json()).toMatchObject({ error: 'invalid_grant' })
    expect((await provider.refresh(current.refresh_token)).json()).toMatchObject({ error: 'invalid_grant' })
  })

  test('CVE-2026-53517 (GHSA-392p-2q2v-4372), CVE-2026-1035: refreshes at once never leave two living descendants', async () => {
    const { refresh_token } = await provider.obtainTokens()
    const responses = await Promise.all(Array.from({ length: 20 }, () => provider.refresh(refresh_token)))
    const issued = responses.filter(({ statusCode }) => statusCode === 200).map((response) => response.json())
    expect(issued.length).toBeGreaterThan(0)
    const hashes = issued.map(({ access_token }) => sha256(access_token))
    const [row] = await provider.database.sql<{ alive: number }>`
      select count(*)::int as alive from provider.access_tokens a join provider.grants g using (grant_id)
       where a.token_hash = any(${hashes}::bytea[]) and g.revoked_at is null`
    expect(row?.alive).toBe(1)
  })

  test.each([
    ['a missing token', { refresh_token: undefined }, 400, 'invalid_request'],
    ['a token that never was', { refresh_token: `cs_rt_${'A'.repeat(64)}` }, 400, 'invalid_grant'],
    ['something that is no refresh token', { refresh_token: 'x' }, 400, 'invalid_grant'],
    ['CVE-2024-52287: a scope beyond the grant', { scope: 'openid email profile' }, 400, 'invalid_scope'],
    ['a malformed scope', { scope: 'a\tb' }, 400, 'invalid_scope'],
    ['CVE-2026-53512 (GHSA-pw9m): no client authentication', { client_secret: undefined }, 401, 'invalid_client'],
    ['a wrong secret', { client_secret: 'wrong' }, 401, 'invalid_client'],
  ])('%s is refused, and the token still works afterwards', async (_case, changes, status, error) => {
    const { refresh_token } = await provider.obtainTokens()
    expectRefusal(await provider.refresh(refresh_token, changes), status, error)
    expect((await provider.refresh(refresh_token)).statusCode).toBe(200)
  })

  test("another client gets nothing for a refresh token, and the token's own client still does", async () => {
    const { refresh_token } = await provider.obtainTokens()
    const other = await provider.register({})
    expect((await provider.refresh(refresh_token, { ...other })).json()).toMatchObject({ error: 'invalid_grant' })
    expect((await provider.refresh(refresh_token)).statusCode).toBe(200)
  })

  test('CVE-2026-4282: a token of another kind, or the identifier of a request, is no refresh token, code or access token', async () => {
    const [code, id] = [await provider.obtainCode(), await provider.startRequest()]
    const { access_token, refresh_token, data_token } = await provider.obtainTokens()
    for (const token of [code, id, access_token, data_token])
      expectRefusal(await provider.refresh(token), 400, 'invalid_grant')
    for (const token of [refresh_token, id, access_token, data_token])
      expectRefusal(await provider.exchange(token), 400, 'invalid_grant')
    for (const token of [code, id, provider.client.client_secret])
      expect((await provider.userinfo(String(token))).statusCode).toBe(401)
  })

  test('RFC 9700 §4.14.2: however often it is rotated, an approval ends with the lifetime of grants', async () => {
    const { sql } = provider.database
    const { refresh_token: first } = await provider.obtainTokens()
    await sql`update provider.grants set created_at = now() - interval '179 days'`
    const { refresh_token: second } = (await provider.refresh(first)).json()
    const [row] = await sql<{ hours: number }>`
      select round(extract(epoch from refresh_token_expires_at - now()) / 3600)::int as hours from provider.grants
       where refresh_token_hash = ${sha256(second)}`
    expect(row?.hours).toBe(24)
    await sql`update provider.grants set created_at = now() - interval '180 days'`
    const late = await provider.refresh(second)
    expect(late.statusCode).toBe(400)
    expect(late.json()).toEqual({
      error: 'invalid_grant',
      error_description: 'The refresh token has expired. Start a new authorization.',
    })
  })

  test('a grant remembers its refresh token and the 100 before it, and no more; the use of one of them still ends it', async () => {
    const { sql } = provider.database
    let { refresh_token } = await provider.obtainTokens()
    const first = refresh_token
    const count = async () =>
      sql<{ count: number; grant_id: string }>`
        select 1 + count(token_hash)::int as count, grant_id
          from provider.grants left join provider.refresh_tokens using (grant_id)
         where refresh_token_hash = ${sha256(refresh_token)}
         group by grant_id`
    await sql`
      update provider.grants set rotation = 99 where refresh_token_hash = ${sha256(first)}`
    const [{ grant_id } = { grant_id: '' }] = await count()
    await sql`
      insert into provider.refresh_tokens (token_hash, grant_id, rotation, created_at, expires_at)
      select sha256(convert_to(${grant_id} || n, 'UTF8')), ${grant_id}::uuid, n, now(), now() + interval '1 day'
        from generate_series(1, 98) n`
    for (let rotation = 0; rotation < 5; rotation += 1) {
      refresh_token = (await provider.refresh(refresh_token)).json().refresh_token
    }
    expect((await count())[0]?.count).toBe(101)
    expect((await provider.refresh(first)).json().error_description).toContain('used before')
  })
})
