import type { Browser, Page } from 'playwright-core'
import { addAuthenticator } from '../support/authenticator.ts'
import { expectHeading } from '../support/browser.ts'
import type { Demo } from '../support/demo.ts'
import { type Credentials, signInOnPage, signUpByPasskeyOnPage, signUpOnPage } from '../support/person.ts'
import { type ScriptSizes, watchScripts } from './scripts.ts'

export const CONSENT = 'Demo App asks for some of your data'
export const PASSKEY_BUTTON = 'Sign in with a passkey'
export const PASSWORD_BUTTON = 'Sign in and open vault'

/** A browser in which somebody made an account by passkey, approved the demo app once, and has a password too. */
export type ReturningPerson = {
  readonly page: Page
  readonly recoveryKey: string
}

export async function signUpForDemo(browser: Browser, demo: Demo): Promise<ReturningPerson> {
  const page = await (await browser.newContext({ locale: 'en-US' })).newPage()
  await addAuthenticator(page)
  await page.goto(`${demo.url}/sign-up`)
  const recoveryKey = await signUpByPasskeyOnPage(page)
  await expectHeading(page, 'Your vault')
  return { page, recoveryKey }
}

/** What of the consent client each way in loads, in a browser that has seen nothing of it. */
export async function measureScripts(
  browser: Browser,
  demo: Demo,
  person: Credentials,
): Promise<Record<string, ScriptSizes>> {
  const measure = async (path: string, walk: Walk, before?: Walk): Promise<ScriptSizes> => {
    const context = await browser.newContext({ locale: 'en-US' })
    const page = await context.newPage()
    await addAuthenticator(page)
    await before?.(page)
    const sizes = watchScripts(context)
    await page.goto(`${demo.url}${path}`)
    await walk(page)
    await context.close()
    return sizes()
  }
  const makePasskey = async (page: Page): Promise<void> => {
    await page.goto(`${demo.url}/sign-up`)
    await byPasskey(page)
    await clearCache(page)
  }
  return {
    'sign-in page, before anything is typed or pressed': await measure('/sign-in', async (page) => {
      await page.getByRole('button', { name: PASSWORD_BUTTON }).waitFor()
    }),
    'sign-up by password, to the vault': await measure('/sign-up', async (page) => {
      await signUpOnPage(page, person, async () => undefined)
      await expectHeading(page, 'Your vault')
    }),
    'sign-in by password, to the vault': await measure('/sign-in', async (page) => {
      await signInOnPage(page, person)
      await expectHeading(page, 'Your vault')
    }),
    'sign-up by passkey, to the vault': await measure('/sign-up', byPasskey),
    'sign-in by passkey, to the vault': await measure('/sign-in', pressPasskey, makePasskey),
  }
}

type Walk = (page: Page) => Promise<void>

async function byPasskey(page: Page): Promise<void> {
  await signUpByPasskeyOnPage(page)
  await expectHeading(page, 'Your vault')
}

async function pressPasskey(page: Page): Promise<void> {
  await page.getByRole('button', { name: PASSKEY_BUTTON }).click()
  await expectHeading(page, 'Your vault')
}

async function clearCache(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Network.enable')
  await cdp.send('Network.clearBrowserCache')
}
