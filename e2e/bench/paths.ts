import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { addAuthenticator } from '../support/authenticator.ts'
import { expectHeading } from '../support/browser.ts'
import type { Demo } from '../support/demo.ts'
import { type Credentials, signInOnPage, signUpOnPage } from '../support/person.ts'

export const CONSENT = 'Page & Spine asks for some of your data'
export const PASSKEY_BUTTON = 'Sign in with a passkey'
export const PASSWORD_BUTTON = 'Sign in'

/** A browser with an account by passkey. */
export type ReturningPerson = {
  readonly page: Page
  readonly recoveryKey: string
}

export async function signUpForDemo(browser: Browser, demo: Demo): Promise<ReturningPerson> {
  const page = await (await browser.newContext({ locale: 'en-US' })).newPage()
  await addAuthenticator(page)
  await page.goto(`${demo.url}/sign-up`)
  const recoveryKey = await signUpOnPage(page)
  await expectHeading(page, 'Your vault')
  return { page, recoveryKey }
}

/** Scripts that each way in loads with an empty cache. */
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
      await page.getByRole('button', { name: PASSWORD_BUTTON, exact: true }).waitFor()
    }),
    'sign-up by password, to the vault': await measure('/sign-up', async (page) => {
      await signUpOnPage(page, person)
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
  await signUpOnPage(page)
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

const ASSETS = join(import.meta.dirname, '..', '..', 'services', 'web', 'dist', 'assets')
const BUILT = new Set(readdirSync(ASSETS).filter((name) => name.endsWith('.js')))

export type ScriptSizes = {
  readonly files: number
  readonly kiB: number
  readonly gzipKiB: number
  readonly brotliKiB: number
}

/** Records requested scripts, workers' too; returns a function that sums their sizes. */
function watchScripts(context: BrowserContext): () => ScriptSizes {
  const names = new Set<string>()
  context.on('request', (request) => {
    const name = new URL(request.url()).pathname.split('/').at(-1) ?? ''
    if (BUILT.has(name)) names.add(name)
  })
  return () => ({
    files: names.size,
    kiB: sumOf(names, ''),
    gzipKiB: sumOf(names, '.gz'),
    brotliKiB: sumOf(names, '.br'),
  })
}

function sumOf(names: ReadonlySet<string>, suffix: string): number {
  const bytes = Array.from(names, (name) => statSync(join(ASSETS, `${name}${suffix}`)).size)
  return Math.round((bytes.reduce((sum, size) => sum + size, 0) / 1024) * 10) / 10
}
