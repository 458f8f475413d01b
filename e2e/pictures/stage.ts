import { openDatabase } from '@countersign/service/sql'
import { type Authenticator, startPostgres } from '@countersign/testing'
import type { BrowserContextOptions } from 'playwright-core'
import { registerApp } from '../support/asking-app.ts'
import { launchBrowser } from '../support/browser.ts'
import { ADMIN_TOKEN } from '../support/console.ts'
import { startDemo } from '../support/demo.ts'
import { newPerson, openBrowser, openVaultPage } from '../support/person.ts'
import type { Served } from '../support/system.ts'
import { hostShop } from './hosted-shop.ts'

export type Stage = Awaited<ReturnType<typeof prepareStage>>

export const PHONE = { width: 390, height: 844 }

/** A headless browser calls itself by a name that pages do not know. */
const USER_AGENT =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/145.0.0.0 Safari/537.36'

export const ADA = {
  name: 'Ada Lovelace',
  given_name: 'Ada',
  family_name: 'Lovelace',
  birthdate: '1990-12-10',
  email: 'ada@example.org',
  phone: '+442079460018',
}

/** `npm start` on a PostgreSQL, with a shop at an address as shops have it and a second app. */
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
  await registerApp(system, {
    name: 'Wildflower Cinema',
    description: 'Small films in a small room.',
    policyUri: 'https://cinema.example/privacy',
    scopes: { openid: { required: true }, email: { reason: 'To send your tickets.' }, profile: {} },
  })

  const open = async (options: BrowserContextOptions & { readonly passkey?: Authenticator } = {}) => {
    const { page } = await openBrowser(browser, {
      viewport: PHONE,
      userAgent: USER_AGENT,
      ignoreHTTPSErrors: true,
      ...options,
    })
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
    system,
    shopUrl: shop.url,
    database,
    browser,
    open,
    openVault,
    newPerson: (values: Parameters<typeof newPerson>[1] = {}) => newPerson(system, values),
    close: async () => {
      await browser.close()
      await shop.close()
      await database.close()
      await demo.close()
      await postgres.stop()
    },
  }
}
