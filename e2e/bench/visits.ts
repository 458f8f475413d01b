import type { Browser, BrowserContext, Page } from 'playwright-core'
import { addAuthenticator } from '../support/authenticator.ts'
import { expectHeading } from '../support/browser.ts'
import type { Demo } from '../support/demo.ts'
import { approveFirstOnPage, createAccountByPasskeyOnPage, createAccountOnPage } from '../support/person.ts'
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
  }
}

type Way = { readonly isFirst: boolean; readonly password?: string }

async function measure(browser: Browser, demo: Demo, { isFirst, password }: Way): Promise<Visit> {
  const context = await browser.newContext({ locale: 'en-US' })
  const page = await context.newPage()
  const authenticator = await addAuthenticator(page)
  // Creating a passkey counts as a confirmation.
  const confirmations = async () => authenticator.uses() + (await authenticator.count())
  if (!isFirst) {
    await visitFirst(page, demo, password)
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
  await page.getByRole('link', { name: 'Create one' }).click()
  const login = `${crypto.randomUUID()}@example.org`
  await (password === undefined ? createAccountByPasskeyOnPage(page) : createAccountOnPage(page, { login, password }))
  await expectHeading(page, CONSENT)
  await page.getByLabel('Email address', { exact: true }).fill(GRACE.login)
  await approveFirstOnPage(page)
  await page.getByRole('heading', { name: /Hello/ }).waitFor()
}

async function visitAgain(page: Page, { appUrl }: Demo, password: string | undefined): Promise<void> {
  await page.goto(appUrl)
  await page.getByRole('link', { name: /Sign in/ }).click()
  await expectHeading(page, 'Continue to Demo App')
  if (password !== undefined) await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await page.getByRole('heading', { name: /Hello/ }).waitFor()
}

type Gestures = { readonly pages: number; readonly clicks: number; readonly fields: number }

/** The recovery key and its check are one page with two headings. */
const STEPS: Readonly<Record<string, string>> = { 'Check your copy': 'Save your recovery key' }

/** Counts clicks, filled fields, and pages of this address that they happen on, told apart by heading. */
async function countGestures(context: BrowserContext, address: string): Promise<() => Gestures> {
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
