import { newKeyedSecret, sha256 } from '@countersign/service/secrets'
import { startBeforeAll } from '@countersign/testing'
import { describe, expect, test } from 'vitest'
import { readRefreshToken, successorsOf } from '../src/flow/tokens/refresh-token.ts'
import { expectRefusal } from './answers.ts'
import { ageGrants } from './opened-token.ts'
import { startProvider } from './started-provider.ts'

describe('refresh:', () => {
  const provider = startBeforeAll(() => startProvider('postgresql'))

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

  test('when the answer is lost, the old token gets the same answer again', async () => {
    const { refresh_token } = await provider.obtainTokens()
    const lost = await provider.refresh(refresh_token)
    expect((await provider.refresh(refresh_token)).body).toBe(lost.body)
    expect((await provider.userinfo(lost.json().access_token)).statusCode).toBe(200)
    expect((await provider.refresh(lost.json().refresh_token)).statusCode).toBe(200)
  })

  test('half an hour later it is the same pair, with the remaining lifetime', async () => {
    const { refresh_token } = await provider.obtainTokens()
    await provider.refresh(refresh_token)
    await ageGrants(provider, 1_800)
    const { expires_in, ...pair } = (await provider.refresh(refresh_token)).json()
    expect(expires_in).toBe(1_800)
    const again = (await provider.refresh(refresh_token)).json()
    expect([again.access_token, again.refresh_token]).toEqual([pair.access_token, pair.refresh_token])
  })

  test('hours later it is the same refresh token, with an access token that works', async () => {
    const { refresh_token } = await provider.obtainTokens()
    const lost = (await provider.refresh(refresh_token)).json()
    await ageGrants(provider, 7_200)
    const late = (await provider.refresh(refresh_token)).json()
    expect(late).toMatchObject({ refresh_token: lost.refresh_token, expires_in: 3_600 })
    expect((await provider.userinfo(late.access_token)).statusCode).toBe(200)
    await ageGrants(provider, 10)
    expect((await provider.refresh(refresh_token)).json()).toMatchObject({ error: 'invalid_grant' })
  })

  test("after the new pair's use and the reuse seconds, the old token revokes the grant", async () => {
    const { refresh_token } = await provider.obtainTokens()
    const { access_token, refresh_token: next } = (await provider.refresh(refresh_token)).json()
    await provider.userinfo(access_token)
    await ageGrants(provider, 9)
    expect((await provider.refresh(refresh_token)).json()).toMatchObject({ refresh_token: next })
    await ageGrants(provider, 1)
    expect((await provider.refresh(refresh_token)).json()).toEqual({
      error: 'invalid_grant',
      error_description: 'The refresh token was used before, so its grant was revoked.',
    })
    expect((await provider.refresh(next)).json()).toMatchObject({ error: 'invalid_grant' })
  })

  test.each([1, 64])(
    'RFC 9700 §4.14.2: reuse of a token that was replaced %i times revokes the grant',
    async (times) => {
      const { refresh_token: first } = await provider.obtainTokens()
      let last = first
      for (let rotation = 0; rotation <= times; rotation += 1) {
        last = (await provider.refresh(last)).json().refresh_token
      }
      expect((await provider.refresh(first)).json().error_description).toContain('used before')
      expect((await provider.refresh(last)).json().error_description).toContain('revoked')
    },
  )

  test('so does reuse of one that was replaced 5,000 times', async () => {
    const { refresh_token } = await provider.obtainTokens()
    const [oldest] = [readRefreshToken(refresh_token, provider.config.tokenSecrets)]
    let newest = oldest
    for (let rotation = 0; newest && rotation < 5_000; rotation += 1) {
      newest = successorsOf(newest, provider.config.tokenSecrets)[0]
    }
    await provider.database.sql`
      update provider.grants set rotation = 5000, refresh_token_hash = ${newest?.hash}
       where grant_id = ${oldest?.grantId}`
    expect((await provider.refresh(newest?.text ?? '')).statusCode).toBe(200)
    expect((await provider.refresh(refresh_token)).json().error_description).toContain('used before')
  })

  test('a made-up token with the id of a grant, of any rotation, revokes nothing', async () => {
    const { refresh_token } = await provider.obtainTokens()
    const bytes = Buffer.from(refresh_token.slice('cs_rt_'.length), 'base64url')
    for (const rotation of [0, 1, 4_999]) {
      const made = Buffer.from(bytes)
      made.writeUInt32BE(rotation, 16)
      made.writeUInt8(made.readUInt8(20) ^ 1, 20)
      const answer = await provider.refresh(`cs_rt_${made.toString('base64url')}`)
      expect(answer.json()).toEqual({ error: 'invalid_grant', error_description: 'The refresh token is unknown.' })
    }
    expect((await provider.refresh(refresh_token)).statusCode).toBe(200)
  })

  test('one rotation asked for in two ways gives two access tokens, one refresh token', async () => {
    const { refresh_token } = await provider.obtainTokens()
    const [whole, narrowed] = await Promise.all([
      provider.refresh(refresh_token),
      provider.refresh(refresh_token, { scope: 'email' }),
    ])
    expect(narrowed.json().refresh_token).toBe(whole.json().refresh_token)
    expect(narrowed.json().access_token).not.toBe(whole.json().access_token)
    for (const [answer, scope] of [
      [whole, 'openid email'],
      [narrowed, 'email'],
    ] as const) {
      expect((await provider.introspect(answer.json().access_token)).json()).toMatchObject({ active: true, scope })
    }
  })

  test('a refresh token from before the chain is taken once, and the next one is of the chain', async () => {
    const { refresh_token } = await provider.obtainTokens()
    const grantId = readRefreshToken(refresh_token, provider.config.tokenSecrets)?.grantId ?? ''
    const former = newKeyedSecret('cs_rt_', grantId)
    await provider.database.sql`
      update provider.grants set refresh_token_hash = ${sha256(former)} where grant_id = ${grantId}`
    const next = (await provider.refresh(former)).json()
    expect((await provider.refresh(former)).json()).toEqual(next)
    expect((await provider.refresh(next.refresh_token)).statusCode).toBe(200)
    expect((await provider.refresh(newKeyedSecret('cs_rt_', grantId))).json().error_description).toContain('unknown')
    expect((await provider.refresh(former)).json().error_description).toContain('unknown')
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

  test('CVE-2026-4282: a token of another kind or an id is no refresh token, code or access token', async () => {
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
    await sql`update provider.grants set expires_at = now() + interval '1 day'`
    const { refresh_token: second } = (await provider.refresh(first)).json()
    const [row] = await sql<{ hours: number }>`
      select round(extract(epoch from refresh_token_expires_at - now()) / 3600)::int as hours from provider.grants
       where refresh_token_hash = ${sha256(second)}`
    expect(row?.hours).toBe(24)
    // As if GRANT_LIFETIME_DAYS had been lowered since.
    await sql`update provider.grants set created_at = now() - interval '180 days'`
    const late = await provider.refresh(second)
    expect(late.statusCode).toBe(400)
    expect(late.json()).toEqual({
      error: 'invalid_grant',
      error_description: 'The refresh token has expired. Start a new authorization.',
    })
  })
})
