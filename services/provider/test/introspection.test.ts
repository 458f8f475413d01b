import { startBeforeAll } from '@countersign/testing'
import { beforeAll, describe, expect, test } from 'vitest'
import { expectRefusal } from './answers.ts'
import { ageGrants, issuedEarlier } from './opened-token.ts'
import { ISSUER, startProvider, type TestClient, USER_ID } from './started-provider.ts'

const INACTIVE = { active: false }

describe('introspecting', () => {
  const provider = startBeforeAll(() => startProvider('postgresql'))
  let other: TestClient

  beforeAll(async () => {
    other = await provider.register({})
  })

  test('an access token: its scope, app, person and end (RFC 7662 §2.2)', async () => {
    const { access_token } = await provider.obtainTokens()
    const response = await provider.introspect(access_token)
    expect(response.statusCode).toBe(200)
    expect(response.headers).toMatchObject({ 'cache-control': 'no-store', pragma: 'no-cache' })
    const body = response.json()
    expect(body).toEqual({
      active: true,
      scope: 'openid email',
      client_id: provider.client.client_id,
      token_type: 'Bearer',
      exp: expect.any(Number),
      iat: expect.any(Number),
      sub: USER_ID,
      iss: ISSUER,
    })
    expect(body.exp - body.iat).toBe(3600)
    expect(Math.abs(body.iat - Date.now() / 1000)).toBeLessThan(60)
  })

  test('a refresh token: the same, without a token_type that an API could mistake it by', async () => {
    const { refresh_token } = await provider.obtainTokens()
    const body = (await provider.introspect(refresh_token)).json()
    expect(body).toMatchObject({ active: true, scope: 'openid email', client_id: provider.client.client_id })
    expect(body).not.toHaveProperty('token_type')
    expect(body.exp - body.iat).toBe(30 * 86_400)
  })

  test('shows the narrowed scope of an access token (CVE-2021-32701: no cache)', async () => {
    const { refresh_token } = await provider.obtainTokens()
    const narrowed = (await provider.refresh(refresh_token, { scope: 'email' })).json()
    expect((await provider.introspect(narrowed.access_token)).json()).toMatchObject({ scope: 'email' })
  })

  const ask = async (token: string, client: Partial<TestClient> = {}) => {
    const response = await provider.introspect(token, client)
    expect(response.statusCode).toBe(200)
    return response.json()
  }

  test('GHSA-p2fr: unknown, rotated, foreign tokens: exactly {active: false} (RFC 7662 §2.2)', async () => {
    const tokens = await provider.obtainTokens()
    await provider.refresh((await provider.refresh(tokens.refresh_token)).json().refresh_token)
    const unknown = [`cs_at_${'A'.repeat(64)}`, `cs_rt_${'A'.repeat(64)}`, 'x']
    for (const token of [...unknown, tokens.refresh_token, tokens.data_token, tokens.id_token ?? '']) {
      expect(await ask(token)).toEqual(INACTIVE)
    }
    const { access_token, refresh_token } = await provider.obtainTokens()
    for (const token of [access_token, refresh_token]) expect(await ask(token, other)).toEqual(INACTIVE)
  })

  test('revoked or expired: exactly {active: false} (RFC 7662 §2.2)', async () => {
    const revoked = await provider.obtainTokens()
    await provider.revoke(revoked.refresh_token)
    const expired = await provider.obtainTokens()
    const late = await issuedEarlier(provider, expired, 3_600)
    await provider.database.sql`update provider.grants set refresh_token_expires_at = now()`
    for (const token of [revoked.access_token, revoked.refresh_token, late, expired.refresh_token]) {
      expect(await ask(token)).toEqual(INACTIVE)
    }
  })

  test('CVE-2026-27840, CVE-2026-4282: every variant or other kind of token is inactive', async () => {
    const code = await provider.obtainCode()
    const { access_token, refresh_token } = await provider.obtainTokens()
    for (const token of [access_token, refresh_token]) {
      const prefixes = Array.from({ length: token.length - 1 }, (_, index) => token.slice(0, index + 1))
      const suffixes = Array.from({ length: token.length - 1 }, (_, index) => token.slice(index + 1))
      const longer = [`${token}A`, `${token}=`, ` ${token}`, `${token}\u0000`]
      const variants = [token.toLowerCase(), token.toUpperCase(), ...longer]
      for (const variant of [...prefixes, ...suffixes, ...variants].filter((text) => text !== token)) {
        expect(await ask(variant)).toEqual(INACTIVE)
      }
    }
    const swapped = [access_token.replace('cs_at_', 'cs_rt_'), refresh_token.replace('cs_rt_', 'cs_at_')]
    for (const token of [...swapped, code]) expect(await ask(token)).toEqual(INACTIVE)
    expect(await ask(access_token)).toMatchObject({ active: true })
  })

  test('a public client may not ask: it proves nothing (RFC 7662 §2.1)', async () => {
    const { client_id } = await provider.register({ authenticationMethod: 'none' })
    expectRefusal(await provider.introspect('x', { client_id, client_secret: undefined }), 401, 'invalid_client')
  })

  test('it is for servers: no CORS, and POST only', async () => {
    const { statusCode, headers } = await provider.app.inject({ method: 'OPTIONS', url: '/oauth/introspect' })
    expect([statusCode, headers.allow, headers['access-control-allow-origin']]).toEqual([405, 'POST', undefined])
  })
})

describe('first use of a new pair:', () => {
  const provider = startBeforeAll(() => startProvider('postgresql'))

  const uses = [
    ['userinfo', (token: string) => provider.userinfo(token)],
    ['introspection', (token: string) => provider.introspect(token)],
  ] as const

  test.each(uses)('once %s saw it, the old refresh token revokes the grant (RFC 9700 §4.14.2)', async (_name, use) => {
    const first = await provider.obtainTokens()
    const second = (await provider.refresh(first.refresh_token)).json()
    expect((await use(second.access_token)).statusCode).toBe(200)
    expect((await provider.introspect(first.refresh_token)).json()).toEqual(INACTIVE)
    await ageGrants(provider, 10)
    expect((await provider.refresh(first.refresh_token)).json()).toMatchObject({ error: 'invalid_grant' })
    expect((await provider.introspect(second.access_token)).json()).toEqual(INACTIVE)
  })

  test.each(uses)('after %s saw the earlier access token, the old refresh token still works', async (_name, use) => {
    const first = await provider.obtainTokens()
    await provider.refresh(first.refresh_token)
    expect((await use(first.access_token)).statusCode).toBe(200)
    expect((await provider.refresh(first.refresh_token)).statusCode).toBe(200)
  })

  test("another client's question is no use of it", async () => {
    const other = await provider.register({})
    const first = await provider.obtainTokens()
    const second = (await provider.refresh(first.refresh_token)).json()
    await provider.introspect(second.access_token, { ...other })
    expect((await provider.refresh(first.refresh_token)).statusCode).toBe(200)
  })

  test('old refresh token and new access token lead to one pair (CVE-2026-1035)', async () => {
    for (let round = 0; round < 10; round += 1) {
      const first = await provider.obtainTokens()
      const second = (await provider.refresh(first.refresh_token)).json()
      const [repeated] = await Promise.all([
        provider.refresh(first.refresh_token),
        provider.userinfo(second.access_token),
        provider.introspect(second.access_token),
      ])
      expect(repeated.json()).toEqual(second)
    }
  })

  test('the usual look-up writes nothing: the grant keeps its row version', async () => {
    const { access_token, refresh_token } = await provider.obtainTokens()
    const version = async () => await provider.database.sql`select xmin::text from provider.grants order by grant_id`
    const before = await version()
    await provider.introspect(access_token)
    await provider.userinfo(access_token)
    await provider.introspect(refresh_token)
    expect(await version()).toEqual(before)
  })
})
