import { createTestDatabase, startBeforeAll } from '@countersign/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createLogoCache } from '../src/clients/client-logo.ts'
import { createClientRegistry } from '../src/clients/client-registry.ts'
import { providerMigrations } from '../src/index.ts'
import { createInitialAccessToken } from '../src/surface/registration/registration-token.ts'
import { expectServiceRefusal } from './answers.ts'
import { ADMIN_TOKEN, type StartedProvider, startProvider, untilListening } from './started-provider.ts'

const provider = startBeforeAll(() => startProvider('postgresql'))

const call: StartedProvider['admin'] = (...given) => provider.admin(...given)

test('a logo comes from memory until its client changes, and the memory holds few', async () => {
  const { sql } = provider.database
  const clients = createClientRegistry(sql, () => new Date(0))
  const find = createLogoCache(sql, clients)
  const ids = await sql<{ client_id: string }>`
    insert into provider.clients (client_id, name, description, redirect_uris, scopes, token_endpoint_auth_method, require_pkce,
                                  id_token_signed_response_alg)
    select 'logo-' || n, 'A', '', '{}', '[]', 'none', true, 'RS256' from generate_series(0, 64) n returning client_id`
  const shows = async (id: string) => /<text.*>(.)<\/text>/.exec(String((await find(id))?.bytes))?.[1]
  const rename = (name: string) => sql`update provider.clients set name = ${name} where client_id = 'logo-0'`
  expect(await shows('logo-0')).toBe('A')
  await rename('B')
  expect(await shows('logo-0')).toBe('A')
  clients.forget('logo-0')
  expect(await shows('logo-0')).toBe('B')
  await rename('C')
  for (const { client_id } of ids.slice(1)) await find(client_id)
  expect(await shows('logo-0')).toBe('C')
})

test('clients are read page by page, each once', async () => {
  for (let count = 0; count < 5; count += 1) await provider.createApp()
  const seen: string[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const answer = await call('GET', `clients/?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`)
    const page: { clients: { client_id: string }[]; next_cursor: string | null } = answer.json()
    expect(page.clients.length).toBeLessThanOrEqual(2)
    seen.push(...page.clients.map((client) => client.client_id))
    cursor = page.next_cursor
  }
  const [row] = await provider.database.sql<{ count: number }>`select count(*)::int as count from provider.clients`
  expect(seen).toHaveLength(row?.count ?? 0)
  expect(new Set(seen).size).toBe(seen.length)
})

test('CVE-2026-33504 (GHSA-r9w3-57w2-gch2): 300 forged cursors give 400 and nothing else', async () => {
  const text = fc.oneof(fc.string({ minLength: 1 }), fc.constantFrom("' or 1=1 --", '%00', '(select 1)', '../..'))
  await fc.assert(
    fc.asyncProperty(text, fc.constantFrom('clients/', 'audit-events/'), async (cursor, list) => {
      const answer = await call('GET', `${list}?cursor=${encodeURIComponent(cursor)}`)
      expect(answer.statusCode).toBe(400)
      expect(['invalid_cursor', 'invalid_request']).toContain(answer.json().code)
    }),
    { numRuns: 300 },
  )
})

test('without the token every route answers 401, and says nothing of what would be valid', async () => {
  const attempts = ['', `Bearer ${ADMIN_TOKEN.slice(1)}`, `Bearer ${ADMIN_TOKEN}x`, `Basic ${ADMIN_TOKEN}`, 'Bearer ']
  for (const authorization of attempts) {
    for (const path of ['clients/', 'audit-events/', 'resource-servers/']) {
      const answer = await provider.app.inject({ url: `/api/admin/${path}`, headers: { authorization } })
      expectServiceRefusal(answer, 401, 'invalid_admin_token')
      expect(answer.headers['www-authenticate']).toContain('Bearer')
    }
  }
})

test('the page, at an address of its own, may call with the token, and no other page', async () => {
  const from = (origin: string, method: 'OPTIONS' | 'GET') =>
    provider.app.inject({ method, url: '/api/admin/clients/', headers: { origin } })
  const asked = await from(provider.config.webUrl, 'OPTIONS')
  expect(asked.statusCode).toBe(204)
  expect(asked.headers).toMatchObject({
    'access-control-allow-origin': provider.config.webUrl,
    'access-control-allow-methods': expect.stringContaining('POST'),
    'access-control-allow-headers': 'authorization, content-type',
  })
  // So that the page can tell a wrong token from a server that is away.
  const refused = await from(provider.config.webUrl, 'GET')
  expect([refused.statusCode, refused.headers['access-control-allow-origin']]).toEqual([401, 'https://id.example'])
  for (const method of ['OPTIONS', 'GET'] as const) {
    expect((await from('https://eve.example', method)).headers['access-control-allow-origin']).toBeUndefined()
  }
})

test('initial access tokens are made once, listed without their value, and ended', async () => {
  const created = await call('POST', 'initial-access-tokens/', { uses: 2, expires_in: 60 })
  expect(created.statusCode).toBe(201)
  const { initial_access_token: token, ...record } = created.json()
  expect(token).toMatch(/^cs_ia_/)
  expect(record).toMatchObject({ remaining_uses: 2 })
  expect((await call('GET', 'initial-access-tokens/')).json().initial_access_tokens).toContainEqual(record)
  expect((await call('DELETE', `initial-access-tokens/${record.token_id}/`)).statusCode).toBe(204)
  expect((await call('DELETE', `initial-access-tokens/${record.token_id}/`)).statusCode).toBe(404)
  const { expiresAt, createdAt } = await createInitialAccessToken(provider.database.sql, {})
  expect(expiresAt.getTime() - createdAt.getTime()).toBe(86_400_000)
})

test('a new ADMIN_TOKEN and the one before both open the administration API while both are listed', async () => {
  const tokens = ['a-new-administration-token-of-length-32', 'the-administration-token-that-it-replaces']
  const rotating = await provider.startInstance({ adminTokens: tokens })
  const statuses = [...tokens, ...tokens.map((token) => `${token}x`), tokens.join(',')].map(async (token) => {
    const headers = { authorization: `Bearer ${token}` }
    return (await rotating.inject({ url: '/api/admin/clients/', headers })).statusCode
  })
  expect(await Promise.all(statuses)).toEqual([200, 200, 401, 401, 401])
  await rotating.close()
})

test('without an ADMIN_TOKEN there is no administration API at all', async () => {
  const closed = await provider.startInstance({ adminTokens: undefined })
  const headers = { authorization: 'Bearer undefined' }
  expect((await closed.inject({ url: '/api/admin/clients', headers })).statusCode).toBe(404)
  await closed.close()
})

test('when a secret was last used is known soon after, without a statement in the request', async () => {
  const second = await startProvider('postgresql')
  await second.exchange('x')
  const used = () => second.database.sql`select 1 from provider.client_secrets where last_used_at is not null`
  expect(await used()).toEqual([])
  await second.app.close()
  expect(await used()).toHaveLength(1)
  await second.database.close()
})

test('a process hears at once of a client that another process changed', async () => {
  const database = await createTestDatabase('postgresql', providerMigrations)
  const time = new Date()
  // Its clock stands still, so that nothing that it keeps ever grows old.
  const keeping = await startProvider('postgresql', () => time, {}, { database })
  const changing = await startProvider('postgresql', undefined, {}, { database })
  const { client_id } = keeping.client
  const isKnown = async () => (await keeping.authorize()).statusCode === 302
  await untilListening(database, 2)
  expect(await isKnown()).toBe(true)
  await changing.admin('DELETE', `clients/${client_id}/`)
  await expect.poll(isKnown).toBe(false)
  await keeping.close()
  await changing.close()
  await database.close()
})

test('a process hears at once of signing keys that another process replaced after a leak', async () => {
  const database = await createTestDatabase('postgresql', providerMigrations)
  const time = new Date()
  const keeping = await startProvider('postgresql', () => time, {}, { database })
  const replacing = await startProvider('postgresql', undefined, {}, { database })
  const kids = async () => {
    const { keys } = (await keeping.app.inject('/.well-known/jwks.json')).json<{ keys: { kid: string }[] }>()
    return keys.map(({ kid }) => kid)
  }
  await untilListening(database, 2)
  const [es256, rs256, ofDataTokens] = await kids()
  expect((await replacing.admin('POST', 'keys/', { immediately: true })).statusCode).toBe(200)
  const before = [es256, rs256, ofDataTokens]
  await expect.poll(async () => (await kids()).filter((kid) => before.includes(kid))).toEqual([ofDataTokens])
  await keeping.close()
  await replacing.close()
  await database.close()
})

test('a process that lost its connection listens again, and believes nothing that it kept', async () => {
  const database = await createTestDatabase('postgresql', providerMigrations)
  const time = new Date()
  const listening = await startProvider('postgresql', () => time, {}, { database })
  await untilListening(database, 1)
  expect((await listening.authorize()).statusCode).toBe(302)
  await database.sql`
    select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and query like 'listen %'`
  await database.sql`delete from provider.clients`
  await expect.poll(async () => (await listening.authorize()).statusCode, { timeout: 10_000 }).toBe(400)
  await listening.close()
  await database.close()
})
