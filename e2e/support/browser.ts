import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { withholdAutofill } from './authenticator.ts'

const SCREENSHOTS = join(import.meta.dirname, '..', 'screenshots')
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Pages of Chromium's own that it loads for every window, for an address bar that nobody sees: half of what a window takes. */
const OF_THE_ADDRESS_BAR = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup']

/** What Playwright leaves out; named again, because of two lists Chromium reads the last. */
const LEFT_OUT_BY_PLAYWRIGHT = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
]

/** Chromium without anything that calls home. */
export async function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      `--disable-features=${[...OF_THE_ADDRESS_BAR, ...LEFT_OUT_BY_PLAYWRIGHT].join(',')}`,
    ],
  })
}

export type Contexts = Pick<Browser, 'newContext'>

let launched: Promise<Browser> | undefined

/** One Chromium for all test files of this process, which takes it along when it ends; a new one where it has crashed. */
async function findBrowser(): Promise<Browser> {
  const browser = await launched?.catch(() => undefined)
  if (browser?.isConnected()) return browser
  launched = launchBrowser()
  return launched
}

/** Chromium for the tests of this block; its contexts are closed after each test, or after all of them. */
export function useBrowser(closing: 'after each' | 'after all' = 'after each'): Contexts {
  let browser: Browser | undefined
  beforeAll(async () => {
    browser = await findBrowser()
  })
  const close = closing === 'after all' ? afterAll : afterEach
  close(async () => {
    for (const context of browser?.contexts() ?? []) await context.close()
  })
  return {
    newContext: async (options) => {
      if (!browser) throw new Error('The browser is not launched yet.')
      return browser.newContext(options)
    },
  }
}

/** A person's browser that fails the test when a page throws, logs an error or breaks its content security policy. */
export async function openContext(browser: Contexts, options: BrowserContextOptions = {}) {
  const context = await browser.newContext({ locale: 'en-US', reducedMotion: 'reduce', ...options })
  await withholdAutofill(context)
  if (LATE > 0) await answerLate(context)
  const problems: string[] = []
  context.on('weberror', (error) => problems.push(error.error().message))
  context.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text())
  })
  return { context, problems }
}

/** With `LATE=1200` every answer and every part of a page takes up to so many milliseconds more, each at random. */
const LATE = Number(process.env['LATE'] ?? 0)

async function answerLate(context: BrowserContext): Promise<void> {
  await context.route(/\/(?:api|assets)\//, async (route) => {
    await setTimeout(Math.random() * LATE)
    // The page may be closed by then.
    await route.fallback().catch(() => undefined)
  })
}

/** A person's browser, on the page at this address. */
export async function openPage(browser: Contexts, url: string, options: BrowserContextOptions = {}) {
  const { context, problems } = await openContext(browser, options)
  const page = await context.newPage()
  await page.goto(url)
  return { page, problems }
}

/** Looks for accessibility problems, WCAG 2.2 AA and best practices, on what the page shows now. */
export async function findAccessibilityProblems(page: Page): Promise<string[]> {
  // Playwright evaluates outside the page's content security policy and Trusted Types. Once for each document.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe)
  return page.evaluate(async () => {
    const { violations } = await window.axe.run(document, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
      // What is right it need not describe: that takes a third of the time.
      resultTypes: ['violations'],
    })
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
  })
}

/** The page whose main heading this is comes up. */
export async function expectHeading(page: Page, name: string): Promise<void> {
  await page.getByRole('heading', { level: 1, name }).waitFor()
}

/** Checks the page a person is on now: its accessibility; and with PICTURES=1, keeps a picture of it in e2e/screenshots. */
export async function look(page: Page, name: string): Promise<void> {
  await page.locator('h1').waitFor()
  expect(await findAccessibilityProblems(page), name).toEqual([])
  if (!process.env['PICTURES']) return
  mkdirSync(SCREENSHOTS, { recursive: true })
  await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`), fullPage: true })
}

const DOCS = join(import.meta.dirname, '..', '..', 'docs', 'images')

/** With UPDATE_DOCS=1, a screen of twice as many pixels. */
export function sharpForDocs(): BrowserContextOptions {
  return process.env['UPDATE_DOCS'] ? { deviceScaleFactor: 2 } : {}
}

/** With UPDATE_DOCS=1, takes the pictures of this page that the documents show: in light and in dark. */
export async function pictureForDocs(page: Page, name: string): Promise<void> {
  if (!process.env['UPDATE_DOCS']) return
  await page.evaluate(() => scrollTo(0, 0))
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.screenshot({ path: join(DOCS, `${name}-${colorScheme}.png`) })
  }
  await page.emulateMedia({ colorScheme: 'light' })
}

declare global {
  interface Window {
    readonly axe: {
      run(
        context: Document,
        options: { runOnly: readonly string[]; resultTypes: readonly ['violations'] },
      ): Promise<{ violations: { id: string; nodes: { target: string[] }[] }[] }>
    }
  }
}
