import { readFileSync, statSync } from 'node:fs'
import { AppsFile } from '@countersign/contracts'
import { byServingRole, startBeforeAll } from '@countersign/testing'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { commandLineAt, refusal, runCommand, startCommandLine, startQuietly } from '../../test/command-line.ts'
import { COMPONENTS } from '../components.ts'
import { generateSecrets } from '../secrets.ts'

const [, EXAMPLE = ''] =
  /```yaml\n([^]*?)```/.exec(
    readFileSync(new URL('../../../../docs/guides/run/apps-file.md', import.meta.url), 'utf8'),
  ) ?? []

const WITHOUT_SHOP = EXAMPLE.slice(0, EXAMPLE.indexOf('  - client_id: shop'))
const APP = '{ client_id: shop, name: Shop, redirect_uris: [https://shop.example/], scopes: [], client_secret_file: s }'

describe('the apps file of the guide', () => {
  const line = startBeforeAll(startCommandLine)

  test('is shown, applied with secrets that are made, marked, left and pruned', async () => {
    const file = line.file('apps.yaml', EXAMPLE)
    expect(await line.run('apply', file)).toMatchObject(refusal('client shop: '))
    const shown = await line.run('apply', file, '--make-secrets')
    expect(shown.complaint).toContain('secrets/shop: give it to the app.')
    expect(shown.said).toMatch(/ {2}add client shop\n\nNothing is changed yet: add --yes\.$/)
    expect(statSync(line.path('secrets/shop')).mode & 0o777).toBe(0o600)
    expect((await line.run('clients', 'list')).said).toContain('No app is registered yet')
    expect((await line.run('apply', file, '--yes')).said).toMatch(/\n\nDone\.$/)
    expect((await line.run('apply', file)).said).toBe('Everything is as the file says.')
    for (const group of ['clients', 'scopes', 'claims', 'resources']) {
      expect((await line.run(group, 'list')).said).toContain('apps file')
    }
    expect(await line.run('clients', 'rotate-secret', 'shop')).toMatchObject(refusal('This is in the apps file'))
    expect((await line.run('apply', '--release')).said).toContain('Released 6 entries.')
    expect((await line.run('clients', 'update', 'shop', '--name', 'Shop')).code).toBe(0)
    expect((await line.run('apply', file, '--yes')).said).toContain('  take over client shop: name')
    const less = line.file('less.yaml', WITHOUT_SHOP)
    expect((await line.run('apply', less, '--yes')).said).toBe('  not in the file client shop: disabled\n\nDone.')
    expect((await line.run('apply', file, '--prune')).said).toContain('  take over client shop: disabled')
    expect((await line.run('apply', less, '--prune', '--yes')).said).toBe('  remove client shop\n\nDone.')
    expect((await line.run('audit', '--client', 'shop')).said).toMatch(
      /client_removed[^]*client_disabled[^]*client_registered/,
    )
  })

  test('is exported with the brand, and applies to another service', async () => {
    await line.run('apply', line.file('apps.yaml', EXAMPLE), '--make-secrets', '--yes')
    const brand = {
      BRAND_NAME: 'Example ID',
      BRAND_LEGAL_LINKS: 'Imprint=https://id.example/i, Privacy=https://id.example/p',
    }
    const { said } = await line.runWith(brand, 'export')
    const { resource_servers: _servers, ...exported } = parse(said)
    const { resource_servers: _others, ...written } = parse(EXAMPLE)
    const links = ['Imprint', 'Privacy'].map((label) => ({
      label,
      url: `https://id.example/${label[0]?.toLowerCase()}`,
    }))
    expect(exported).toEqual({ ...written, brand: { name: 'Example ID', legal_links: links } })
    const other = await startCommandLine()
    const applied = await other.run('apply', other.file('apps.yaml', said), '--make-secrets', '--yes')
    expect(applied.said).toContain('add resource_server https://api.example.com')
    expect((await other.runWith(brand, 'export')).said).toBe(said)
    await other.close()
  })

  test('goes with its files to a process that holds the embedded database', async () => {
    const { start, run } = commandLineAt(line.path('data'), line.path('.'))
    const server = await start()
    const file = line.file('apps.yaml', EXAMPLE)
    expect((await run('apply', file, '--make-secrets', '--yes')).said).toContain('add client shop')
    expect((await run('clients', 'show', 'shop')).said).toMatch(/managed_by +apps file/)
    await server.close()
  })
})

describe('an apps file that cannot be used', () => {
  const line = startBeforeAll(startCommandLine)

  test.each([
    ['is no YAML', 'clients: [', 'at line 1, column 11'],
    ['is empty', '', 'the file must be object'],
    [
      'has an unknown member',
      `clients: [{ client_id: shop, redirect_uri: x, name: Shop, scopes: [] }]`,
      'clients[0] (shop) has members that are unknown here: redirect_uri',
    ],
    [
      'lacks a member',
      'clients: [{ client_id: shop, scopes: [] }]',
      'clients[0] (shop) must have required properties name',
    ],
    ['names a file that is missing', `clients: [${APP}]`, 'client shop: '],
    [
      'has an unknown word',
      `clients: [{ client_id: shop, name: Shop, scopes: [], id_token_signed_response_alg: HS256 }]`,
      'clients[0] (shop) id_token_signed_response_alg must be one of ',
    ],
    ['has two of one member', `clients: []\nclients: []`, 'Map keys must be unique'],
  ])('and %s is refused with the place', async (_what, content, words) => {
    expect(await line.run('apply', line.file('apps.yaml', content))).toMatchObject(refusal(words))
  })

  test.each([
    ['too short', 'short'],
    ['with a space', `${'0'.repeat(32)} ${'0'.repeat(32)}`],
  ])('as a secret is %s is refused without the secret', async (_what, secret) => {
    line.file('s', secret)
    const { complaint } = await line.run('apply', line.file('apps.yaml', `clients: [${APP}]`))
    expect(complaint).toContain('s must hold a secret of at least 32 characters')
    expect(complaint).not.toContain(secret)
  })

  test('is asked for, and has a schema for editors', async () => {
    expect(await line.run('apply')).toMatchObject(refusal('Which file?'))
    expect(JSON.parse((await line.run('apply', '--schema')).said)).toEqual(JSON.parse(JSON.stringify(AppsFile)))
  })
})

describe('APPS_FILE', () => {
  const line = startBeforeAll(startCommandLine)
  const serve = async (settings: Record<string, string>) =>
    startQuietly({ ...(await generateSecrets()), DATABASE_URL: line.url, ...settings }, ...COMPONENTS)

  test('is applied at a start, with its brand on the page', async () => {
    const APPS_FILE = line.file('apps.yaml', EXAMPLE)
    await line.run('apply', APPS_FILE, '--make-secrets')
    await line.run('migrate')
    // By a role that can change no table.
    const server = await serve({ APPS_FILE, DATABASE_URL: await byServingRole(line.url) })
    expect((await (await fetch(`${server.url}/page-config.json`)).json()).brand.name).toBe('Example ID')
    await server.close()
    const { said } = await runCommand(['doctor'], { DATABASE_URL: line.url, APPS_FILE })
    expect(said).toMatch(/BRAND_NAME +Example ID +APPS_FILE/)
    expect((await line.run('audit', '--client', 'shop')).said).toContain('apps_file')
  })

  test('is read for its brand alone by a process that has no secrets of apps', async () => {
    const elsewhere = await startCommandLine()
    const APPS_FILE = elsewhere.file('apps.yaml', EXAMPLE)
    const page = { ...(await generateSecrets()), APPS_FILE, CORE_URL: 'http://localhost:1' }
    const server = await startQuietly(page, 'web')
    expect((await (await fetch(`${server.url}/page-config.json`)).json()).brand.name).toBe('Example ID')
    await server.close()
    await elsewhere.close()
    const env = { ...page, DATABASE_URL: line.url }
    await expect(startQuietly(env, 'provider')).rejects.toThrow('APPS_FILE is refused: ')
  })

  test('that is wrong, or whose brand is another, stops a start with what is wrong', async () => {
    const APPS_FILE = line.file('apps.yaml', EXAMPLE.replace('[loyalty_number]', '[unknown]'))
    await expect(serve({ APPS_FILE })).rejects.toThrow('scope loyalty: A claim is unknown')
    await expect(serve({ APPS_FILE, BRAND_NAME: 'Other' })).rejects.toThrow('BRAND_NAME is another in APPS_FILE')
    await expect(serve({ APPS_FILE: line.file('none.yaml', 'x: 1') })).rejects.toThrow('APPS_FILE is refused: ')
    const { said } = await runCommand(['doctor'], { DATABASE_URL: line.url, APPS_FILE: line.path('none.yaml') })
    expect(said).toContain('has members that are unknown here: x')
  })
})
