import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { afterAll, describe, expect, test } from 'vitest'
import { mountConsent } from './index.ts'

const folder = mkdtempSync(join(tmpdir(), 'countersign-consent-'))
mkdirSync(join(folder, 'assets'))
writeFileSync(join(folder, 'index.html'), '<meta content="{{issuer}}" /><meta content="{{core}}" />')
writeFileSync(join(folder, 'assets/index-abc.js'), 'page')
writeFileSync(join(folder, 'assets/vault-worker-abc.js'), 'worker')
writeFileSync(join(folder, 'assets/vault-worker-abc.js.br'), 'compressed')
afterAll(() => rmSync(folder, { recursive: true }))

async function serve(options = {}) {
  const app = Fastify({ routerOptions: { ignoreTrailingSlash: true } })
  await mountConsent(app, { issuer: 'https://id.example', coreUrl: '', folder, ...options })
  return app
}

describe('a page', () => {
  test.each(['/', '/sign-in', '/sign-up', '/consent', '/consent/?auth_request_id=x'])(
    'is served at %s, and never from a cache',
    async (url) => {
      const response = await (await serve()).inject(url)
      expect(response.statusCode).toBe(200)
      expect(response.headers['content-type']).toBe('text/html; charset=utf-8')
      expect(response.headers['cache-control']).toBe('no-store')
    },
  )

  test('runs its own script only, cannot be framed, and tells no other site where it was', async () => {
    const { headers } = await (await serve()).inject('/consent')
    const policy = String(headers['content-security-policy']).split('; ')
    expect(policy).toEqual([
      "default-src 'none'",
      "script-src 'self'",
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

  test('may call core where core runs apart', async () => {
    const response = await (await serve({ coreUrl: 'https://core.example/base/' })).inject('/')
    expect(response.headers['content-security-policy']).toContain("connect-src 'self' https://core.example;")
    expect(response.body).toContain('content="https://core.example/base"')
  })

  test('carries what it is told as text, whatever that is', async () => {
    const response = await (await serve({ issuer: 'https://id.example/"><script>$&' })).inject('/')
    expect(response.body).toContain('content="https://id.example/&quot;&gt;&lt;script&gt;$&amp;"')
  })
})

describe('a file of the build', () => {
  test('is cached for ever: its name changes with its content', async () => {
    const response = await (await serve()).inject('/assets/index-abc.js')
    expect(response.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(response.headers['x-content-type-options']).toBe('nosniff')
    expect(response.headers['content-security-policy']).toBeUndefined()
  })

  test('may compile WebAssembly if it is the vault worker, and only then', async () => {
    for (const encoding of ['identity', 'br']) {
      const headers = { 'accept-encoding': encoding }
      const response = await (await serve()).inject({ url: '/assets/vault-worker-abc.js', headers })
      expect(response.body).toBe(encoding === 'br' ? 'compressed' : 'worker')
      expect(response.headers['content-type']).toContain('javascript')
      expect(response.headers['content-security-policy']).toBe(
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'",
      )
    }
  })

  test.each(['/assets/', '/assets/nothing.js', '/assets/../index.html', '/assets/%2e%2e/index.html', '/index.html'])(
    'is not there at %s',
    async (url) => {
      expect((await (await serve()).inject(url)).statusCode).toBe(404)
    },
  )
})

test('a start without the build says what to do', async () => {
  await expect(serve({ folder: join(folder, 'nothing') })).rejects.toThrow('npm run build')
})
