import { newAppKey } from '@countersign/data-token/testing'
import { LANGUAGES } from '@countersign/ui/messages/languages.ts'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { APP_HOST, APP_REDIRECT_URI } from '../support/app-page.ts'
import { type AppFlow, registerApp, useApp } from '../support/asking-app.ts'
import { expectHeading, expectNoOverflow, look, PAGES, useBrowser } from '../support/browser.ts'
import {
  approveFirstOnPage,
  approveOnPage,
  createAccountOnPage,
  newAda,
  newPerson,
  openBrowser,
  openRequest,
  openVaultPage,
  PROFILE,
  signInByPasskeyOnPage,
} from '../support/person.ts'
import { lend, useSystem } from '../support/shared.ts'
import { SYSTEM_FONT_NAMES, setInFontLike } from '../support/system-fonts.ts'

const NAME = 'Wildflower Books'
const TITLE = `${NAME} asks for some of your data`

describe('the consent page', () => {
  const system = useSystem()
  const browser = useBrowser()
  const ada = lend(() => newAda(system))
  const app = useApp(system, {
    name: NAME,
    description: 'Second-hand books from people near you.',
    policyUri: 'https://books.example/privacy',
    tosUri: 'https://terms.books.example:8443/',
    scopes: {
      openid: {},
      email: { required: true, reason: 'We send your receipts there.' },
      profile: { reason: 'Sellers like to know whom they sell to.' },
      phone: {},
    },
  })

  /** A browser of Ada with a request before it. */
  async function open(begun?: AppFlow) {
    const flow = begun ?? (await app.begin())
    return { ...(await openRequest(browser, flow.url, { passkey: ada.passkey })), flow }
  }
  const openDetails = (page: Page) => page.getByText('About this request').click()

  test('says who can read unencrypted values, where there are any', async () => {
    const { page } = await open()
    await page.getByText('Not encrypted for Wildflower Books: this service can read it on the way.').waitFor()
    const bare = await registerApp(system, { name: 'Bare', scopes: { openid: {} } })
    const nothing = await open(await bare.begin())
    await openDetails(nothing.page)
    await nothing.page.getByText('Only what you see here is sent').waitFor()
    expect(await nothing.page.getByText('can read it').count()).toBe(0)
  })

  test('names the app, its host, its links and its reasons, and shows every value', async () => {
    const { page, problems, flow } = await open()
    await expectHeading(page, TITLE)
    for (const [name, address, host] of [
      ['Privacy policy of Wildflower Books', 'https://books.example/privacy', 'books.example'],
      ['Terms of Wildflower Books', 'https://terms.books.example:8443/', 'terms.books.example:8443'],
    ] as const) {
      const link = page.getByRole('link', { name })
      expect(await link.getAttribute('href')).toBe(address)
      expect(await link.getAttribute('target')).toBe('_blank')
      expect(await link.getAttribute('rel')).toContain('noopener')
      await expect.poll(() => page.locator('.consent-lines').innerText()).toContain(`${name} (${host})`)
      expect(await link.isVisible()).toBe(true)
    }
    await openDetails(page)
    const shown = await page.locator('main').innerText()
    for (const text of [
      'Second-hand books from people near you.',
      APP_HOST,
      'You haven’t approved this app before.',
      'We send your receipts there.',
      'Approving also signs you in to Wildflower Books.',
      'Wildflower Books doesn’t work without this.',
      'Ada Lovelace',
      'ada@example.org',
      'lovelace@engines.example',
      'December 10, 1815',
    ]) {
      expect(shown).toContain(text)
    }
    expect(await page.getByRole('switch', { name: 'Share Sign you in' }).count()).toBe(0)
    // A screen reader reads the heading, then its description.
    const email = page.locator('.scope-card', { has: page.getByRole('heading', { name: 'Email address' }) })
    expect(await email.innerText()).toMatch(/^Email address\s+Your email address\./)
    await look(page, 'consent-details')
    await approveOnPage(page)
    expect((await flow.finish(page)).claims).toEqual({
      email: 'ada@example.org',
      name: 'Ada Lovelace',
      given_name: 'Ada',
      nickname: 'Countess',
      birthdate: '1815-12-10',
    })
    expect(problems).toEqual([])
  })

  test('posts the answer to an app that wants a form', async () => {
    const asked = await app.begin()
    const { page, flow } = await open({ ...asked, url: `${asked.url}&response_mode=form_post` })
    const posted = page.waitForRequest((request) => request.method() === 'POST' && request.url() === APP_REDIRECT_URI)
    await approveOnPage(page)
    const answer = new URLSearchParams((await posted).postData() ?? '')
    expect(Object.fromEntries(answer)).toEqual({
      code: expect.stringMatching(/^cs_ac_/),
      state: flow.state,
      iss: system.providerUrl,
    })
    expect(page.url()).toBe(APP_REDIRECT_URI)
  })

  test('sends access_denied and nothing else when the user denies', async () => {
    const { page, flow } = await open()
    await page.getByRole('button', { name: 'Deny' }).click()
    await expectHeading(page, 'The app')
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
      error: 'access_denied',
      error_description: 'The person said no.',
      state: flow.state,
      iss: system.providerUrl,
    })
  })

  test('stands on one screen of a phone for what apps usually ask, in every language and font', PAGES, async () => {
    const redirectUri = 'https://books.example/callback'
    const { publicJwk, privateJwk } = await newAppKey()
    const usual = await registerApp(system, {
      name: NAME,
      claimsEncryptionKey: publicJwk,
      redirectUris: [redirectUri],
      scopes: {
        openid: {},
        email: { reason: 'We send your receipts there.' },
        profile: { reason: 'Sellers like to know whom they sell to.' },
      },
    })
    const viewport = { width: 390, height: 844 }
    const { name, given_name, birthdate } = PROFILE
    const { passkey } = await newPerson(system, { name, given_name, birthdate, email: 'ada@example.org' })
    const { page } = await openBrowser(browser, { passkey, viewport })
    await openVaultPage(page, system)
    await page.getByRole('button', { name: 'That’s right' }).click()
    await page.goto((await usual.begin({ redirectUri, claimsDecryptionKey: JSON.stringify(privateJwk) })).url)
    await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor()
    await signInByPasskeyOnPage(page)
    await page.getByText(`Encrypted: only ${NAME} can read it`).waitFor()
    for (const font of ['Inter', ...SYSTEM_FONT_NAMES] as const) {
      if (font !== 'Inter') await setInFontLike(page, font)
      for (const language of Object.keys(LANGUAGES)) {
        const where = `${language} in ${font}`
        await page.locator('footer select').selectOption(language)
        await expect.poll(() => page.evaluate(() => document.documentElement.lang)).toBe(language)
        await page.evaluate(() => scrollTo(0, 0))
        const boxes = await page
          .locator('main .consent-lines, main .bar, main .claim-value')
          .evaluateAll((elements) => elements.map((element) => element.getBoundingClientRect().bottom))
        expect(boxes, where).toHaveLength(6)
        const bar = await page.locator('.bar').boundingBox()
        expect(Math.max(...boxes.slice(0, -1)), where).toBeLessThanOrEqual(bar?.y ?? 0)
        expect(Math.max(...boxes), where).toBeLessThanOrEqual(viewport.height)
      }
    }
  })

  test('lets another user replace the signed-in one, shows nothing of the first, and takes their approval', async () => {
    const { page, problems, flow } = await open()
    await expect.poll(() => page.locator('header').innerText()).toContain('Ada Lovelace')
    await page.getByRole('button', { name: 'Not you?' }).click()
    await expectHeading(page, 'An app is waiting for your approval')
    await page.getByText('The next person to sign in can answer this request.').waitFor()
    await look(page, 'consent-another-person')
    expect(await page.locator('body').innerText()).not.toContain('Ada')
    await page.getByRole('link', { name: 'Create one' }).click()
    await createAccountOnPage(page, { login: 'bob@example.com', password: 'violet kettle sleeps in orbit' })
    await expectHeading(page, TITLE)
    await page.getByLabel('Email address', { exact: true }).fill('bob@example.com')
    expect(await page.locator('body').innerText()).not.toMatch(/Ada|Countess|lovelace/)
    await approveFirstOnPage(page)
    await expectHeading(page, 'The app')
    expect((await flow.finish(page)).claims).toEqual({ email: 'bob@example.com' })
    expect(problems).toEqual([])
  })

  test('shortens a long name, and never the button beside it', PAGES, async () => {
    const { passkey } = await newPerson(system, { name: 'Maximiliane von Hohenzollern-Sigmaringen' })
    const viewport = { width: 390, height: 844 }
    const { page } = await openRequest(browser, (await app.begin()).url, { passkey, viewport })
    const button = page.getByRole('button', { name: 'Not you?' })
    await button.waitFor()
    const lines = await button.evaluate((element) => {
      const range = document.createRange()
      range.selectNodeContents(element)
      return range.getClientRects().length
    })
    expect(lines).toBe(1)
    await expectNoOverflow(page)
  })

  test('moves nothing under a finger, and calls its own address alone', PAGES, async () => {
    const { page } = await openBrowser(browser, { passkey: ada.passkey })
    const hosts = new Set<string>()
    page.on('request', (request) => hosts.add(new URL(request.url()).host))
    // W3C Layout Instability §2.3: a shift right after input does not count.
    await page.addInitScript(() => {
      type Shift = PerformanceEntry & { hadRecentInput: boolean; sources: { node?: Element }[] }
      const moved: (string | undefined)[] = []
      Reflect.set(globalThis, 'moved', moved)
      new PerformanceObserver((list) => {
        for (const { hadRecentInput, sources } of list.getEntries() as Shift[]) {
          if (!hadRecentInput) moved.push(...sources.map(({ node }) => node?.outerHTML.slice(0, 80)))
        }
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await page.goto((await app.begin()).url)
    await signInByPasskeyOnPage(page)
    await page.getByRole('button', { name: 'Approve' }).waitFor()
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
    expect(await page.evaluate(() => Reflect.get(globalThis, 'moved'))).toEqual([])
    expect([...hosts]).toEqual([new URL(system.webUrl).host])
  })
})
