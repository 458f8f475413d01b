import { setTimeout } from 'node:timers/promises'
import { openDatabase } from '@countersign/service/sql'
import { type Authenticator, startPostgres } from '@countersign/testing'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { type AskingApp, registerApp } from '../support/asking-app.ts'
import { launchBrowser } from '../support/browser.ts'
import { ADMIN_TOKEN } from '../support/console.ts'
import { startDemo } from '../support/demo.ts'
import { newPerson, openBrowser, openVaultPage } from '../support/person.ts'
import { release } from '../support/returning.ts'
import type { Served } from '../support/system.ts'
import { hostShop } from './hosted-shop.ts'

export type Stage = Awaited<ReturnType<typeof prepareStage>>

export const PHONE = { width: 390, height: 844 }

/** A headless browser calls itself by a name that pages do not know. */
const USER_AGENT =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/145.0.0.0 Safari/537.36'

/** Answers come late enough to be painted without them, as on the internet. */
const LATE_MS = 80

export const ADA = {
  name: 'Ada Lovelace',
  given_name: 'Ada',
  family_name: 'Lovelace',
  birthdate: '1990-12-10',
  email: 'ada@example.org',
  phone: '+442079460018',
}

/** `npm start` on a PostgreSQL, with people, apps and their history. */
export async function prepareStage() {
  const postgres = await startPostgres({ durable: false })
  const demo = await startDemo({
    DATABASE_URL: postgres.url,
    ADMIN_TOKEN,
    DEVELOPER_REGISTRATION: 'people',
    DYNAMIC_REGISTRATION: 'token',
  })
  const database = await openDatabase({ databaseUrl: postgres.url })
  const shop = await hostShop(demo)
  const browser = await launchBrowser(shop.hosts)
  const system: Served = { providerUrl: demo.url, coreUrl: demo.url, webUrl: demo.url, providerSql: database.sql }
  const plain = await registerApp(system, {
    name: 'Wildflower Cinema',
    description: 'Small films in a small room.',
    policyUri: 'https://cinema.example/privacy',
    scopes: { openid: { required: true }, email: { reason: 'To send your tickets.' }, profile: {} },
  })
  const ada = await newPerson(system, ADA)

  /** A browser whose answers come late. */
  const open = async (options: BrowserContextOptions & { readonly passkey?: Authenticator } = {}) => {
    const { page } = await openBrowser(browser, {
      viewport: PHONE,
      userAgent: USER_AGENT,
      ignoreHTTPSErrors: true,
      ...options,
    })
    await page.context().route(/\/api\//, async (route) => {
      await setTimeout(LATE_MS)
      await route.fallback().catch(() => undefined)
    })
    await recordShifts(page)
    page.setDefaultTimeout(30_000)
    return page
  }
  /** Opens the vault in a browser that its owner has told that it shows the latest change. */
  const openVault = async (passkey: Authenticator, options: BrowserContextOptions = {}) => {
    const page = await open({ ...options, passkey })
    await openVaultPage(page, system)
    await page.getByRole('button', { name: /^That.+right/ }).click()
    await page.waitForTimeout(500)
    return page
  }
  return {
    demo,
    shopUrl: shop.url,
    database,
    browser,
    system,
    ada,
    plain,
    open,
    openVault,
    newPerson: (values: Parameters<typeof newPerson>[1] = {}) => newPerson(system, values),
    approveOnce: (app: AskingApp) => approveOnce({ ...system, client: app.client }, ada, app),
    close: async () => {
      await browser.close()
      await shop.close()
      await database.close()
      await demo.close()
      await postgres.stop()
    },
  }
}

/** A release that the app has redeemed. */
async function approveOnce(
  system: Served & Pick<AskingApp, 'client'>,
  { device }: Awaited<ReturnType<typeof newPerson>>,
  app: AskingApp,
): Promise<void> {
  const { redeem } = await release({ system }, { device, app, values: { email: ADA.email, name: ADA.name } })
  await redeem()
}

/** Notes what moves (W3C Layout Instability), from the first paint of each document on. */
async function recordShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: { value: number; isExpected: boolean; moved: string }[] = []
    Object.assign(globalThis, { shifts, isVisit: false })
    type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: { node?: Node }[] }
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[]) {
        const node = sources[0]?.node
        const moved = node instanceof Element ? node.outerHTML.slice(0, 60) : ''
        shifts.push({ value, isExpected: hadRecentInput && !Reflect.get(globalThis, 'isVisit'), moved })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** The layout shift of the document since it was loaded or last visited, and the largest shift's first element. */
export async function readShift(page: Page): Promise<{ readonly sum: number; readonly moved: string }> {
  return page.evaluate(() => {
    const all = (Reflect.get(globalThis, 'shifts') ?? []) as { value: number; isExpected: boolean; moved: string }[]
    const counted = all.filter(({ isExpected }) => !isExpected)
    const largest = counted.toSorted((left, right) => right.value - left.value)[0]
    return { sum: counted.reduce((sum, { value }) => sum + value, 0), moved: largest?.moved ?? '' }
  })
}

/** Goes to another page of the open vault or console without input, as all of its shifts count. */
export async function visit(page: Page, path: string): Promise<Page> {
  const before = await page.locator('h1').innerText()
  await forgetShifts(page)
  await page.evaluate((address) => {
    Object.assign(globalThis, { isVisit: true })
    history.pushState(null, '', address)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
  await page.waitForFunction((title) => document.querySelector('h1')?.innerText !== title, before)
  return page
}

async function forgetShifts(page: Page): Promise<void> {
  await page.evaluate(() => {
    ;(Reflect.get(globalThis, 'shifts') as unknown[]).length = 0
  })
}
