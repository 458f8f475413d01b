import { startBeforeAll } from '@countersign/testing'
import { beforeAll, describe, expect, test } from 'vitest'
import { expectRefusal } from './answers.ts'
import { basicOf, startProvider, type TestClient } from './started-provider.ts'

describe('revoking', () => {
  const provider = startBeforeAll(() => startProvider('postgresql'))
  let other: TestClient

  beforeAll(async () => {
    other = await provider.register({})
  })

  const isAlive = async (token: string): Promise<boolean> => (await provider.introspect(token)).json().active

  test.each(['refresh_token', 'access_token'] as const)(
    'revoking the %s ends the grant everywhere: each of its tokens, at once (RFC 7009 §2.1)',
    async (which) => {
      const first = await provider.obtainTokens()
      const second = (await provider.refresh(first.refresh_token)).json()
      const response = await provider.revoke(second[which])
      expect(response.statusCode).toBe(200)
      expect(response.body).toBe('')
      expect(response.headers).toMatchObject({ 'cache-control': 'no-store', 'access-control-allow-origin': '*' })
      const all = [first, second].flatMap(({ access_token, refresh_token }) => [access_token, refresh_token])
      for (const token of all) expect(await isAlive(token)).toBe(false)
      expect((await provider.userinfo(first.access_token)).statusCode).toBe(401)
      expect((await provider.refresh(second.refresh_token)).json()).toMatchObject({ error: 'invalid_grant' })
    },
  )

  test('an older refresh token of the grant ends it too', async () => {
    const first = await provider.obtainTokens()
    const second = (await provider.refresh(first.refresh_token)).json()
    const third = (await provider.refresh(second.refresh_token)).json()
    expect((await provider.revoke(first.refresh_token)).statusCode).toBe(200)
    expect(await isAlive(third.access_token)).toBe(false)
  })

  test('revoking twice, or something that never was, is answered the same (RFC 7009 §2.2)', async () => {
    const { refresh_token } = await provider.obtainTokens()
    for (const token of [refresh_token, refresh_token, `cs_rt_${'A'.repeat(64)}`, `cs_at_${'A'.repeat(64)}`, 'x']) {
      const response = await provider.revoke(token)
      expect(response.statusCode).toBe(200)
      expect(response.body).toBe('')
    }
  })

  test("another client's token is answered the same, and lives on (RFC 7009 §2.1)", async () => {
    const { access_token, refresh_token } = await provider.obtainTokens()
    for (const token of [access_token, refresh_token]) {
      const response = await provider.revoke(token, { ...other })
      expect(response.statusCode).toBe(200)
      expect(response.body).toBe('')
    }
    expect(await isAlive(access_token)).toBe(true)
    expect((await provider.refresh(refresh_token)).statusCode).toBe(200)
  })

  test.each(['access_token', 'refresh_token', 'nonsense'])(
    'a hint changes nothing, right, wrong or unknown: %s (RFC 7009 §2.1)',
    async (token_type_hint) => {
      const { access_token, refresh_token } = await provider.obtainTokens()
      expect((await provider.revoke(refresh_token, { token_type_hint })).statusCode).toBe(200)
      expect(await isAlive(access_token)).toBe(false)
    },
  )

  test('a token that cannot be revoked is unsupported_token_type (RFC 7009 §2.2.1)', async () => {
    const { data_token, id_token } = await provider.obtainTokens()
    const code = await provider.obtainCode()
    for (const token of [data_token, id_token, code]) {
      expectRefusal(await provider.revoke(token), 400, 'unsupported_token_type')
    }
    expect((await provider.exchange(code)).statusCode).toBe(200)
  })

  test('CVE-2026-27840: no variant of a token revokes anything', async () => {
    const { access_token, refresh_token } = await provider.obtainTokens()
    for (const token of [access_token, refresh_token]) {
      for (const variant of [token.slice(0, -1), `${token}A`, token.toUpperCase(), token.slice(6), ` ${token}`]) {
        expect((await provider.revoke(variant)).statusCode).toBe(200)
      }
    }
    expect(await isAlive(access_token)).toBe(true)
  })

  test('HTTP Basic, JSON and the trailing slash work as at the token endpoint', async () => {
    const { access_token: token } = await provider.obtainTokens()
    const headers = basicOf(provider.client, provider.client.client_secret)
    const request = { method: 'POST', url: '/oauth/revoke/', headers, payload: { token } } as const
    expect((await provider.app.inject(request)).statusCode).toBe(200)
    expect(await isAlive(token)).toBe(false)
  })

  test('a public client revokes what was issued to it, without a secret (RFC 7009 §2.1)', async () => {
    const { client_id } = await provider.register({ authenticationMethod: 'none' })
    const publicClient = { client_id, client_secret: undefined }
    const code = await provider.obtainCodeOf(publicClient)
    const { access_token } = (await provider.exchange(code, publicClient)).json()
    expect((await provider.revoke(access_token, publicClient)).statusCode).toBe(200)
    expect((await provider.userinfo(access_token)).statusCode).toBe(401)
  })

  test('the log says which grant ended and why, and no token', async () => {
    const { access_token } = await provider.obtainTokens()
    await provider.revoke(access_token)
    const line = provider.log.findLast((each) => each.includes('grant_revoked'))
    expect(line).toContain('revoked_by_client')
    expect(provider.log.join('\n')).not.toContain(access_token)
  })
})
