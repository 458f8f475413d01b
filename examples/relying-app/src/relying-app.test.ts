import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { type AppKey, newAppKey, sealFor } from '@countersign/data-token/testing'
import { freePort, makeDataToken, startTestProvider, type TestProvider, tokenBody } from '@countersign/sdk/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const PORT = String(await freePort())
const APP = `http://localhost:${PORT}`

const sealedPort = String(await freePort())
const SEALED_APP = `http://localhost:${sealedPort}`

let provider: TestProvider
let app: ChildProcess
let sealedApp: ChildProcess
let key: AppKey

beforeAll(async () => {
  provider = await startTestProvider()
  key = await newAppKey()
  app = await startApp({ PORT })
  sealedApp = await startApp({ PORT: sealedPort, CLAIMS_KEY: JSON.stringify(key.privateJwk) })
})
afterAll(async () => {
  app.kill()
  sealedApp.kill()
  await provider.close()
})

async function startApp(env: Record<string, string>): Promise<ChildProcess> {
  const child = spawn(process.execPath, [fileURLToPath(new URL('main.ts', import.meta.url))], {
    env: { ...process.env, ISSUER: provider.issuer, CLIENT_ID: 'app-1', CLIENT_SECRET: 'cs_cs_1', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise((resolve) => child.stdout?.once('data', resolve))
  return child
}

async function beginSignIn(address = APP) {
  const response = await fetch(`${address}/sign-in`, { redirect: 'manual' })
  const location = new URL(response.headers.get('location') ?? '')
  return { cookie: cookieOf(response), state: location.searchParams.get('state') ?? '', location }
}

function comeBack(cookie: string, parameters: Record<string, string>, address = APP) {
  const query = new URLSearchParams({ iss: provider.issuer, ...parameters }).toString()
  return fetch(`${address}/callback?${query}`, { headers: { cookie }, redirect: 'manual' })
}

function cookieOf(response: Response): string {
  return response.headers.get('set-cookie')?.split(';')[0] ?? ''
}

describe('the example app', () => {
  test('offers to sign in, on a page that runs nothing', async () => {
    const response = await fetch(APP)
    expect(await response.text()).toContain('Sign in with Countersign')
    expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/)
  })

  test('keeps its session in a cookie that scripts and other sites cannot use', async () => {
    const response = await fetch(`${APP}/sign-in`, { redirect: 'manual' })
    expect(response.headers.get('set-cookie')).toMatch(/^demo_session=[\w-]{43}; HttpOnly; SameSite=Lax; Path=\/$/)
    expect(response.headers.get('location')).toContain(`${provider.issuer}/oauth/authorize?`)
  })

  test('shows what the person shared as text, and forgets it when they sign out', async () => {
    const claims = { name: '<b>Ada</b>', email: 'ada@example.org' }
    provider.answerTokensWith({ body: tokenBody(await makeDataToken(provider.issuer, provider.keys, { claims })) })
    const begun = await beginSignIn()
    const finished = await comeBack(begun.cookie, { code: 'cs_ac_1', state: begun.state })
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

  test('shows what was sealed for its key, and takes nothing in the open once it has one', async () => {
    const request = { aud: 'app-1', sub: 'person-1', auth_request_id: '7f6c1a52-8ab3-4c27-9d41-1f2f6a3f7c11' }
    const claims_jwe = await sealFor(key, { claims: { email: 'ada.sealed@example.org' }, ...request })
    const sealed = { claims: {}, claim_names: ['email'], claims_jwe }
    const finish = async (attestation: Parameters<typeof makeDataToken>[2]) => {
      provider.answerTokensWith({ body: tokenBody(await makeDataToken(provider.issuer, provider.keys, attestation)) })
      const { cookie, state } = await beginSignIn(SEALED_APP)
      return comeBack(cookie, { code: 'cs_ac_1', state }, SEALED_APP)
    }
    const home = await fetch(SEALED_APP, { headers: { cookie: cookieOf(await finish(sealed)) } })
    expect(await home.text()).toContain('ada.sealed@example.org')
    const refused = await finish({ claims: { email: 'ada@example.org' } })
    expect(refused.status).toBe(400)
    expect(await refused.text()).toContain('not set up right')
  })

  test('respects a no', async () => {
    const { cookie, state } = await beginSignIn()
    const response = await comeBack(cookie, { error: 'access_denied', state })
    expect(response.status).toBe(200)
    expect(await response.text()).toContain('You said no, and that is fine')
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
    const { cookie, state } = await beginSignIn()
    expect(await (await comeBack(cookie, { code: 'cs_ac_1', state })).text()).toContain('That took too long')
  })

  test('answers an unknown address, and goes on', async () => {
    expect((await fetch(`${APP}/constructor`)).status).toBe(404)
    expect((await fetch(`${APP}/sign-out`)).status).toBe(404)
    expect((await fetch(APP)).status).toBe(200)
  })
})
