import { openDatabase } from '@countersign/service/sql'
import { createServerDatabase, hasOwnServer, startBeforeAll } from '@countersign/testing'
import { describe, expect, test } from 'vitest'
import { errorOf, expectRefusal } from './answers.ts'
import { type StartedProvider, startProvider } from './started-provider.ts'
import { untilListening } from './until-listening.ts'

describe('data at rest in the provider', () => {
  const provider = startBeforeAll(() => startProvider('postgresql'))

  test('after a flow, no code, token, secret or claim value is in the database or in the log', async () => {
    const unusedCode = await provider.obtainCode()
    const code = await provider.obtainCode()
    const tokens = (await provider.exchange(code)).json()
    const once = (await provider.refresh(tokens.refresh_token)).json()
    const refreshed = (await provider.refresh(once.refresh_token)).json()
    expect((await provider.userinfo(refreshed.access_token)).json()).toMatchObject({ email: 'ada@example.com' })
    await provider.exchange(code)
    const secrets = [
      unusedCode,
      code,
      tokens.access_token,
      tokens.refresh_token,
      tokens.data_token,
      tokens.id_token,
      once.access_token,
      once.refresh_token,
      refreshed.access_token,
      refreshed.refresh_token,
      provider.client.client_secret,
      provider.verifierOf(code),
      'ada@example.com',
    ]
    const everything = `${await dumpAsText(provider)}\n${provider.log.join('\n')}`
    expect(everything).toContain(provider.client.client_id)
    expect(provider.log.join('\n')).toContain('tokens_issued')
    for (const secret of secrets) {
      const forms = [
        secret,
        Buffer.from(secret).toString('hex'),
        Buffer.from(secret).toString('base64'),
        Buffer.from(secret).toString('base64url'),
      ]
      for (const form of forms) expect(everything).not.toContain(form)
    }
  })

  test('the data token leaves the database when its code is spent', async () => {
    await provider.obtainTokens()
    const rows = await provider.database.sql`
      select 1 from provider.authorization_requests where code_used_at is not null and sealed_data_token is not null`
    expect(rows).toEqual([])
  })
})

async function dumpAsText({ database }: StartedProvider): Promise<string> {
  const tables = await database.sql<{ table_name: string }>`
    select table_name from information_schema.tables where table_schema = 'provider'`
  const rows = await Promise.all(
    tables.map(
      async ({ table_name }) => (await database.pool.query(`select t::text as row from provider.${table_name} t`)).rows,
    ),
  )
  return JSON.stringify(rows)
}

test('with the database away, every endpoint says so and when to try again; a trusted app hears it by redirect', async () => {
  const time = new Date()
  // Its clock stands still, so that the client that it keeps does not grow old.
  const provider = await startProvider('postgresql', () => time)
  await untilListening(provider.database, 1)
  const code = await provider.obtainCode()
  const id = await provider.startRequest()
  await provider.database.pool.query('select 1')
  await provider.database.close()
  const exchanged = await provider.exchange(code)
  expectRefusal(exchanged, 503, 'temporarily_unavailable')
  expect(exchanged.headers['retry-after']).toBe('5')
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
  expect(page.body).toContain('That is our fault')
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
