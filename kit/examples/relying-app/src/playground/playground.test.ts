import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createTestServer, type TestPerson, type TestServer } from '@countersign/test-server'
import { freePort } from '@countersign/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'

const PORT = String(await freePort())
const APP = `http://localhost:${PORT}`
const folder = mkdtempSync(join(tmpdir(), 'countersign-playground-'))
const cacheFolder = fileURLToPath(new URL('../../../../node_modules/.cache/countersign', import.meta.url))

let server: TestServer
let ada: TestPerson
let app: ChildProcess
let said = ''

beforeAll(async () => {
  const scopes = ['openid', 'email', 'profile', 'phone']
  server = await createTestServer({ cacheFolder, app: { redirectUri: `${APP}/callback`, scopes } })
  const { issuer, clientId, clientSecret = '', claimsDecryptionKey = '' } = server.app.settings
  const CLAIMS_KEY_FILE = join(folder, 'claims-key.json')
  writeFileSync(CLAIMS_KEY_FILE, claimsDecryptionKey)
  const registered = { ISSUER: issuer, CLIENT_ID: clientId, CLIENT_SECRET: clientSecret, CLAIMS_KEY_FILE, PORT }
  app = spawn(process.execPath, [fileURLToPath(new URL('../main.ts', import.meta.url))], {
    env: { ...process.env, ...registered },
  })
  const listen = (chunk: Buffer) => {
    said += String(chunk)
  }
  app.stderr?.on('data', listen)
  await new Promise<void>((resolve) => {
    app.stdout?.on('data', (chunk: Buffer) => {
      listen(chunk)
      resolve()
    })
  })
  ada = await server.createPerson({ claims: { email: 'ada@example.org', name: '<b>Ada</b>' } })
})
afterAll(async () => {
  app.kill()
  await server.stop()
  rmSync(folder, { recursive: true })
})

/** A browser that keeps its cookie and follows no redirect. */
function openBrowser() {
  let cookie = ''
  const ask = async (path: string, form?: Readonly<Record<string, string>>) => {
    const posted = form && { method: 'POST', body: new URLSearchParams(form) }
    const response = await fetch(new URL(path, APP), { ...posted, headers: { cookie }, redirect: 'manual' })
    cookie = response.headers.get('set-cookie')?.split(';')[0] ?? cookie
    return { location: response.headers.get('location') ?? '', html: await response.text(), response }
  }
  const prepare = async (form: Readonly<Record<string, string>>) => {
    await ask('/playground/request', { scope: 'openid', ...form })
    const { html } = await ask('/playground')
    const [, address = ''] = /href="([^"]+)">Send the browser there/.exec(html) ?? []
    return { html, url: address.replaceAll('&#38;', '&') }
  }
  return { ask, prepare }
}

test('the playground shows a sign-in from its request to its tokens, and no secret', async () => {
  const browser = openBrowser()
  expect((await browser.ask('/playground')).html).toContain('createCountersign')
  const { url, html } = await browser.prepare({ scope: 'openid', prompt: 'consent' })
  expect(html).toContain('code_challenge')
  expect(new URL(url).searchParams.get('prompt')).toBe('consent')
  const { location } = await browser.ask(await ada.approve(url))
  expect(location).toBe('/playground')
  const shown = await browser.ask(location)
  expect(shown.html).not.toContain('✗')
  expect(shown.html.match(/✓/g)?.length).toBeGreaterThan(10)
  expect(shown.html).toContain('beginSignIn({ prompt: &#39;consent&#39; })')
  expect(shown.html).toContain('&#34;alg&#34;: &#34;RS256&#34;')
  expect(shown.response.headers.get('content-security-policy')).toMatch(/^default-src 'none'.*form-action 'self'/)
  expect(shown.response.headers.get('cache-control')).toBe('no-store')
  for (const [call, words] of [
    ['introspect', '&#34;active&#34;: true'],
    ['refresh', 'Refresh: 200'],
    ['userinfo', 'Ask userinfo: 200'],
    ['revoke', 'Revoke: 200'],
    ['userinfo', 'Ask userinfo: 401'],
    ['refresh', 'Refused: invalid_grant'],
    ['nothing of the kind', 'The checks'],
  ] as const) {
    const { location: next } = await browser.ask('/playground/call', { call })
    expect(next).toMatch(/^\/playground/)
    expect((await browser.ask('/playground')).html).toContain(words)
  }
  const { html: last } = await browser.ask('/playground')
  for (const text of [last, shown.html, said]) {
    expect(text).not.toContain(server.app.clientSecret)
    // Codes and tokens beyond their prefix.
    expect(text).not.toMatch(/cs_(?:ac|at|rt)_\w{7}/)
  }
})

test('shared claims are shown as text there, and the callback of the app leads home', async () => {
  const browser = openBrowser()
  const { location: url } = await browser.ask('/sign-in')
  expect((await browser.ask(await ada.approve(url, { scopes: ['openid', 'email', 'profile'] }))).location).toBe('/')
  const { html } = await browser.ask('/playground')
  expect(html).toContain('&#60;b&#62;Ada')
  expect(html).not.toContain('<b>Ada')
})

test.each([
  ['a no', (url: string) => ada.deny(url), 'access_denied', '✓ state'],
  ['a request that ran out', (url: string) => server.expire(url), 'request_expired', '✓ state'],
])('of %s it shows what was refused', async (_case, answer, code, words) => {
  const browser = openBrowser()
  const { url } = await browser.prepare({})
  await browser.ask(await answer(url))
  const { html } = await browser.ask('/playground')
  expect(html).toContain(`refused it: <code>${code}`)
  expect(html).toContain(words)
})
