import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { setTimeout } from 'node:timers/promises'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { withholdAutofill } from './authenticator.ts'
import { findFieldProblems } from './fields.ts'

/** Debian's Chromium without windows, a fifth less work. */
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell'
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Chromium's own pages for an address bar that is hidden here: half the cost of a window. */
const OF_THE_ADDRESS_BAR = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup']

/** Playwright's own list, repeated: Chromium reads the last such flag only. */
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

/** Chromium without background traffic; `hosts` are names of servers on this machine, each with its address. */
export async function launchBrowser(hosts: Readonly<Record<string, string>> = {}): Promise<Browser> {
  const rules = Object.entries(hosts).map(([name, address]) => `MAP ${name} ${address}`)
  return chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? (existsSync(HEADLESS_SHELL) ? HEADLESS_SHELL : '/usr/bin/chromium'),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      // One in the environment would get the hosts below.
      '--no-proxy-server',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      `--disable-features=${[...OF_THE_ADDRESS_BAR, ...LEFT_OUT_BY_PLAYWRIGHT].join(',')}`,
      `--host-resolver-rules=${rules.join(',')}`,
    ],
  })
}

/** Marks tests of the second rank, which no attack and no main way needs: `npm run test:pages` runs them, not `npm test`. */
export const PAGES = { tags: ['pages'] }

export type Contexts = Pick<Browser, 'newContext'>

let launched: Promise<Browser> | undefined

/** One Chromium for all test files of this process; a new one after a crash. */
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

/** A person's browser; `problems` collects uncaught and logged errors, policy violations included. */
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

/** With `LATE=1200` every answer is late by a random time up to so many milliseconds. */
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

/** Finds violations of WCAG 2.2 AA and of best practices on the page as it is now. */
export async function findAccessibilityProblems(page: Page): Promise<string[]> {
  // Playwright evaluates outside the page's policy.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe)
  return page.evaluate(async () => {
    // Mid-turn a card covers itself. Endless animations and late ones go on.
    const isBrief = ({ effect }: Animation) => Number(effect?.getComputedTiming().endTime) < 1_000
    await Promise.allSettled(document.getAnimations().flatMap((each) => (isBrief(each) ? each.finished : [])))
    const { violations } = await window.axe.run(document, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
      // Describing passed rules takes a third of the time.
      resultTypes: ['violations'],
    })
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
  })
}

export async function expectHeading(page: Page, name: string): Promise<void> {
  await page.getByRole('heading', { level: 1, name }).waitFor()
}

/** Checks that the page does not scroll sideways. */
export async function expectNoOverflow(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
}

/** Targets less than 44 pixels high (WCAG 2.5.5). A label is part of its checkbox; a switch's target is larger than its picture. */
export async function findSmallTargets(page: Page): Promise<string[]> {
  return page
    .locator(':is(a, button, summary, select, input:not(.switch, [type="radio"], [aria-hidden]))')
    .evaluateAll((all) =>
      all
        .filter(
          (target) =>
            target.checkVisibility() && (target.closest('label') ?? target).getBoundingClientRect().height < 44,
        )
        .map((target) => `${target.outerHTML.slice(0, 120)} ${target.getBoundingClientRect().height}`),
    )
}

/** Checks the accessibility and the fields of the page. */
export async function look(page: Page, name: string): Promise<void> {
  await page.locator('h1').waitFor()
  expect(await findAccessibilityProblems(page), name).toEqual([])
  expect(await findFieldProblems(page), name).toEqual([])
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

/** Answers to `held` wait while `open` loads a page; `come` waits for their content. */
type Held = {
  readonly held: string
  readonly open: () => Promise<void>
  readonly come: () => Promise<void>
}

/** The layout shift when the held answers come (W3C Layout Instability §2.3), shifts after input included. */
export async function shiftOf(page: Page, { held, open, come }: Held): Promise<number> {
  const release = Promise.withResolvers<void>()
  await page.route(held, async (route) => {
    await release.promise
    await route.fallback()
  })
  await open()
  await twoFrames(page)
  await page.evaluate(() => {
    const values: number[] = []
    Reflect.set(globalThis, 'shifts', values)
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) values.push(Number(Reflect.get(entry, 'value')))
    }).observe({ type: 'layout-shift' })
  })
  release.resolve()
  await come()
  await twoFrames(page)
  await page.unroute(held)
  return page.evaluate(() => (Reflect.get(globalThis, 'shifts') as number[]).reduce((sum, value) => sum + value, 0))
}

async function twoFrames(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
}
