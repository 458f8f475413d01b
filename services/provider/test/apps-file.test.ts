import type { ClientOfFile } from '@countersign/contracts'
import { createTestDatabase, PNG, startBeforeAll } from '@countersign/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import { type AppsFileContent, describeAppsFile, providerMigrations, prune, withRegistrar } from '../src/index.ts'
import { REDIRECT_URI, startProvider, USER_ID } from './started-provider.ts'

const SECRETS = { shop: `shop-${'0'.repeat(32)}`, 'notes-api': `notes-${'0'.repeat(32)}` }
const asking = (...names: string[]) => names.map((name) => ({ name, reason: '', required: false }))

const SHOP: ClientOfFile = {
  client_id: 'shop',
  name: 'Shop',
  redirect_uris: [REDIRECT_URI],
  scopes: asking('openid', 'loyalty', 'notes:read'),
}
const NOTES_API: ClientOfFile = { client_id: 'notes-api', name: 'Notes API', grant_types: [], scopes: [] }
const NOTES = {
  resource: 'https://notes.example',
  name: 'Notes',
  client_id: 'notes-api',
  scopes: ['read', 'write'].map((name) => {
    return { name: `notes:${name}`, texts: { en: { title: `To ${name} notes`, description: '' } } }
  }),
}
const LOYALTY = {
  name: 'loyalty',
  texts: { en: { title: 'Loyalty card', description: '' } },
  claims: ['loyalty_number'],
}
const NUMBER = { name: 'loyalty_number', labels: { en: 'Loyalty number' } }

const withSecret = (client: ClientOfFile, secret?: string, logo?: Buffer) => ({ client, secret, logo })
const FILE: AppsFileContent = {
  claims: [NUMBER],
  scopes: [LOYALTY],
  resource_servers: [NOTES],
  clients: [withSecret(SHOP, SECRETS.shop), withSecret(NOTES_API, SECRETS['notes-api'])],
}
const EMPTY: AppsFileContent = { clients: [] }
const ENTRIES = [
  'claim loyalty_number',
  'scope loyalty',
  'resource_server https://notes.example',
  'scope notes:read',
  'scope notes:write',
  'client shop',
  'client notes-api',
]

describe('an apps file', () => {
  const provider = startBeforeAll(() => startProvider('postgresql'))

  /** Answers what it changed, as `add client shop: members`. */
  async function apply(content: AppsFileContent, { isDry = false } = {}): Promise<string[]> {
    const { sql } = provider.database
    const options = { issuer: 'https://id.example', isDry }
    const changes = await withRegistrar({ sql, by: 'apps_file' }, (registrar) =>
      registrar.applyAppsFile(content, options),
    )
    return changes.map(({ act, kind, name, members }) => [`${act} ${kind} ${name}`, ...members].join(' '))
  }

  const pruneNow = () => {
    const { sql } = provider.database
    return withRegistrar({ sql, by: 'apps_file' }, (registrar) => prune(sql, registrar))
  }

  /** `invalid_grant` of an app that is known by this secret. */
  async function proves(secret: string): Promise<string> {
    const payload = { grant_type: 'refresh_token', refresh_token: 'none', client_id: 'shop', client_secret: secret }
    return (await provider.app.inject({ method: 'POST', url: '/oauth/token', payload })).json().error
  }

  beforeEach(async () => {
    await apply(EMPTY)
    await pruneNow()
  })

  test('is shown without being applied, then applied once, and the app works', async () => {
    const added = ENTRIES.map((entry) => `add ${entry}`)
    expect(await apply(FILE, { isDry: true })).toEqual(added)
    expect((await provider.admin('GET', 'clients/shop/')).statusCode).toBe(404)
    expect(await apply(FILE)).toEqual(added)
    expect(await apply(FILE)).toEqual([])
    const asked = { client_id: 'shop', scope: 'openid loyalty' }
    const code = await provider.obtainCode(asked, { approved_scopes: ['openid', 'loyalty'] })
    const answer = await provider.exchange(code, { client_id: 'shop', client_secret: SECRETS.shop })
    expect(answer.json()).toMatchObject({ scope: 'openid loyalty' })
  })

  test('makes an app what it says, also where it is silent', async () => {
    await apply({
      ...FILE,
      clients: [withSecret({ ...SHOP, description: 'Old.' }, SECRETS.shop, PNG), ...FILE.clients.slice(1)],
    })
    expect(await apply(FILE)).toEqual(['change client shop description logo'])
    const changed = {
      ...FILE,
      clients: [withSecret({ ...SHOP, disabled: true }, SECRETS.shop), ...FILE.clients.slice(1)],
    }
    expect(await apply(changed)).toEqual(['change client shop disabled'])
    expect((await provider.admin('GET', 'clients/shop/')).json()).toMatchObject({
      description: '',
      disabled_at: expect.any(String),
    })
  })

  test('marks all that it holds, and nothing of it is changed elsewhere', async () => {
    await apply(FILE)
    const held = { managed_by_file: true }
    const [server] = (await provider.admin('GET', 'resource-servers/')).json().resource_servers
    expect([server, (await provider.admin('GET', 'clients/shop/')).json()]).toMatchObject([held, held])
    expect((await provider.admin('GET', 'scopes/')).json().scopes).toEqual(Array(3).fill(expect.objectContaining(held)))
    expect((await provider.admin('GET', 'claims/')).json().claims).toMatchObject([held])
    const [{ secret_id: secret }] = (await provider.admin('GET', 'clients/shop/')).json().secrets
    const { name: _name, ...scope } = LOYALTY
    const attempts = [
      ['PATCH', 'clients/shop/', { name: 'Other' }],
      ['DELETE', 'clients/shop/'],
      ['POST', 'clients/shop/disable/'],
      ['POST', 'clients/shop/enable/'],
      ['POST', 'clients/shop/secrets/', {}],
      ['DELETE', `clients/shop/secrets/${secret}/`],
      ['DELETE', 'clients/shop/logo/'],
      ['PATCH', `resource-servers/${server.resource_id}/`, { name: 'Other' }],
      ['DELETE', `resource-servers/${server.resource_id}/`],
      ['PUT', 'scopes/loyalty/', scope],
      ['DELETE', 'scopes/loyalty/'],
      ['PUT', 'claims/loyalty_number/', { labels: { en: 'Other' } }],
      ['DELETE', 'claims/loyalty_number/'],
    ] as const
    for (const [method, path, body] of attempts) {
      const { statusCode, ...response } = await provider.admin(method, path, body)
      expect([method, path, statusCode, response.json().code]).toEqual([method, path, 409, 'managed_by_file'])
    }
    expect(await apply(FILE)).toEqual([])
  })

  test('disables an app that leaves it, keeps all else, and takes it back with what it had', async () => {
    await apply(FILE)
    const without = { ...FILE, clients: FILE.clients.slice(1), scopes: [] }
    expect(await apply(without)).toEqual(['leave client shop', 'leave scope loyalty'])
    expect(await apply(without)).toEqual([])
    expect((await provider.admin('GET', 'clients/shop/')).json().disabled_at).toEqual(expect.any(String))
    expect(await apply(FILE)).toEqual(['take_over scope loyalty', 'take_over client shop disabled'])
    expect(await proves(SECRETS.shop)).toBe('invalid_grant')
  })

  test('prunes what has left it, but not what was changed elsewhere since, nor what is in use', async () => {
    await apply(FILE)
    await apply({ ...FILE, clients: FILE.clients.slice(1), resource_servers: [], scopes: [] })
    expect((await provider.admin('POST', 'clients/shop/enable/')).statusCode).toBe(200)
    const kept = await pruneNow()
    expect(kept.map((each) => each.split(':', 1)[0])).toEqual(['resource_server https', 'scope loyalty', 'scope notes'])
    expect(kept.join()).toContain('Apps are registered for this scope: shop.')
    expect((await provider.admin('DELETE', 'clients/shop/')).statusCode).toBe(204)
    expect(await pruneNow()).toEqual([])
    expect((await provider.admin('GET', 'scopes/')).json().scopes).toEqual([])
    expect((await provider.admin('GET', 'clients/notes-api/')).json()).toHaveProperty('managed_by_file', true)
  })

  test('prunes a scope that an API has no more, and an API before its client', async () => {
    await apply(FILE)
    const [read] = NOTES.scopes
    expect(await apply({ ...FILE, resource_servers: [{ ...NOTES, scopes: [read!] }] })).toEqual([
      'leave scope notes:write',
    ])
    expect(await pruneNow()).toEqual([])
    const [server] = (await provider.admin('GET', 'resource-servers/')).json().resource_servers
    expect(server.scopes).toEqual([read])
    await apply(EMPTY)
    expect(await pruneNow()).toEqual([])
    expect((await provider.admin('GET', 'clients/notes-api/')).statusCode).toBe(404)
  })

  test('changes a secret without a failed request, and goes back to the former one', async () => {
    await apply(FILE)
    const next = `next-${'0'.repeat(32)}`
    const changed = { ...FILE, clients: [withSecret(SHOP, next), ...FILE.clients.slice(1)] }
    expect(await apply(changed)).toEqual(['change client shop client_secret'])
    expect([await proves(next), await proves(SECRETS.shop)]).toEqual(['invalid_grant', 'invalid_grant'])
    expect(await apply(FILE)).toEqual(['change client shop client_secret'])
    const { secrets } = (await provider.admin('GET', 'clients/shop/')).json()
    expect(secrets.filter(({ expires_at }: { expires_at: unknown }) => expires_at === null)).toHaveLength(1)
    const stored = await provider.stored()
    for (const secret of [next, ...Object.values(SECRETS)]) expect(stored).not.toContain(secret)
  })

  test('takes over an app that is there, whose secret goes on without a file', async () => {
    const { client_id, client_secret } = await provider.createApp({ name: 'There' })
    const there = withSecret({ ...SHOP, client_id, name: 'There', scopes: asking('email') })
    expect(await apply({ clients: [there] })).toEqual([`take_over client ${client_id} scopes`])
    const payload = { grant_type: 'refresh_token', refresh_token: 'none', client_id, client_secret }
    expect((await provider.app.inject({ method: 'POST', url: '/oauth/token', payload })).json().error).toBe(
      'invalid_grant',
    )
  })

  test('is refused whole, with every problem', async () => {
    const before = await describeAppsFile(provider.database.sql)
    const { client_id: own } = await provider.register({})
    await provider.database.sql`update provider.clients set owner = ${USER_ID} where client_id = ${own}`
    const wrong: AppsFileContent = {
      claims: [NUMBER, NUMBER, { name: 'sub', labels: { en: 'Subject' } }],
      scopes: [
        { ...LOYALTY, name: 'email' },
        { ...LOYALTY, claims: ['unknown'] },
      ],
      resource_servers: [{ ...NOTES, client_id: 'nobody' }],
      clients: [
        withSecret({ ...SHOP, redirect_uris: ['http://shop.example/'] }, SECRETS.shop),
        withSecret({ ...SHOP, client_id: own, scopes: asking('openid') }, SECRETS.shop),
        withSecret({ ...SHOP, client_id: 'new', scopes: asking('openid') }),
        withSecret({ ...NOTES_API, token_endpoint_auth_method: 'none' }, SECRETS.shop),
      ],
    }
    const refusal = await apply(wrong).catch((error: unknown) => String(error))
    const about = String(refusal)
      .split('\n')
      .slice(1)
      .map((line) => line.trim().split(': ', 1)[0])
    expect(about).toEqual([
      '- claim loyalty_number',
      '- claim sub',
      '- scope email',
      '- scope loyalty',
      '- client shop',
      `- client ${own}`,
      '- client new',
      '- client notes-api',
      '- resource_server https://notes.example',
    ])
    expect(refusal).not.toContain(SECRETS.shop)
    expect(await describeAppsFile(provider.database.sql)).toEqual(before)
  })

  test('of two apps with one secret is refused', async () => {
    const clients = [
      withSecret({ ...SHOP, scopes: asking('openid') }, SECRETS.shop),
      withSecret(NOTES_API, SECRETS.shop),
    ]
    await expect(apply({ clients })).rejects.toThrow('client notes-api: Another app has this secret')
  })

  test('is applied once by processes that start together', async () => {
    const all = await Promise.all(Array.from({ length: 4 }, () => apply(FILE)))
    expect(all.filter((changes) => changes.length > 0)).toEqual([ENTRIES.map((entry) => `add ${entry}`)])
    const events = (await provider.admin('GET', 'audit-events/?event=client_registered&client_id=shop')).json().events
    expect(events[0]).toMatchObject({ outcome: 'apps_file' })
  })

  test('that is exported makes another service the same', async () => {
    await apply({
      ...FILE,
      clients: [withSecret({ ...SHOP, subject_type: 'pairwise' }, SECRETS.shop, PNG), ...FILE.clients.slice(1)],
    })
    const { clients = [], ...catalogue } = await describeAppsFile(provider.database.sql)
    expect(JSON.stringify(clients)).toContain('data:image/png;base64,')
    const other = await createTestDatabase('postgresql', providerMigrations)
    const { sql } = other
    const content = {
      ...catalogue,
      clients: clients.map((client, index) =>
        withSecret(client, `${'0'.repeat(32)}${index}`, client.logo_uri ? PNG : undefined),
      ),
    }
    const options = { issuer: undefined, isDry: false }
    await withRegistrar({ sql, by: 'apps_file' }, (registrar) => registrar.applyAppsFile(content, options))
    expect(await describeAppsFile(sql)).toEqual({ clients, ...catalogue })
    await other.close()
  })
})
