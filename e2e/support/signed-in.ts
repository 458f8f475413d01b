import type { BrowserContextOptions, Page } from 'playwright-core'
import { playApp } from './asking-app.ts'
import { type Contexts, expectHeading, openContext } from './browser.ts'
import { type Credentials, signInOnPage, signUpOnPage } from './person.ts'
import type { System } from './system.ts'

/** A new browser of a person, with the relying app played. */
export async function openBrowser(browser: Contexts, options: BrowserContextOptions = {}) {
  const { context, problems } = await openContext(browser, options)
  const page = await context.newPage()
  await playApp(page)
  return { page, problems }
}

/** Makes an account and leaves the person in their vault. */
export async function openNewVault(page: Page, system: System, credentials: Credentials): Promise<void> {
  await page.goto(`${system.consentUrl}/sign-up`)
  await signUpOnPage(page, credentials, async () => undefined)
  await expectHeading(page, 'Your vault')
}

/** Signs in and leaves the person in their vault. */
export async function openVaultPage(page: Page, system: System, credentials: Credentials): Promise<void> {
  await page.goto(`${system.consentUrl}/sign-in`)
  await signInOnPage(page, credentials)
  await expectHeading(page, 'Your vault')
}

/** Saves the vault and waits until it says so. */
export async function saveVault(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Saved in your vault.').waitFor()
}
