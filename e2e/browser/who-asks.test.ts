import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { APP_HOST } from '../support/app-page.ts'
import { registerApp } from '../support/asking-app.ts'
import { expectHeading, look, PAGES, useBrowser } from '../support/browser.ts'
import { openBrowser, signInByPasskeyOnPage, usePasskey } from '../support/person.ts'
import { useSystem } from '../support/shared.ts'
import { relyingApp } from '../support/start-flow.ts'

const PREVIEW = '**/api/requests/*/preview/'
const UNKNOWN = '3f2b8a0e-6a4d-4c55-9d7e-0a1b2c3d4e5f'

describe('the requesting app, before the sign-in', () => {
  const system = useSystem()
  const browser = useBrowser()
  const passkey = usePasskey(system)

  /** Starts a flow in a new browser, up to the page that asks for the sign-in. */
  async function arrive({ wishes = '', before = async (_page: Page): Promise<unknown> => undefined } = {}) {
    const { page } = await openBrowser(browser, { passkey })
    await before(page)
    const { url, flow } = await relyingApp(system).beginSignIn()
    await page.goto(url + wishes)
    return { page, flow }
  }
  const whoAsks = (page: Page) => page.locator('.preview').innerText()
  const expectApp = async (page: Page) => {
    await expect.poll(async () => (await whoAsks(page)).split(/\s*\n\s*/)).toEqual(['Demo App', APP_HOST])
  }

  test('is on the pages of sign-in, sign-up and recovery, and fetched once', PAGES, async () => {
    let asked = 0
    const { page } = await arrive({
      before: async (tab) =>
        tab.on('request', (request) => void (asked += Number(request.url().endsWith('/preview/')))),
    })
    await expectHeading(page, 'An app is waiting for your approval')
    await expectApp(page)
    await look(page, 'who-asks')
    await page.getByRole('link', { name: 'Use a password instead' }).click()
    await expectHeading(page, 'Choose a username and password')
    await expectApp(page)
    await page.getByRole('link', { name: 'Sign in' }).click()
    await page.getByRole('link', { name: 'Use your recovery key' }).click()
    await expectApp(page)
    expect(asked).toBe(1)
  })

  test('loads after the page, and shifts nothing', PAGES, async () => {
    const known = Promise.withResolvers<void>()
    const { page } = await arrive({
      before: (tab) => tab.route(PREVIEW, (route) => known.promise.then(() => route.continue())),
    })
    const name = page.getByLabel('Your name')
    await name.fill('Ada')
    const before = await name.boundingBox()
    known.resolve()
    await expectApp(page)
    expect(await name.boundingBox()).toEqual(before)
    expect(await name.evaluate((field) => field === document.activeElement)).toBe(true)
  })

  test('is left out where it cannot be fetched, and the sign-in works', PAGES, async () => {
    const { page } = await arrive({ before: (tab) => tab.route(PREVIEW, (route) => route.abort()) })
    await expectHeading(page, 'An app is waiting for your approval')
    expect(await whoAsks(page)).toBe('')
    await signInByPasskeyOnPage(page)
    await expectHeading(page, 'Demo App asks for some of your data')
  })

  test('invented by a server is contradicted by the request itself', async () => {
    const client = { name: '<b>Your Bank</b>', logo: 'javascript:alert(1)', host: 'bank.example' }
    const { page } = await arrive({
      before: (tab) =>
        tab.route(PREVIEW, (route) =>
          route.fulfill({ json: { status: 'pending', expires_at: '2126-01-01T00:00:00Z', client } }),
        ),
    })
    await expect.poll(() => whoAsks(page)).toContain('<b>Your Bank</b>')
    await signInByPasskeyOnPage(page)
    await expectHeading(page, 'Demo App asks for some of your data')
    expect(await page.locator('main').innerText()).not.toContain('Your Bank')
  })

  test('may be a program on this device, whose scheme is not taken for a site', PAGES, async () => {
    const app = await registerApp(system, {
      name: 'PayPal',
      redirectUris: ['paypal.com:/callback'],
      scopes: { openid: {} },
      authenticationMethod: 'none',
    })
    const { page } = await openBrowser(browser, { passkey })
    await page.goto((await app.begin({ redirectUri: 'paypal.com:/callback' })).url)
    const place = 'You’ll return to an app on this device, paypal.com'
    await expect.poll(async () => (await whoAsks(page)).split(/\s+/).join(' ')).toBe(`PayPal ${place}`)
  })

  test('of an expired request gives way to that news, and the app is told without a sign-in', PAGES, async () => {
    const { page, flow } = await arrive()
    await expectApp(page)
    await system.providerSql`update provider.authorization_requests set expires_at = now()`
    await page.reload()
    await expectHeading(page, 'This request has expired')
    await page.getByRole('link', { name: 'Back to Demo App' }).click()
    await expectHeading(page, 'The app')
    await expect(relyingApp(system).finishSignIn(page.url(), flow)).rejects.toMatchObject({ code: 'request_expired' })
  })

  test('gives way to the news when the request expires on the open page', PAGES, async () => {
    const { page } = await arrive({
      before: (tab) =>
        tab.route(PREVIEW, async (route) => {
          const json = {
            ...(await (await route.fetch()).json()),
            expires_at: new Date(Date.now() + 2000).toISOString(),
          }
          await route.fulfill({ json })
        }),
    })
    await expectApp(page)
    await system.providerSql`update provider.authorization_requests set expires_at = now()`
    await expectHeading(page, 'This request has expired')
  })

  test.each(['/consent', '/sign-in', '/sign-up', '/recovery'])(
    'of an unknown request gives way to that news on %s, with a way on',
    PAGES,
    async (path) => {
      const { page } = await openBrowser(browser, { passkey })
      await page.goto(`${system.webUrl}${path}?auth_request_id=${UNKNOWN}`)
      await expectHeading(page, 'We can’t find this request')
      if (path === '/consent') await look(page, 'request-unknown')
      await page.getByRole('link', { name: 'Go to the start page' }).click()
      await expectHeading(page, 'Your data, on your terms')
    },
  )

  test('leads to the sign-up with prompt=create, and on to the sign-in for a user with an account', PAGES, async () => {
    const { page } = await arrive({ wishes: '&prompt=create' })
    await expectHeading(page, 'Create your account')
    await expectApp(page)
    await page.getByRole('link', { name: 'Sign in' }).click()
    await expectHeading(page, 'An app is waiting for your approval')
    await signInByPasskeyOnPage(page)
    await expectHeading(page, 'Demo App asks for some of your data')
  })
})
