// Long: the example apps (Express, single-page, Next.js, SvelteKit) in a browser.
import { startBeforeAll } from '@countersign/testing'
import type { BrowserContext, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { expectHeading, look, useBrowser } from '../support/browser.ts'
import {
  type ExampleApp,
  startExamplePage,
  startExpressExample,
  startNextExample,
  startSvelteKitExample,
} from '../support/examples.ts'
import { expireTokens } from '../support/expire-tokens.ts'
import { openBrowser, signInByPasskeyOnPage, usePasskey } from '../support/person.ts'
import { useSystem } from '../support/shared.ts'

describe('the examples for apps', () => {
  const system = useSystem()
  const express = startBeforeAll(() => startExpressExample(system))
  const spa = startBeforeAll(() => startExamplePage(system))
  const browser = useBrowser()
  const passkey = usePasskey(system, { name: 'Ada Lovelace', email: 'ada@example.org' })

  const openApp = async ({ url }: ExampleApp) => {
    const opened = await openBrowser(browser, { passkey })
    await opened.page.goto(url)
    await expectHeading(opened.page, 'Welcome')
    return opened
  }
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
  /** To the page that asks, in a browser that has not seen this person before. */
  const goToRequest = async (page: Page, { name }: ExampleApp) => {
    await page.getByText('Sign in with Countersign').click()
    await signInByPasskeyOnPage(page)
    await expectHeading(page, `${name} asks for some of your data`)
  }
  const approve = async (page: Page) => {
    await press(page, 'Approve')
    await expectHeading(page, 'Hello Ada Lovelace')
  }
  /** Everything that came back to the app. */
  const noteCallbacks = (context: BrowserContext) => {
    const seen: string[] = []
    context.on('request', (request) => request.url().includes('/callback?') && seen.push(request.url()))
    return seen
  }

  describe('the one for Express', () => {
    test('signs in, signs out and in again; a repeated callback signs no one in', async () => {
      const { page, problems } = await openApp(express)
      const callbacks = noteCallbacks(page.context())
      await goToRequest(page, express)
      await page.getByText('Encrypted: only Example express can read it').waitFor()
      await approve(page)

      // The redirect back is in no history: the way back leads to the app's own pages.
      await page.goBack()
      expect(page.url()).not.toContain('/callback')
      await page.goto(express.url)
      await press(page, 'Sign out')
      await expectHeading(page, 'Welcome')
      await goToRequest(page, express)
      await approve(page)
      await press(page, 'Sign out')
      await expectHeading(page, 'Welcome')
      expect(problems).toEqual([])

      await page.goto(callbacks[0] ?? '')
      await expectHeading(page, 'Please sign in again')
      await look(page, 'example-express-replayed')
      await page.goto(express.url)
      await expectHeading(page, 'Welcome')
    })

    test('lets two tabs sign in at once, and takes a no for a no', async () => {
      const { page } = await openApp(express)
      await goToRequest(page, express)
      const second = await page.context().newPage()
      await second.goto(express.url)
      await goToRequest(second, express)
      await press(second, 'Deny')
      await expectHeading(second, 'You shared nothing')
      await look(second, 'example-express-denied')
      await approve(page)
    })

    test('asks for a new sign-in where the cookie of the first was changed', async () => {
      const { page } = await openApp(express)
      await goToRequest(page, express)
      const { origin } = new URL(express.url)
      const cookie = (await page.context().cookies(origin)).find(({ name }) => name.startsWith('countersign-'))
      expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax' })
      const value = `${cookie?.value.slice(0, -8)}AAAAAAAA`
      await page.context().addCookies([{ ...cookie!, value }])
      await press(page, 'Deny')
      await expectHeading(page, 'Please sign in again')
    })
  })

  describe('the one for SvelteKit', () => {
    const sveltekit = startBeforeAll(() => startSvelteKitExample(system), 300_000)

    test('takes a no for a no, signs in and signs out', async () => {
      const { page, problems } = await openApp(sveltekit)
      await look(page, 'example-sveltekit')
      await goToRequest(page, sveltekit)
      await page.getByText('Encrypted: only Example sveltekit can read it').waitFor()
      await press(page, 'Deny')
      await expectHeading(page, 'You shared nothing')
      await page.getByRole('link', { name: 'Sign in again' }).click()
      await signInByPasskeyOnPage(page)
      await approve(page)
      await press(page, 'Sign out')
      await expectHeading(page, 'Welcome')
      expect(problems.filter((text) => !text.includes('status of 403'))).toEqual([])
    }, 300_000)
  })

  // It installs 340 MB, and builds for a quarter of a minute; adapters.test.ts calls the same handlers.
  describe('the one for Next.js', () => {
    const next = startBeforeAll(() => startNextExample(system), 300_000)

    test('takes a no for a no, signs in, refreshes and signs out', async () => {
      const { page } = await openApp(next)
      await goToRequest(page, next)
      await press(page, 'Deny')
      await expectHeading(page, 'You shared nothing')
      await page.getByRole('link', { name: 'Sign in again' }).click()
      await signInByPasskeyOnPage(page)
      await approve(page)
      expect(await page.locator('main').innerText()).toContain('ada@example.org')
      await look(page, 'example-next-person')
      const token = () => page.getByText('Access token').innerText()
      const before = await token()
      await press(page, 'Refresh')
      await expect.poll(token).not.toBe(before)
      await press(page, 'Sign out')
      await expectHeading(page, 'Welcome')
    }, 300_000)
  })

  describe('the single-page app', () => {
    test('stays signed in over a reload and in another tab, renews its token, and signs out everywhere', async () => {
      const { page, problems } = await openApp(spa)
      const callbacks = noteCallbacks(page.context())
      await look(page, 'example-page')
      await goToRequest(page, spa)
      await page.getByText('can read').first().waitFor()
      await approve(page)
      expect(page.url()).toBe(`${spa.url}/`)
      await look(page, 'example-page-person')
      await press(page, 'Ask who I am')
      await page.getByText(/The API answered 200: .*ada@example.org/).waitFor()

      await page.reload()
      await page.getByRole('heading', { name: /^Hello [\da-f]{8}$/ }).waitFor()
      const second = await page.context().newPage()
      await second.goto(spa.url)
      await second.getByRole('heading', { name: /^Hello / }).waitFor()
      await expireTokens(second)
      await Promise.all([press(page, 'Ask who I am'), press(second, 'Ask who I am')])
      for (const tab of [page, second]) await tab.getByText('The API answered 200').waitFor()

      await press(second, 'Sign out')
      await second.getByText('You’re signed out.').waitFor()
      await page.getByText('You were signed out.').waitFor()
      // The provider refuses a page's first proof to send it a nonce (RFC 9449 §8), which Chromium logs.
      expect(problems.filter((text) => !/status of 40[01]/.test(text))).toEqual([])
      await page.goto(callbacks[0] ?? '')
      await page.getByText('holds no sign-in: its cookie is missing').waitFor()
      expect(page.url()).toBe(`${spa.url}/callback`)
    })

    test('takes a no for a no, and its key cannot be read', async () => {
      const { page } = await openApp(spa)
      await goToRequest(page, spa)
      await press(page, 'Deny')
      await page.getByText('You shared nothing, and that is fine.').waitFor()
      expect(await page.evaluate(readPrivateKey)).toEqual({ extractable: false, refusal: 'InvalidAccessError' })
    })
  })
})

/** Runs in the page, on all that the app has kept there. */
async function readPrivateKey() {
  const [{ name = '' } = {}] = await indexedDB.databases()
  const opened = indexedDB.open(name)
  await new Promise((resolve) => opened.addEventListener('success', resolve))
  const asked = opened.result.transaction('values').objectStore('values').get('dpop-key')
  await new Promise((resolve) => asked.addEventListener('success', resolve))
  const { privateKey }: CryptoKeyPair = asked.result
  const refusal = await crypto.subtle.exportKey('jwk', privateKey).catch((error: Error) => error.name)
  return { extractable: privateKey.extractable, refusal }
}
