import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startBeforeAll } from '@countersign/testing'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { useApp } from '../support/asking-app.ts'
import { expectHeading, expectNoOverflow, findSmallTargets, look, PAGES, useBrowser } from '../support/browser.ts'
import { openBrowser, openRequest, signInByPasskeyOnPage, usePasskey } from '../support/person.ts'
import { startSystem } from '../support/system.ts'

const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><circle cx="16" cy="16" r="15" fill="#5b2a86"/></svg>'

declare global {
  interface Window {
    /** Title, text and accent colour of each render, from the first heading on. */
    seen: string[]
  }
}

/** How the pages look to readers, and to operators who made them theirs. */
describe('the pages', () => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-brand-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const system = startBeforeAll(() => {
    const logo = join(folder, 'logo.svg')
    writeFileSync(logo, LOGO)
    const settings = {
      BRAND_NAME: 'Example Bank',
      BRAND_LOGO_FILE: logo,
      BRAND_ACCENT: '#5b2a86',
      BRAND_LEGAL_LINKS: 'Imprint=https://bank.example/imprint, Privacy=https://bank.example/privacy',
      BRAND_SUPPORT_URL: 'https://bank.example/help',
    }
    return startSystem('postgresql', 'together', { settings })
  })
  const browser = useBrowser()
  const passkey = usePasskey(system)
  const app = useApp(system, { name: 'Books', scopes: { openid: {}, email: {}, profile: {} } })

  async function open(path: string, options: BrowserContextOptions = {}) {
    const { page, problems } = await openBrowser(browser, options)
    const loaded: string[] = []
    page.on('response', async (response) => {
      if (/\/entry-.*\.js$/.test(response.url())) loaded.push(await response.text())
    })
    await page.goto(`${system.webUrl}${path}`)
    await page.locator('h1').waitFor()
    return { page, problems, loaded }
  }

  /** Moves the document's animations to this time, in milliseconds. */
  const waitUntil = (page: Page, time: number) =>
    page.evaluate((at) => {
      for (const animation of document.getAnimations()) {
        animation.pause()
        animation.currentTime = at
      }
    }, time)

  test.each([
    ['de-AT', 'de', 'Anmelden'],
    ['ar-EG', 'ar', 'تسجيل الدخول'],
    ['pt-BR', 'en', 'Sign in'],
  ])('speak to a reader of %s in %s, and load no other language', PAGES, async (locale, language, title) => {
    const { page, problems, loaded } = await open('/sign-in', { locale })
    await expectHeading(page, title)
    const shown = await page.evaluate(() => [document.documentElement.lang, document.documentElement.dir])
    expect(shown).toEqual([language, language === 'ar' ? 'rtl' : 'ltr'])
    expect(loaded).toHaveLength(1)
    if (language === 'ar') await look(page, 'looks-sign-in-ar')
    expect(problems).toEqual([])
  })

  test('fill the lines of a Japanese paragraph', PAGES, async () => {
    const { page } = await open('/', { locale: 'ja', viewport: { width: 390, height: 844 } })
    const lead = page.locator('.page-lead')
    const lines = await lead.evaluate((paragraph) => {
      const range = document.createRange()
      range.selectNodeContents(paragraph)
      const tops = new Map<number, number>()
      for (const { top, width } of range.getClientRects()) tops.set(top, (tops.get(top) ?? 0) + width)
      return { widths: [...tops.values()], room: paragraph.clientWidth }
    })
    expect(Math.min(...lines.widths.slice(0, -1)) / lines.room).toBeGreaterThan(0.8)
  })

  test('change their language where they stand, keep typed text and focus, and remember it', PAGES, async () => {
    const { page } = await open('/sign-in')
    await page.getByLabel('Username').fill('ada@example.com')
    const choice = page.getByLabel('Language')
    await choice.focus()
    await choice.selectOption('ar')
    await expectHeading(page, 'تسجيل الدخول')
    await expect.poll(() => page.getByLabel('اسم المستخدم').inputValue()).toBe('ada@example.com')
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('SELECT')
    expect(await page.evaluate(() => document.documentElement.dir)).toBe('rtl')
    await page.reload()
    await expectHeading(page, 'تسجيل الدخول')
    await page.getByLabel('اللغة').selectOption('fr')
    await expectHeading(page, 'Se connecter')
  })

  test('speak without storage', PAGES, async () => {
    const { page } = await openBrowser(browser, { locale: 'de' })
    await page.addInitScript(() => {
      const value = () => {
        throw new Error('no storage')
      }
      for (const name of ['getItem', 'setItem']) Object.defineProperty(Storage.prototype, name, { value })
    })
    await page.goto(`${system.webUrl}/sign-in`)
    await expectHeading(page, 'Anmelden')
    await page.getByLabel('Sprache').selectOption('ja')
    await expectHeading(page, 'サインイン')
  })

  test.each([
    ['fetch their texts', '**/entry-*.js', undefined],
    ['fetch their configuration', '**/page-config.json', undefined],
    ['read their configuration', '**/page-config.json', '{"brand":{"name":"Example Bank"}}'],
  ])('that cannot %s say so, by the document alone', PAGES, async (_case, pattern, body) => {
    const { page } = await openBrowser(browser)
    await page.route(pattern, (route) =>
      body === undefined ? route.abort() : route.fulfill({ json: JSON.parse(body) }),
    )
    await page.goto(`${system.webUrl}/sign-in`)
    await waitUntil(page, 14_900)
    expect(await page.getByRole('alert').count()).toBe(0)
    await waitUntil(page, 15_100)
    await page.getByRole('alert').waitFor()
    expect(await page.getByRole('alert').getByRole('link').getAttribute('href')).toBe('')
  })

  test('that cannot fetch a part offer to try again', PAGES, async () => {
    const { page } = await open('/sign-in')
    await page.route('**/sign-up-page-*.js', (route) => route.abort(), { times: 1 })
    await page.getByRole('link', { name: 'Create one' }).click()
    await expectHeading(page, 'We couldn’t load this page')
    await look(page, 'looks-part-missing')
  })

  test("bear the operator's name, logo, colours and links", PAGES, async () => {
    const { page, problems } = await open('/')
    expect(await page.title()).toBe('Your data, on your terms – Example Bank')
    expect(
      await page
        .getByRole('link', { name: 'Example Bank' })
        .locator('img')
        .evaluate((image: HTMLImageElement) => image.naturalWidth),
    ).toBeGreaterThan(0)
    await expect.poll(() => page.locator('main').innerText()).toContain('Example Bank keeps your data')
    expect(await page.locator('body').innerText()).not.toContain('Countersign')
    expect(await page.getByRole('link', { name: 'Privacy' }).getAttribute('href')).toBe('https://bank.example/privacy')
    expect(await page.getByRole('link', { name: 'Help and contact' }).getAttribute('rel')).toContain('noopener')
    const button = page.getByRole('link', { name: 'Create an account' })
    expect(await button.evaluate((link) => getComputedStyle(link).backgroundColor)).toBe('rgb(91, 42, 134)')
    await look(page, 'looks-brand')
    expect(problems).toEqual([])
  })

  test('never show another name or colour first, and ask for their configuration once', async () => {
    const { page, problems } = await openBrowser(browser)
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await page.addInitScript(() => {
      window.seen = []
      new MutationObserver(() => {
        const accent = getComputedStyle(document.documentElement).getPropertyValue('--accent')
        if (document.querySelector('h1')) window.seen.push(`${document.title} ${document.body.innerText} ${accent}`)
      }).observe(document, { childList: true, subtree: true, characterData: true })
    })
    await page.goto(system.webUrl)
    await expect.poll(() => page.title()).toContain('Example Bank')
    const seen = await page.evaluate(() => window.seen)
    expect(seen.length).toBeGreaterThan(0)
    expect(seen.filter((each) => each.includes('Countersign') || !each.includes('Example Bank'))).toEqual([])
    expect(seen.filter((each) => !each.includes('#5b2a86'))).toEqual([])
    expect(asked.filter((path) => path === '/page-config.json')).toHaveLength(1)
    expect(problems).toEqual([])
  })

  test.each([
    ['de', { width: 320, height: 640 }],
    ['en', { width: 1280, height: 720 }],
  ])('hide no focused element behind a bar that grew: %s', PAGES, async (language, viewport) => {
    const { page } = await openRequest(browser, (await app.begin()).url, { passkey, viewport })
    await page.locator('footer select').selectOption(language)
    // A last day is asked for, and left empty.
    await page.locator('.consent-lines summary').first().click()
    await page.getByRole('radio').last().check()
    await page.getByRole('button', { name: /^(?:Approve|Zustimmen)$/ }).click()
    await page.locator('.bar [role=alert] p').waitFor()
    /** The focused element if the bar hides it. */
    const findHidden = () =>
      page.evaluate(() => {
        const { activeElement: focused } = document
        const bar = document.querySelector('.bar')
        if (!focused || !bar || bar.contains(focused)) return ''
        const { top, bottom } = focused.getBoundingClientRect()
        const isHidden = top >= bar.getBoundingClientRect().top && bottom <= bar.getBoundingClientRect().bottom
        return isHidden ? focused.outerHTML : ''
      })
    await expect.poll(findHidden).toBe('')
    await look(page, `looks-refused-${language}`)
    for (let times = 0; times < 40; times += 1) {
      await page.keyboard.press('Tab')
      expect(await findHidden()).toBe('')
    }
  })

  test.each([
    ['dark-phone', { viewport: { width: 320, height: 640 }, colorScheme: 'dark' }],
    // 200 % zoom: half as many CSS pixels, twice as dense.
    ['zoom-forced-colours', { viewport: { width: 640, height: 360 }, deviceScaleFactor: 2, forcedColors: 'active' }],
    ['arabic-phone', { viewport: { width: 320, height: 640 } }],
  ] as const)('stay in their width and accessible, from the request to the vault: %s', PAGES, async (name, options) => {
    const { page, problems } = await openRequest(browser, (await app.begin()).url, { passkey, ...options })
    const check = async (step: string) => {
      await look(page, `looks-${step}-${name}`)
      expect(name.endsWith('phone') ? await findSmallTargets(page) : [], step).toEqual([])
      await expectNoOverflow(page)
    }
    if (name.startsWith('arabic')) await page.locator('footer select').selectOption('ar')
    await page.getByLabel(/^(?:Email address|عنوان البريد الإلكتروني)$/).fill('ada@example.com')
    await check('consent')
    await page.goto(`${system.webUrl}/sign-in`)
    await page.locator('h1').waitFor()
    await check('sign-in')
    if (!name.startsWith('arabic')) {
      await signInByPasskeyOnPage(page)
      await expectHeading(page, 'Your vault')
      await check('vault')
      await expectQuietFrame(page)
    }
    expect(problems).toEqual([])
  })
})

/** The navigation stays on one line, and nothing to save means no bar. */
async function expectQuietFrame(page: Page): Promise<void> {
  const tops = await page.locator('nav a').evaluateAll((all) => all.map((link) => link.getBoundingClientRect().top))
  expect(new Set(tops).size).toBe(1)
  expect(await page.locator('.bar').count()).toBe(0)
}
