import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@countersign/testing'
import { mountWeb } from '@countersign/web'
import Fastify from 'fastify'
import { describe, expect, test } from 'vitest'
import { mountConsole } from './mount-console.ts'

const folder = temporaryFolder()
const PAGE = '<head><title>Vault</title><script type="importmap">{"integrity":{}}</script></head>'
const CONSOLE = PAGE.replace('Vault', 'Console')
const [pages, ownPages] = [join(folder, 'pages'), join(folder, 'console')]
mkdirSync(join(pages, 'assets'), { recursive: true })
mkdirSync(join(ownPages, 'console/assets'), { recursive: true })
writeFileSync(join(pages, 'index.html'), PAGE)
writeFileSync(join(ownPages, 'index.html'), CONSOLE)
writeFileSync(join(ownPages, 'console/assets/index-abc.js'), 'console')

async function get(url: string, coreUrl = '') {
  const app = Fastify({ routerOptions: { ignoreTrailingSlash: true } })
  const options = { issuer: 'https://id.example', coreUrl }
  await mountWeb(app, { ...options, folder: pages })
  await mountConsole(app, { ...options, folder: ownPages })
  return app.inject({ url, headers: { accept: 'text/html' } })
}

describe('the console', () => {
  test.each(['/console', '/console/', '/console/app?client_id=x', '/console/audit/'])(
    'is a document of its own at %s, as protected as the pages are',
    async (url) => {
      const response = await get(url)
      expect(response.body).toBe(CONSOLE)
      const { headers } = await get('/')
      for (const name of ['cache-control', 'x-frame-options', 'cross-origin-opener-policy'])
        expect(response.headers[name], name).toBe(headers[name])
      expect(response.headers['content-security-policy']).toContain("script-src 'self' 'sha256-")
    },
  )

  test('alone may call the provider: the token of an administrator goes nowhere else', async () => {
    const policyOf = async (url: string) =>
      String((await get(url, 'https://core.example/base/')).headers['content-security-policy'])
    expect(await policyOf('/console')).toContain("connect-src 'self' https://core.example https://id.example;")
    expect(await policyOf('/consent')).toContain("connect-src 'self' https://core.example;")
  })

  test('has its files below its own address, and the pages answer at its unknown ones', async () => {
    const { body, headers } = await get('/console/assets/index-abc.js')
    expect([body, headers['cache-control']]).toEqual(['console', 'public, max-age=31536000, immutable'])
    const unknown = await get('/console/nothing')
    expect([unknown.statusCode, unknown.body]).toEqual([404, PAGE])
  })
})
