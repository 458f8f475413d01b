import { startBeforeAll } from '@countersign/testing'
import { describe, expect, test } from 'vitest'
import { expectRefusal } from './answers.ts'
import { issuedEarlier } from './opened-token.ts'
import { startProvider, USER_ID } from './started-provider.ts'

const URL_PATH = '/oauth/userinfo'
const FORM = 'application/x-www-form-urlencoded'
const ANSWER = { sub: USER_ID, email: 'ada@example.com', email_verified: false }

describe('userinfo', () => {
  const provider = startBeforeAll(() => startProvider('postgresql'))

  const post = (payload: string, headers: Record<string, string> = { 'content-type': FORM }) =>
    provider.app.inject({ method: 'POST', url: URL_PATH, headers, payload })

  test('GET and POST by header answer the person and what was approved (Core §5.3.1)', async () => {
    const { access_token } = await provider.obtainTokens()
    const headers = { authorization: `Bearer ${access_token}` }
    for (const request of [
      { method: 'GET', url: URL_PATH, headers },
      { method: 'GET', url: `${URL_PATH}/`, headers: { authorization: `bearer ${access_token}` } },
      { method: 'POST', url: URL_PATH, headers },
      { method: 'POST', url: URL_PATH, headers: { ...headers, 'content-type': FORM }, payload: '' },
    ] as const) {
      const response = await provider.app.inject(request)
      expect(response.statusCode).toBe(200)
      expect(response.json()).toEqual(ANSWER)
      expect(response.headers).toMatchObject({ 'cache-control': 'no-store', 'access-control-allow-origin': '*' })
      expect(response.headers['content-type']).toContain('application/json')
    }
  })

  test('POST takes the token from a form (RFC 6750 §2.2), and only from a form', async () => {
    const { access_token } = await provider.obtainTokens()
    expect((await post(`access_token=${access_token}`)).json()).toEqual(ANSWER)
    const json = await post(JSON.stringify({ access_token }), { 'content-type': 'application/json' })
    expect(json.statusCode).toBe(401)
    expect(json.headers['www-authenticate']).toBe('Bearer realm="countersign"')
  })

  test('no token: 401 with a challenge without an error (RFC 6750 §3.1), and its body', async () => {
    for (const headers of [{}, { authorization: 'Basic YTpi' }]) {
      const response = await provider.app.inject({ url: URL_PATH, headers })
      expect(response.statusCode).toBe(401)
      expect(response.headers['www-authenticate']).toBe('Bearer realm="countersign"')
      expect(response.json()).toEqual({ error: 'invalid_token', error_description: 'An access token is missing.' })
    }
  })

  test('a token in the query is refused, whatever else comes (RFC 9700 §4.3.2, RFC 6750 §2.3)', async () => {
    const { access_token } = await provider.obtainTokens()
    for (const query of [`access_token=${access_token}`, `access_token=a&access_token=b`]) {
      const headers = { authorization: `Bearer ${access_token}` }
      for (const response of [
        await provider.app.inject({ url: `${URL_PATH}?${query}` }),
        await provider.app.inject({ url: `${URL_PATH}?${query}`, headers }),
        await provider.app.inject({ method: 'POST', url: `${URL_PATH}?${query}`, headers }),
      ]) {
        expectRefusal(response, 400, 'invalid_request')
        expect(response.headers['www-authenticate']).toContain('error="invalid_request"')
      }
    }
  })

  test('malformed, or two ways at once: 400 invalid_request (RFC 6750 §3.1)', async () => {
    const { access_token } = await provider.obtainTokens()
    const inHeader = { authorization: `Bearer ${access_token}` }
    for (const response of [
      await post(`access_token=${access_token}`, { 'content-type': FORM, ...inHeader }),
      await post(`access_token=${access_token}&access_token=${access_token}`),
      await provider.app.inject({ url: URL_PATH, headers: { authorization: 'Bearer' } }),
      await provider.app.inject({ url: URL_PATH, headers: { authorization: 'Bearer a b' } }),
      await provider.app.inject({ url: URL_PATH, headers: { authorization: `Bearer "${access_token}"` } }),
    ]) {
      expectRefusal(response, 400, 'invalid_request')
      expect(response.headers['www-authenticate']).toMatch(/^Bearer realm="countersign", error="invalid_request", /)
    }
  })

  test('an unknown, expired or revoked token: 401 invalid_token (RFC 6750 §3.1)', async () => {
    const revoked = await provider.obtainTokens()
    await provider.revoke(revoked.refresh_token)
    const expired = await provider.obtainTokens()
    const late = await issuedEarlier(provider, expired, 3_600)
    expect((await provider.userinfo(await issuedEarlier(provider, expired, 3_500))).statusCode).toBe(200)
    for (const token of [`cs_at_${'A'.repeat(120)}`, 'nonsense', revoked.access_token, late]) {
      const response = await provider.userinfo(token)
      expectRefusal(response, 401, 'invalid_token')
      expect(response.headers['www-authenticate']).toMatch(/^Bearer realm="countersign", error="invalid_token", /)
      expect(response.headers['cache-control']).toBe('no-store')
    }
  })

  test('CVE-2026-27840, CVE-2026-4282: every variant or other kind of token is refused', async () => {
    const { access_token, refresh_token, data_token, id_token = '' } = await provider.obtainTokens()
    const body = access_token.slice('cs_at_'.length)
    const prefixes = Array.from({ length: access_token.length }, (_, length) => access_token.slice(0, length))
    const variants = [
      body,
      `${access_token}A`,
      `${access_token}=`,
      access_token.toUpperCase(),
      access_token.toLowerCase(),
    ]
    for (const variant of [...prefixes.slice(1), ...variants, `cs_rt_${body}`, refresh_token, data_token, id_token]) {
      expectRefusal(await provider.userinfo(variant), 401, 'invalid_token')
    }
    expect((await provider.userinfo(access_token)).statusCode).toBe(200)
  })

  test('without the scope openid: 403 insufficient_scope, which names it (RFC 6750 §3.1)', async () => {
    const code = await provider.obtainCode({ scope: 'email' }, { approved_scopes: ['email'] })
    const { access_token } = (await provider.exchange(code)).json()
    const response = await provider.userinfo(access_token)
    expectRefusal(response, 403, 'insufficient_scope')
    expect(response.headers['www-authenticate']).toMatch(/error="insufficient_scope", .*scope="openid"$/)
  })

  test('a bearer token that is presented as bound to a key is refused (RFC 9449 §7.1)', async () => {
    const { access_token } = await provider.obtainTokens()
    const headers = { authorization: `DPoP ${access_token}` }
    expect((await provider.app.inject({ url: URL_PATH, headers })).statusCode).toBe(401)
  })

  const answerTo = async (tokens: { access_token: string }) => (await provider.userinfo(tokens.access_token)).json()
  const refresh = async (tokens: { refresh_token?: string }, changes: Record<string, string> = {}) =>
    (await provider.refresh(String(tokens.refresh_token), changes)).json()

  test('works after any number of refreshes, also after a lost answer', async () => {
    const first = await provider.obtainTokens()
    const second = await refresh(first)
    expect(await answerTo(second)).toEqual(ANSWER)
    expect(await answerTo(first)).toEqual(ANSWER)
    await refresh(second)
    await refresh(second)
    const retried = await refresh(second)
    expect(await answerTo(retried)).toEqual(ANSWER)
    expect(await answerTo(await refresh(await refresh(retried)))).toEqual(ANSWER)
  })

  test('a token narrowed by a refresh has its own scopes, the next one all', async () => {
    const narrowed = await refresh(await provider.obtainTokens(), { scope: 'openid' })
    expect(await answerTo(narrowed)).toEqual({ sub: USER_ID })
    expect(await answerTo(await refresh(narrowed))).toEqual(ANSWER)
  })

  test('the claims of a grant leave with its revocation', async () => {
    const { refresh_token } = await refresh(await provider.obtainTokens())
    const count = () => provider.database.sql`
      select 1 from provider.grants where revoked_at is not null
         and (sealed_userinfo_claims is not null or masked_userinfo_key is not null)`
    await provider.revoke(refresh_token)
    expect(await count()).toEqual([])
  })

  test('only what was approved, never what was asked for', async () => {
    const approved = { approved_scopes: ['openid', 'profile'], attested: { claims: { name: 'Ada Lovelace' } } }
    const code = await provider.obtainCode({ scope: 'openid email profile' }, approved)
    expect(await answerTo((await provider.exchange(code)).json())).toEqual({ sub: USER_ID, name: 'Ada Lovelace' })
  })

  test('at rest claims hang on the access token: the code opens none', async () => {
    await provider.obtainTokens()
    const rows = await provider.database.sql`
      select 1 from provider.authorization_requests
       where code_used_at is not null and (sealed_userinfo_claims is not null or masked_userinfo_key is not null)`
    expect(rows).toEqual([])
    await provider.exchange(await provider.obtainCode())
    const [kept] = await provider.database.sql<{ count: number }>`
      select count(*)::int as count from provider.grants where sealed_userinfo_claims is not null`
    expect(kept?.count).toBeGreaterThan(0)
  })

  test('a grant for once keeps its claims no longer than its only access token lives', async () => {
    const code = await provider.obtainCode(undefined, { grant: { once: true } })
    const tokens = (await provider.exchange(code)).json()
    expect(tokens).not.toHaveProperty('refresh_token')
    expect(await answerTo(tokens)).toEqual(ANSWER)
    const kept = await provider.database.sql`
      select once, extract(epoch from leaves_at - created_at)::int as seconds from provider.grants
       order by created_at desc limit 1`
    expect(kept).toEqual([{ once: true, seconds: 3_600 }])
  })

  test('a grant without openid keeps no claims at all', async () => {
    const id = await provider.startRequest({ scope: 'email' })
    expect((await provider.complete(id, { approved_scopes: ['email'] })).statusCode).toBe(200)
    const rows = await provider.database.sql`
      select 1 from provider.authorization_requests where auth_request_id = ${id} and sealed_userinfo_claims is not null`
    expect(rows).toEqual([])
  })
})
