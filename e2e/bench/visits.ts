import type { Browser, BrowserContext, Page } from 'playwright-core'
import { addAuthenticator } from '../support/authenticator.ts'
import { expectHeading } from '../support/browser.ts'
import type { Demo } from '../support/demo.ts'
import {
  approveFirstOnPage,
  createAccountByPasskeyOnPage,
  createAccountOnPage,
  signInByPasskeyOnPage,
} from '../support/person.ts'
import { CONSENT } from './paths.ts'

export type Visit = Gestures & { readonly confirmations: number }

const GRACE = { login: 'grace@example.org', password: 'violet kettle sleeps in orbit' }

/** From the app's button back to the app's page: the first visit and a return. */
export async function measureVisits(browser: Browser, demo: Demo): Promise<Record<string, Visit>> {
  return {
    'first visit, by passkey': await measure(browser, demo, { isFirst: true }),
    'first visit, by password': await measure(browser, demo, { isFirst: true, password: GRACE.password }),
    'coming back, by passkey': await measure(browser, demo, { isFirst: false }),
    'coming back, by password': await measure(browser, demo, { isFirst: false, password: GRACE.password }),
    'coming back, a credential was shared': await measure(browser, demo, { isFirst: false, hasDegree: true }),
  }
}

type Way = { readonly isFirst: boolean; readonly password?: string; readonly hasDegree?: boolean }

async function measure(browser: Browser, demo: Demo, { isFirst, password, hasDegree }: Way): Promise<Visit> {
  const context = await browser.newContext({ locale: 'en-US' })
  const page = await context.newPage()
  const authenticator = await addAuthenticator(page)
  // Creating a passkey counts as a confirmation.
  const confirmations = async () => authenticator.uses() + (await authenticator.count())
  if (!isFirst) {
    await visitFirst(page, demo, password)
    if (hasDegree) await shareDegree(page, demo)
    // The app's session ends, the account's stays.
    await context.clearCookies()
  }
  const gestures = await countGestures(context, demo.url)
  const before = await confirmations()
  await (isFirst ? visitFirst(page, demo, password) : visitAgain(page, demo, password))
  const visit = { ...gestures(), confirmations: (await confirmations()) - before }
  await context.close()
  return visit
}

async function visitFirst(page: Page, { appUrl }: Demo, password: string | undefined): Promise<void> {
  await page.goto(appUrl)
  await page.getByRole('link', { name: /Sign in/ }).click()
  const login = `${crypto.randomUUID()}@example.org`
  await (password === undefined ? createAccountByPasskeyOnPage(page) : createAccountOnPage(page, { login, password }))
  await expectHeading(page, CONSENT)
  await page.getByLabel('Email address', { exact: true }).fill(GRACE.login)
  await approveFirstOnPage(page)
  await page.getByRole('heading', { name: /Hello/ }).waitFor()
}

/** Fetches a degree of Demo University, and shares it with the app. */
async function shareDegree(page: Page, { url, appUrl }: Demo): Promise<void> {
  await page.goto(`${url}/demo-university`)
  await page.getByRole('button', { name: 'Issue it' }).click()
  const code = await page.locator('code').innerText()
  await page.goto((await page.getByRole('link', { name: 'Add it to your vault' }).getAttribute('href')) ?? '')
  await signInByPasskeyOnPage(page)
  await page.getByLabel('Code from the issuer').fill(code)
  await page.getByRole('button', { name: 'Add to my vault' }).click()
  await expectHeading(page, 'Added to your vault')
  await page.context().clearCookies()
  await page.goto(appUrl)
  await page.getByRole('link', { name: /Sign in/ }).click()
  await page.getByRole('button', { name: 'See and change what’s shared' }).click()
  await page.getByRole('switch', { name: 'Share University degree' }).click()
  await page.getByRole('button', { name: 'Approve' }).click()
  await page.getByRole('heading', { name: /Hello/ }).waitFor()
}

async function visitAgain(page: Page, { appUrl }: Demo, password: string | undefined): Promise<void> {
  await page.goto(appUrl)
  await page.getByRole('link', { name: /Sign in/ }).click()
  await expectHeading(page, 'Continue to Page & Spine')
  if (password !== undefined) await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await page.getByRole('heading', { name: /Hello/ }).waitFor()
}

type Gestures = { readonly pages: number; readonly clicks: number; readonly fields: number }

/** The recovery key and its check are one page with two headings. */
const STEPS: Readonly<Record<string, string>> = { 'Check your copy': 'Save your recovery key' }

/** From the next page on, counts clicks, filled fields, and pages of this address that they happen on, told apart by heading. */
export async function countGestures(context: BrowserContext, address: string): Promise<() => Gestures> {
  const { origin } = new URL(address)
  const headings = new Set<string>()
  const gestures = { clicks: 0, fields: 0 }
  await context.exposeFunction('noteGesture', (kind: 'clicks' | 'fields', place: string, heading: string) => {
    gestures[kind] += 1
    if (place === origin) headings.add(STEPS[heading] ?? heading)
  })
  await context.addInitScript(() => {
    const note = (kind: 'clicks' | 'fields') =>
      window.noteGesture(kind, location.origin, document.querySelector('h1')?.textContent ?? '')
    addEventListener('click', ({ isTrusted, detail }) => isTrusted && detail > 0 && note('clicks'), true)
    addEventListener('change', () => note('fields'), true)
  })
  return () => ({ pages: headings.size, ...gestures })
}

declare global {
  interface Window {
    noteGesture(kind: 'clicks' | 'fields', place: string, heading: string): void
  }
}
