import { openDatabase } from '@countersign/service/sql'
import { createServerDatabase, hasOwnServer, startBeforeAll } from '@countersign/testing'
import { describe, expect, test } from 'vitest'
import { readSealedAccessToken, sealAccessToken } from '../src/flow/tokens/access-token.ts'
import { firstRefreshToken, readRefreshToken } from '../src/flow/tokens/refresh-token.ts'
import { errorOf, expectRefusal, findTraces } from './answers.ts'
import { openToken } from './opened-token.ts'
import { startProvider, USER_ID, untilListening } from './started-provider.ts'

describe('data at rest:', () => {
  const provider = startBeforeAll(() => startProvider('postgresql'))

  test('after a flow, database and log have no code, token, secret or claim value', async () => {
    const unusedCode = await provider.obtainCode()
    const code = await provider.obtainCode()
    const tokens = (await provider.exchange(code)).json()
    const once = (await provider.refresh(tokens.refresh_token)).json()
    const refreshed = (await provider.refresh(once.refresh_token)).json()
    expect((await provider.userinfo(refreshed.access_token)).json()).toMatchObject({ email: 'ada@example.com' })
    await provider.exchange(code)
    const issued = [tokens, once, refreshed].flatMap(({ access_token, refresh_token }) => [access_token, refresh_token])
    const others = [unusedCode, code, tokens.data_token, tokens.id_token, provider.verifierOf(code)]
    const secrets = [...issued, ...others, provider.client.client_secret, 'ada@example.com']
    expect(await provider.stored()).toContain(provider.client.client_id)
    expect(provider.log.join('\n')).toContain('tokens_issued')
    expect(await findTraces(provider, ...secrets)).toEqual([])
  })

  test('database and log lack the bytes of a token without its form too', async () => {
    const { access_token, refresh_token } = await provider.obtainTokens()
    const stored = await provider.stored()
    const { secret } = readRefreshToken(refresh_token, provider.config.tokenSecrets) ?? {}
    const { sealed } = readSealedAccessToken(access_token) ?? {}
    const { content } = await openToken(provider, access_token)
    for (const bytes of [secret, sealed, content.userinfoKey]) {
      expect(bytes?.length).toBeGreaterThanOrEqual(32)
      expect(stored).not.toContain(bytes?.toString('hex'))
    }
  })

  test('a database copy with TOKEN_SECRET opens no claim and makes no refresh token', async () => {
    const { access_token, refresh_token } = await provider.obtainTokens()
    const { salt, content } = await openToken(provider, access_token)
    const grantId = readSealedAccessToken(access_token)?.grantId ?? ''
    const guessed = firstRefreshToken(grantId, provider.config.tokenSecrets)
    const forge = (userinfoKey?: Buffer) =>
      provider.userinfo(sealAccessToken({ ...content, userinfoKey }, { salt, refreshToken: guessed }))
    expect((await forge()).json()).toEqual({ sub: USER_ID })
    expect((await forge(Buffer.alloc(32))).statusCode).toBe(500)
    expect((await provider.refresh(guessed.text)).statusCode).toBe(400)
    expect((await provider.refresh(refresh_token)).statusCode).toBe(400)
  })

  test('the data token leaves the database when its code is spent', async () => {
    await provider.obtainTokens()
    const rows = await provider.database.sql`
      select 1 from provider.authorization_requests where code_used_at is not null and sealed_data_token is not null`
    expect(rows).toEqual([])
  })
})

test('CVE-2020-15223: without a database every endpoint says when to retry; a trusted app by redirect', async () => {
  const time = new Date()
  // Its clock stands still, so that the client that it keeps does not grow old.
  const provider = await startProvider('postgresql', () => time)
  await untilListening(provider.database, 1)
  const code = await provider.obtainCode()
  const id = await provider.startRequest()
  const { access_token, refresh_token } = await provider.obtainTokens()
  const fresh = await provider.startInstance()
  await provider.database.close()
  for (const refused of [
    await provider.exchange(code),
    await provider.revoke(access_token),
    await provider.revoke(refresh_token),
    await provider.introspect(access_token),
    await provider.userinfo(access_token),
  ]) {
    expectRefusal(refused, 503, 'temporarily_unavailable')
    expect(refused.headers['retry-after']).toBe('5')
  }
  const keys = await fresh.inject('/.well-known/jwks.json')
  await fresh.close()
  expect([keys.statusCode, keys.headers['cache-control']]).toEqual([503, 'no-store'])
  const details = await provider.internal('GET', `auth-request-details/?auth_request_id=${id}`)
  expect(details.statusCode).toBe(503)
  expect(details.json()).toEqual({
    error: expect.stringContaining('temporarily unavailable'),
    code: 'service_unavailable',
  })
  const authorized = await provider.authorize()
  expect(errorOf(authorized)).toBe('temporarily_unavailable')
  const untrusted = await provider.authorize({ client_id: 'not-yet-read' })
  expect(untrusted.statusCode).toBe(503)
  expect(untrusted.headers.location).toBeUndefined()
  const page = await provider.authorize({ client_id: 'not-yet-read' }, { accept: 'text/html' })
  expect(page.body).toContain('It’s our fault')
  await provider.app.close()
})

test.runIf(hasOwnServer)(
  'a PostgreSQL of our own that is dropped under a running process reads as unavailable, not as a bug',
  async () => {
    const { url, drop } = await createServerDatabase()
    const database = await openDatabase({ databaseUrl: url })
    await database.sql`select 1`
    await drop()
    await expect(database.sql`select 1`).rejects.toMatchObject({ name: 'DatabaseUnavailable' })
    await database.close()
  },
)
