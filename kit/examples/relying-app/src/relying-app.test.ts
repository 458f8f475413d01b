import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort, sealClaims, startTestProvider, tokenBody } from '@countersign/sdk/testing'
import { startBeforeAll } from '@countersign/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const PORT = String(await freePort())
const APP = `http://localhost:${PORT}`

const folder = mkdtempSync(join(tmpdir(), 'countersign-relying-app-'))
const CLAIMS_KEY_FILE = join(folder, 'claims-key.json')

const provider = startBeforeAll(startTestProvider)
let app: ChildProcess

beforeAll(async () => {
  const registered = { ISSUER: provider.issuer, CLIENT_ID: 'app-1', CLIENT_SECRET: 'cs_cs_1' }
  app = spawn(process.execPath, [fileURLToPath(new URL('main.ts', import.meta.url))], {
    env: { ...process.env, ...registered, PORT, CLAIMS_KEY_FILE },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise((resolve) => app.stdout?.once('data', resolve))
})
afterAll(() => {
  app.kill()
  rmSync(folder, { recursive: true })
})

async function beginSignIn(headers: Record<string, string> = {}) {
  const response = await fetch(`${APP}/sign-in`, { redirect: 'manual', headers })
  const location = new URL(response.headers.get('location') ?? '')
  const { state = '', nonce: code = '' } = Object.fromEntries(location.searchParams)
  return { cookie: cookieOf(response), state, code }
}

function comeBack(cookie: string, parameters: Record<string, string>) {
  const query = new URLSearchParams({ iss: provider.issuer, ...parameters }).toString()
  return fetch(`${APP}/callback?${query}`, { headers: { cookie }, redirect: 'manual' })
}

function cookieOf(response: Response): string {
  return response.headers.get('set-cookie')?.split(';')[0] ?? ''
}

describe('the example app', () => {
  test('offers to sign in, on a page that runs nothing', async () => {
    const response = await fetch(APP)
    const body = await response.text()
    expect(body).toContain('Sign in with Countersign')
    // Otherwise the browser requests an icon that the policy forbids.
    expect(body).toContain('<link rel="icon" href="data:image/svg+xml,')
    expect(response.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; img-src data:; style-src 'sha256-/,
    )
  })

  test('keeps its session in a cookie that scripts and other sites cannot use', async () => {
    const response = await fetch(`${APP}/sign-in`, { redirect: 'manual' })
    expect(response.headers.get('set-cookie')).toMatch(/^demo_session=[\w-]{43}; HttpOnly; SameSite=Lax; Path=\/$/)
    expect(response.headers.get('location')).toContain(`${provider.issuer}/oauth/authorize?`)
  })

  test('shows what the person shared as text, and forgets it when they sign out', async () => {
    const claims = { name: '<b>Ada</b>', email: 'ada@example.org' }
    const publicJwk = JSON.parse(readFileSync(join(folder, 'claims-key.public.json'), 'utf8'))
    provider.answerDataToken(await sealClaims({ publicJwk }, { claims }))
    const begun = await beginSignIn()
    const finished = await comeBack(begun.cookie, { code: begun.code, state: begun.state })
    const cookie = cookieOf(finished)
    expect(finished.headers.get('location')).toBe('/')
    expect(cookie).not.toBe(begun.cookie)

    const home = await (await fetch(APP, { headers: { cookie } })).text()
    expect(home).toContain('ada@example.org')
    expect(home).toContain('&#60;b&#62;Ada')
    expect(home).not.toContain('<b>Ada')

    await fetch(`${APP}/sign-out`, { method: 'POST', headers: { cookie }, redirect: 'manual' })
    expect(await (await fetch(APP, { headers: { cookie } })).text()).toContain('Sign in with Countersign')
  })

  test('shows what a person has changed since, and as of when', async () => {
    const publicJwk = JSON.parse(readFileSync(join(folder, 'claims-key.public.json'), 'utf8'))
    const inner = { update_secret: 's'.repeat(43) }
    provider.answerDataToken(await sealClaims({ publicJwk }, { inner }))
    const begun = await beginSignIn()
    const headers = { cookie: cookieOf(await comeBack(begun.cookie, { code: begun.code, state: begun.state })) }
    const claims = { email: 'ada@home.example', name: '' }
    provider.answerTokensWith({ body: tokenBody(await provider.makeDataUpdate({ publicJwk }, { claims, inner })) })
    const tell = async (typ: string) => {
      const events = { 'urn:countersign:event:data-changed': {} }
      return (
        await fetch(`${APP}/events`, { method: 'POST', body: provider.makeIdToken({ jti: '1', events }, { typ }) })
      ).status
    }
    expect(await tell('JWT')).toBe(400)
    expect(await (await fetch(APP, { headers })).text()).toMatch(/ada@example\.org.*Ada Lovelace/s)
    expect(await tell('secevent+jwt')).toBe(202)
    const home = await (await fetch(APP, { headers })).text()
    expect(home).toMatch(/chose to share, as of \d{4}-\d\d-\d\d \d\d:\d\d UTC\..*ada@home\.example/s)
    expect(home).not.toMatch(/ada@example\.org|Lovelace/)
  })

  test('finishes two sign-ins that two tabs of a browser began, each once', async () => {
    const first = await beginSignIn()
    const second = await beginSignIn({ cookie: first.cookie })
    const claims = { email: 'ada@example.org' }
    const publicJwk = JSON.parse(readFileSync(join(folder, 'claims-key.public.json'), 'utf8'))
    provider.answerDataToken(await sealClaims({ publicJwk }, { claims }))
    const finished = await comeBack(second.cookie, { code: first.code, state: first.state })
    expect(finished.headers.get('location')).toBe('/')
    const cookie = cookieOf(finished)
    expect((await comeBack(cookie, { error: 'access_denied', state: second.state })).status).toBe(200)
    const again = await comeBack(cookie, { error: 'access_denied', state: second.state })
    expect(await again.text()).toContain('Please begin again')
  })

  test('takes nothing in the open', async () => {
    provider.answerDataToken()
    const { cookie, state, code } = await beginSignIn()
    const refused = await comeBack(cookie, { code, state })
    expect(refused.status).toBe(400)
    expect(await refused.text()).toContain('not set up right')
  })

  test.each([
    ['access_denied', 200, 'You said no, and that’s fine'],
    ['request_expired', 400, 'That took too long'],
  ])('tells a refusal from an expired request: %s', async (error, status, words) => {
    const { cookie, state } = await beginSignIn()
    const response = await comeBack(cookie, { error, state })
    expect([response.status, await response.text()]).toEqual([status, expect.stringContaining(words)])
  })

  test.each([
    ['a callback of another browser', { error: 'access_denied' }, 'demo_session=unknown', 'Please begin again'],
    ['a forged state', { code: 'cs_ac_1', state: 'forged' }, undefined, 'Please begin again'],
  ])('refuses %s', async (_case, parameters, foreignCookie, words) => {
    const { cookie } = await beginSignIn()
    const response = await comeBack(foreignCookie ?? cookie, parameters)
    expect(response.status).toBe(400)
    expect(await response.text()).toContain(words)
  })

  test('says so when the approval came too late', async () => {
    provider.answerTokensWith({ status: 400, body: { error: 'invalid_grant' } })
    const { cookie, state, code } = await beginSignIn()
    expect(await (await comeBack(cookie, { code, state })).text()).toContain('That took too long')
  })

  test('answers an unknown address, and goes on', async () => {
    expect((await fetch(`${APP}/constructor`)).status).toBe(404)
    expect((await fetch(`${APP}/sign-out`)).status).toBe(404)
    expect((await fetch(APP)).status).toBe(200)
  })
})
