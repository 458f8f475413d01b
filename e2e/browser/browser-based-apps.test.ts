/** RFC 10017 (BCP 212), section by section: a page that is the client (§6.3), and one with a server (§6.1). */
import { randomBytes } from 'node:crypto'
import { countersign } from '@countersign/sdk/next'
import { startTestProvider, tokenBody } from '@countersign/sdk/testing'
import { startBeforeAll } from '@countersign/testing'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { expectHeading, PAGES, useBrowser } from '../support/browser.ts'
import { startExamplePage } from '../support/examples.ts'
import { expireTokens } from '../support/expire-tokens.ts'
import { openBrowser, signInByPasskeyOnPage, usePasskey } from '../support/person.ts'
import { useSystem } from '../support/shared.ts'

type Sent = { readonly url: URL; readonly form: Readonly<Record<string, string>> }

describe('RFC 10017, a page that is the client:', PAGES, () => {
  const system = useSystem()
  const app = startBeforeAll(() => startExamplePage(system))
  const browser = useBrowser('after all')
  const passkey = usePasskey(system, { name: 'Ada Lovelace', email: 'ada@example.org' })
  const sent: Sent[] = []
  let page: Page

  const sentTo = (path: string) => sent.filter(({ url }) => url.pathname === path)
  const press = (name: string) => page.getByText(name, { exact: true }).click()

  beforeAll(async () => {
    ;({ page } = await openBrowser(browser, { passkey }))
    page.context().on('request', (request) => {
      const form = Object.fromEntries(new URLSearchParams(request.postData() ?? ''))
      sent.push({ url: new URL(request.url()), form })
    })
    await page.goto(app.url)
    await press('Sign in with Countersign')
    await signInByPasskeyOnPage(page)
    await expectHeading(page, `${app.name} asks for some of your data`)
    await press('Approve')
    await expectHeading(page, 'Hello Ada Lovelace')
  })

  test('§6.3.2.1, §6.3.3.1: the code is for its verifier (S256), and there is no secret', async () => {
    const [asked] = sentTo('/oauth/authorize')
    expect(Object.fromEntries(asked?.url.searchParams ?? [])).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    })
    const exchanges = sentTo('/oauth/token/').filter(({ form }) => form['grant_type'] === 'authorization_code')
    expect(exchanges.length).toBeGreaterThan(0)
    for (const { form } of exchanges) {
      expect(form['code_verifier']).toMatch(/^[\w-]{43}$/)
      expect(Object.keys(form)).not.toContain('client_secret')
    }
  })

  test('§6.3.2.1, §6.3.3.2.1: the server demands the challenge, and the exact redirect URI', async () => {
    const asked = sentTo('/oauth/authorize')[0]?.url ?? new URL('about:blank')
    const answerTo = async (change: (query: URLSearchParams) => void) => {
      const url = new URL(asked)
      // Its own request: the first has been answered, and its challenge is spent.
      url.searchParams.set('code_challenge', randomBytes(32).toString('base64url'))
      change(url.searchParams)
      const { status, headers } = await fetch(url, { redirect: 'manual' })
      return [status, headers.get('location')?.includes('/consent') ?? false]
    }
    expect(await answerTo(() => undefined)).toEqual([302, true])
    expect((await answerTo((query) => query.delete('code_challenge')))[1]).toBe(false)
    for (const end of ['/', '?a=b', '#']) {
      const refused = await answerTo((query) => query.set('redirect_uri', `${app.url}/callback${end}`))
      expect(refused).toEqual([400, false])
    }
  })

  test('§6.3.2.2, §9.3: an answer to no sign-in here, or of another issuer, is exchanged with no one', async () => {
    const { page: other } = await openBrowser(browser)
    const exchanged: string[] = []
    other.on('request', (request) => request.url().includes('/oauth/token') && exchanged.push(request.url()))
    const comeBack = (state: string, iss: string) =>
      other.goto(`${app.url}/callback?${new URLSearchParams({ code: 'stolen', state, iss }).toString()}`)
    await comeBack('forged', system.providerUrl)
    await other.getByText('holds no sign-in').waitFor()

    const asking = other.waitForRequest((request) => request.url().includes('/oauth/authorize'))
    await other.getByRole('button', { name: 'Sign in with Countersign' }).click()
    const { searchParams } = new URL((await asking).url())
    await comeBack(searchParams.get('state') ?? '', 'https://evil.example')
    await other.getByText('comes from the issuer "https://evil.example"').waitFor()
    expect(exchanged).toEqual([])
  })

  test('§6.3.3.3, §6.3.4.2.3: it asks in its own window; the page that answers is shown in no frame', async () => {
    expect([page.context().pages().length, page.frames().length]).toEqual([1, 1])
    const { headers } = await fetch(`${system.webUrl}/consent`)
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  })

  test('§6.3.3.4: scripts of any origin may call every endpoint but authorize', async () => {
    const metadata = await (await fetch(`${system.providerUrl}/.well-known/openid-configuration`)).json()
    const allowedAt = async (url: string) => {
      const headers = {
        origin: app.url,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'dpop',
      }
      return (await fetch(url, { method: 'OPTIONS', headers })).headers.get('access-control-allow-origin')
    }
    const called = ['token_endpoint', 'revocation_endpoint', 'userinfo_endpoint', 'jwks_uri']
    for (const name of called) expect(await allowedAt(metadata[name])).toBe('*')
    expect(await allowedAt(`${system.providerUrl}/.well-known/oauth-authorization-server`)).toBe('*')
    expect(await allowedAt(metadata.authorization_endpoint)).toBeNull()
  })

  test('§7.2, §7.3: codes alone; the address and the history lose theirs', async () => {
    const metadata = await (await fetch(`${system.providerUrl}/.well-known/openid-configuration`)).json()
    expect(metadata.response_types_supported).toEqual(['code'])
    expect(metadata.grant_types_supported).not.toContain('password')
    expect(page.url()).toBe(`${app.url}/`)
    await page.goBack()
    expect(page.url()).not.toContain('code=')
    await page.goto(app.url)
    await page.getByRole('heading', { name: /^Hello / }).waitFor()
  })

  test('§7.4, §8.1, §8.5: no token is in cookies or web storage, and there is no service worker', async () => {
    const kept = await page.evaluate(async () => ({
      cookies: document.cookie,
      stored: localStorage.length + sessionStorage.length,
      workers: (await navigator.serviceWorker.getRegistrations()).length,
    }))
    expect(kept).toEqual({ cookies: '', stored: 0, workers: 0 })
  })

  test('§6.3.2.3, §9.2: refresh tokens are replaced, and good only with a key that no script reads', async () => {
    const first = await page.evaluate(readKept)
    expect(first).toMatchObject({ extractable: false, refreshToken: expect.any(String) })
    const client_id = sentTo('/oauth/authorize')[0]?.url.searchParams.get('client_id') ?? ''
    const body = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: first.refreshToken, client_id })
    const stolen = await fetch(`${system.providerUrl}/oauth/token/`, { method: 'POST', body })
    expect([stolen.status, await stolen.json()]).toMatchObject([400, { error: 'invalid_grant' }])
    await expireTokens(page)
    await press('Ask who I am')
    await page.getByText('The API answered 200').waitFor()
    expect((await page.evaluate(readKept)).refreshToken).not.toBe(first.refreshToken)
  })
})

describe('RFC 10017, a page with a server (BFF):', () => {
  const ORIGIN = 'https://app.example'
  const provider = startBeforeAll(startTestProvider)
  const makeApp = () =>
    countersign(() => ({
      ...provider.registered,
      clientSecret: 'cs_cs_1',
      redirectUri: `${ORIGIN}/auth/callback`,
      scopes: ['openid'],
      allowPlainClaims: true,
      cookieSecret: 'a secret of 32 characters or more',
      onSignIn: () => undefined,
    }))

  async function signIn() {
    const { GET } = makeApp()
    const begun = await GET(new Request(`${ORIGIN}/auth/sign-in`))
    const { state = '', nonce = '' } = Object.fromEntries(new URL(begun.headers.get('location') ?? '').searchParams)
    provider.answerTokensWith({ body: tokenBody(provider.makeDataToken()) })
    const cookie = begun.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ')
    const callback = `${ORIGIN}/auth${provider.callback({ state, nonce })}`
    return { begun, ended: await GET(new Request(callback, { headers: { cookie } })) }
  }

  test('§6.1.3.1: the server exchanges the code, with a verifier and its credential', async () => {
    await signIn()
    expect(provider.received.at(-1)?.form).toMatchObject({
      grant_type: 'authorization_code',
      client_secret: 'cs_cs_1',
      code_verifier: expect.stringMatching(/^[\w-]{43}$/),
    })
  })

  test('§6.1.3.2: its cookie is sealed, __Host-, Secure, HttpOnly; and Lax, for the way back', async () => {
    const [cookie = ''] = (await signIn()).begun.headers.getSetCookie()
    expect(cookie).toMatch(/^__Host-countersign-[\w-]+=[\w-]+\.[\w-]*\.[\w-]+\.[\w-]+\.[\w-]+; /)
    const attributes = cookie.split('; ').slice(1)
    expect(attributes.toSorted()).toEqual(['HttpOnly', 'Max-Age=3600', 'Path=/', 'SameSite=Lax', 'Secure'])
  })

  test('§6.1.4.2: no token reaches the browser', async () => {
    const { ended } = await signIn()
    expect(ended.status).toBe(303)
    const told = JSON.stringify([[...ended.headers], await ended.text()])
    for (const token of ['cs_at_1', 'cs_rt_1', 'eyJ']) expect(told).not.toContain(token)
  })

  test('§6.1.3.3: another site, and a sibling, cannot sign out its person', async () => {
    const { POST } = makeApp()
    for (const site of ['cross-site', 'same-site']) {
      const request = new Request(`${ORIGIN}/auth/sign-out`, { method: 'POST', headers: { 'sec-fetch-site': site } })
      expect((await POST(request)).status).toBe(403)
    }
  })
})

/** Runs in the page, on all that the app has kept there. */
async function readKept() {
  const [{ name = '' } = {}] = await indexedDB.databases()
  const opened = indexedDB.open(name)
  await new Promise((resolve) => opened.addEventListener('success', resolve))
  const values = opened.result.transaction('values').objectStore('values')
  const [key, session] = [values.get('dpop-key'), values.get('session')]
  await new Promise((resolve) => session.addEventListener('success', resolve))
  opened.result.close()
  const { privateKey }: CryptoKeyPair = key.result
  const { refreshToken }: { refreshToken: string } = session.result
  return { extractable: privateKey.extractable, refreshToken }
}
