import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readPageConfig } from '@countersign/contracts/page-config'
import { UNBRANDED } from '@countersign/service/brand'
import Fastify from 'fastify'
import { afterAll, describe, expect, test } from 'vitest'
import { mountWeb } from './mount-web.ts'

const folder = mkdtempSync(join(tmpdir(), 'countersign-consent-'))
mkdirSync(join(folder, 'assets'))
const PAGE = '<head><title>Vault</title><script type="importmap">{"integrity":{}}</script></head>'
/** `printf '{"integrity":{}}' | openssl dgst -sha256 -binary | base64` */
const IMPORT_MAP_HASH = 'sha256-v1IUEqDyKCfHdg2mkshdZlh1JwxKZIMqsI0JxkeP1Qo='
writeFileSync(join(folder, 'index.html'), PAGE)
writeFileSync(join(folder, 'assets/index-abc.js'), 'page')
writeFileSync(join(folder, 'assets/vault-worker-abc.js'), 'worker')
writeFileSync(join(folder, 'assets/vault-worker-abc.js.br'), 'compressed')
afterAll(() => rmSync(folder, { recursive: true }))

async function serve(options = {}) {
  const app = Fastify({ routerOptions: { ignoreTrailingSlash: true } })
  await mountWeb(app, { issuer: 'https://id.example', coreUrl: '', folder, ...options })
  return app
}

async function get(url: string, options = {}) {
  return (await serve(options)).inject(url)
}

async function configOf(app: Awaited<ReturnType<typeof serve>>) {
  return readPageConfig((await app.inject('/page-config.json')).json())
}

describe('a page', () => {
  test('is served at its paths, and never from a cache', async () => {
    const app = await serve()
    for (const url of ['/', '/sign-in', '/sign-up', '/consent', '/consent/?auth_request_id=x']) {
      const { statusCode, headers } = await app.inject(url)
      expect([url, statusCode]).toEqual([url, 200])
      expect(headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
    }
  })

  test('runs its own script only, cannot be framed, and tells no other site where it was', async () => {
    const { headers } = await get('/consent')
    const policy = String(headers['content-security-policy']).split('; ')
    expect(policy).toEqual([
      "default-src 'none'",
      `script-src 'self' '${IMPORT_MAP_HASH}'`,
      "worker-src 'self'",
      "connect-src 'self'",
      "style-src 'self'",
      "img-src 'self' data: https://id.example",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      'trusted-types countersign-worker',
    ])
    expect(headers).toMatchObject({
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': 'publickey-credentials-get=(self), publickey-credentials-create=(self)',
    })
  })

  test('is the file of the build, whatever the operator configured', async () => {
    const issuer = 'https://id.example/"><script>$&'
    const brand = { ...UNBRANDED, name: '<b>Sons</b>', theme: { accent: ['#000000', '#ffffff'] } }
    const { body } = await get('/', { issuer, brand, opaqueServerKeys: ['a'.repeat(43)] })
    expect(body).toBe(PAGE)
  })
})

test('page-config.json is uncached data in the form that the page reads', async () => {
  const lists = {
    opaqueServerKeys: ['a'.repeat(43), 'b'.repeat(43)],
    credentialIssuers: ['https://university.example'],
  }
  const app = await serve({ ...lists, signUps: 'invited' })
  const { headers } = await app.inject('/page-config.json')
  expect(headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
  const brand = { name: 'Countersign', logo: '', links: [], supportUrl: '', theme: {} }
  expect(await configOf(app)).toEqual({
    issuer: 'https://id.example',
    coreUrl: '',
    ...lists,
    signUps: 'invited',
    brand,
  })
  expect((await app.inject('/brand/logo')).statusCode).toBe(404)
})

describe('for password managers', () => {
  test('the address to change a password leads to its form, and status codes can be relied on', async () => {
    const { statusCode, headers } = await get('/.well-known/change-password')
    expect([statusCode, headers.location]).toEqual([302, '/methods#password'])
    const probe = 'resource-that-should-not-exist-whose-status-code-should-not-be-200'
    expect((await get(`/.well-known/${probe}`)).statusCode).toBe(404)
  })

  test.each([
    ['vault.example', 'https://vault.example'],
    ['vault.example:8443', 'https://vault.example:8443'],
    ['localhost:8080', 'http://localhost:8080'],
  ])('passkey endpoints are addresses of the host that is asked: %s', async (host, origin) => {
    const app = await serve()
    const { headers, ...answer } = await app.inject({ url: '/.well-known/passkey-endpoints', headers: { host } })
    expect(headers).toMatchObject({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' })
    expect(answer.json()).toEqual({
      enroll: `${origin}/methods#new-passkey`,
      manage: `${origin}/methods`,
      prfUsageDetails: `${origin}/methods#about-passkeys`,
    })
  })

  test('a host that is no host has none', async () => {
    const app = await serve()
    const headers = { host: 'vault example' }
    expect((await app.inject({ url: '/.well-known/passkey-endpoints', headers })).statusCode).toBe(404)
  })
})

test('credential-client.json describes the page to issuers, at its own address', async () => {
  const described = async (options = {}) => (await get('/credential-client.json', options)).json()
  expect(await described()).toEqual({
    client_id: 'https://id.example/credential-client.json',
    client_name: 'Countersign',
    client_uri: 'https://id.example',
    redirect_uris: ['https://id.example/credentials'],
    grant_types: ['authorization_code'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  })
  expect(await described({ webUrl: 'https://vault.example' })).toMatchObject({
    client_id: 'https://vault.example/credential-client.json',
    redirect_uris: ['https://vault.example/credentials'],
  })
})

test("a page reads an older server's configuration as open sign-ups, and refuses an unknown value", async () => {
  const { sign_ups: _missing, ...older } = (await get('/page-config.json')).json()
  expect(readPageConfig(older).signUps).toBe('open')
  expect(() => readPageConfig({ ...older, sign_ups: 'by-mail' })).toThrow(TypeError)
})

describe('an unknown address', () => {
  const asPerson = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

  test.each(['/nothing', '/consent/nothing', '/console/nothing', '/index.html', '/%2e%2e/x', '/apiary'])(
    'is a page for a person at %s, with the same protection',
    async (url) => {
      const app = await serve()
      const response = await app.inject({ url, headers: asPerson })
      expect(response.statusCode).toBe(404)
      const { headers } = await app.inject('/')
      expect(response.headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': headers['content-security-policy'],
        'x-frame-options': 'DENY',
        'cache-control': 'no-store',
      })
    },
  )

  test.each([
    ['/nothing', {}],
    ['/api/nothing', asPerson],
    ['/oauth/nothing/', asPerson],
    ['/.well-known/nothing', asPerson],
    ['/assets/nothing.js', asPerson],
    ['/brand/theme.css', asPerson],
  ])('is no page at %s for %j', async (url, headers) => {
    const response = await (await serve()).inject({ url, headers })
    expect([response.statusCode, response.headers['content-type']]).toEqual([404, expect.stringContaining('json')])
  })

  test('is refused by the component that it belongs to where a part of it is too long', async () => {
    const app = Fastify()
    app.get('/oauth/clients/:client_id/logo', async () => 'a logo')
    await mountWeb(app, { issuer: 'https://id.example', coreUrl: '', folder })
    const response = await app.inject({ url: `/oauth/clients/${'a'.repeat(600)}/logo`, headers: asPerson })
    expect(response.statusCode).toBe(414)
  })
})

describe("an operator's own look", () => {
  const brand = {
    name: 'Sons & <Daughters>',
    theme: { accent: ['#14574d', '#8fd0c2'] },
    logo: { content: Buffer.from('<svg><script>alert(1)</script></svg>'), type: 'image/svg+xml' as const },
    links: [{ label: 'Privacy', url: 'https://example.org/privacy' }],
    supportUrl: '',
  }

  test('reaches the page unchanged, with a cacheable logo that runs nothing', async () => {
    const app = await serve({ brand })
    const { logo: url, ...told } = (await configOf(app)).brand
    expect({ ...told, logo: brand.logo }).toEqual(brand)
    expect(url).toMatch(/^\/brand\/logo\?v=[\w-]{16}$/)
    const { headers } = await app.inject(url)
    expect(headers).toMatchObject({
      'content-type': 'image/svg+xml',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    })
    const again = await app.inject({ url, headers: { 'if-none-match': `"other", W/${headers['etag']}` } })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })
})

describe('a file of the build', () => {
  test('is cached for ever: its name changes with its content', async () => {
    const { headers } = await get('/assets/index-abc.js')
    expect(headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    })
    expect(headers['content-security-policy']).toBeUndefined()
  })

  test('is revalidated if it is the vault worker: a cached one gets the current policy', async () => {
    const url = '/assets/vault-worker-abc.js'
    const before = (await (await serve({ credentialIssuers: ['https://university.example'] })).inject(url)).headers
    expect(before['cache-control']).toBe('no-cache')
    const headers = { 'if-none-match': String(before['etag']) }
    const after = await (await serve({ credentialIssuers: ['https://bank.example'] })).inject({ url, headers })
    expect(after.statusCode).toBe(304)
    expect(after.headers['content-security-policy']).toMatch(/; connect-src 'self' https:\/\/bank\.example$/)
  })

  test('may compile WebAssembly and call core and credential issuers only if it is the vault worker', async () => {
    const app = await serve({ coreUrl: 'https://core.example', credentialIssuers: ['https://university.example'] })
    expect((await app.inject('/')).headers['content-security-policy']).not.toContain('university')
    for (const encoding of ['identity', 'br']) {
      const headers = { 'accept-encoding': encoding }
      const response = await app.inject({ url: '/assets/vault-worker-abc.js', headers })
      expect(response.body).toBe(encoding === 'br' ? 'compressed' : 'worker')
      expect(response.headers['content-type']).toContain('javascript')
      expect(response.headers['content-security-policy']).toBe(
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self' https://core.example https://university.example",
      )
    }
  })

  test('is missing at an unknown name, and outside of the folder of assets', async () => {
    const app = await serve()
    const urls = ['/assets/', '/assets/nothing.js', '/assets/../index.html', '/assets/%2e%2e/index.html', '/index.html']
    for (const url of urls) expect([url, (await app.inject(url)).statusCode]).toEqual([url, 404])
  })
})

test('a start without the build says what to do', async () => {
  await expect(serve({ folder: join(folder, 'nothing') })).rejects.toThrow('npm run build')
})
