import { type Authenticator, createAuthenticator } from '@countersign/testing'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { playApp } from './asking-app.ts'
import { type Contexts, expectHeading, openContext } from './browser.ts'
import { carryPasskey } from './carry-passkey.ts'
import { type Credentials, signInByPasskeyOnPage, signInOnPage, signUpByPasskeyOnPage, signUpOnPage } from './person.ts'
import { coreOf } from './signed-up.ts'
import type { System } from './system.ts'

type BrowserOptions = BrowserContextOptions & {
  /** The authenticator that all pages of this browser ask. */
  readonly passkey?: Authenticator
}

/** A new browser of a person, with the relying app played. */
export async function openBrowser(browser: Contexts, { passkey, ...options }: BrowserOptions = {}) {
  const { context, problems } = await openContext(browser, options)
  if (passkey) await carryPasskey(context, passkey)
  const page = await context.newPage()
  await playApp(page)
  return { page, problems }
}

/** An authenticator that has no passkey for this system yet. */
export function newPasskey(system: System): Authenticator {
  return createAuthenticator(coreOf(system))
}

/** Makes an account and leaves the person in their vault; without credentials, by the passkey of this browser. */
export async function openNewVault(page: Page, system: System, credentials?: Credentials): Promise<void> {
  await page.goto(`${system.consentUrl}/sign-up`)
  await (credentials ? signUpOnPage(page, credentials, async () => undefined) : signUpByPasskeyOnPage(page))
  await expectHeading(page, 'Your vault')
}

/** Signs in and leaves the person in their vault; without credentials, by the passkey of this browser. */
export async function openVaultPage(page: Page, system: System, credentials?: Credentials): Promise<void> {
  await page.goto(`${system.consentUrl}/sign-in`)
  await (credentials ? signInOnPage(page, credentials) : signInByPasskeyOnPage(page))
  await expectHeading(page, 'Your vault')
}

/** Saves the vault and waits until it says so. */
export async function saveVault(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Saved in your vault.').waitFor()
}
