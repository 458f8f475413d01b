import type { ClaimValues } from '@countersign/device'
import { type Authenticator, createAuthenticator, type Person, signUp } from '@countersign/testing'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { carryPasskey } from './authenticator.ts'
import { type Contexts, expectHeading, openContext } from './browser.ts'
import { lend } from './shared.ts'
import { coreOf, type Served } from './system.ts'

export type Credentials = { readonly login: string; readonly password: string }

/** Signs up through the device API, in a tenth of the time that the pages take. */
export async function newPerson(system: Served, values: ClaimValues = {}): Promise<Person> {
  const person = await signUp(coreOf(system))
  if (Object.keys(values).length > 0) await person.device.saveProfile({ values })
  return person
}

/** A person who signs up before the tests of this block. */
export function usePerson(system: Served, values?: ClaimValues): Person {
  return lend(() => newPerson(system, values))
}

/** The passkey of a person who signs up before the tests of this block. */
export function usePasskey(system: Served, values?: ClaimValues): Authenticator {
  return lend(async () => (await newPerson(system, values)).passkey)
}

export const PROFILE = { name: 'Ada Lovelace', given_name: 'Ada', nickname: 'Countess', birthdate: '1815-12-10' }

/** A person with a profile and two email addresses. */
export async function newAda(system: Served): Promise<Person> {
  const person = await newPerson(system, PROFILE)
  await person.device.saveItems({
    put: [
      { name: 'email', value: 'ada@example.org', isPreferred: true },
      { name: 'email', value: 'lovelace@engines.example', label: 'Work' },
    ],
    remove: [],
  })
  return person
}

/** An authenticator that has no passkey for this system yet. */
export function newPasskey(system: Served): Authenticator {
  return createAuthenticator(coreOf(system))
}

type BrowserOptions = BrowserContextOptions & {
  /** The authenticator of all pages of this browser. */
  readonly passkey?: Authenticator
}

/** A person's new browser. */
export async function openBrowser(browser: Contexts, { passkey, ...options }: BrowserOptions = {}) {
  const { context, problems } = await openContext(browser, options)
  if (passkey) await carryPasskey(context, passkey)
  const page = await context.newPage()
  return { page, problems }
}

/** A new browser on the request behind this address, signed in by the passkey. */
export async function openRequest(browser: Contexts, url: string, options: BrowserOptions) {
  const opened = await openBrowser(browser, options)
  await opened.page.goto(url)
  await signInByPasskeyOnPage(opened.page)
  await opened.page.getByRole('button', { name: 'Approve' }).waitFor()
  return opened
}

/** A new person's browser with the vault open that it has known from the start. */
export async function openNewVault(browser: Contexts, system: Served, options: BrowserContextOptions = {}) {
  const passkey = newPasskey(system)
  const opened = await openBrowser(browser, { ...options, passkey })
  return { ...opened, passkey, recoveryKey: await signUpToVault(opened.page, system) }
}

/** Signs up on the pages and ends in the vault. */
export async function signUpToVault(page: Page, { webUrl }: { webUrl: string }, credentials?: Credentials) {
  await page.goto(`${webUrl}/sign-up`)
  const recoveryKey = await signUpOnPage(page, credentials)
  await expectHeading(page, 'Your vault')
  return recoveryKey
}

/** A new browser with the vault of this passkey open; without one, of a new person with these values. */
export async function openVault(
  browser: Contexts,
  system: Served,
  { passkey: known, values }: { readonly passkey?: Authenticator; readonly values?: ClaimValues } = {},
) {
  const passkey = known ?? (await newPerson(system, values)).passkey
  const opened = await openBrowser(browser, { passkey })
  await openVaultPage(opened.page, system)
  return { ...opened, passkey }
}

/** Signs in by the passkey of this browser and ends in the vault. */
export async function openVaultPage(page: Page, { webUrl }: { webUrl: string }): Promise<void> {
  await page.goto(`${webUrl}/sign-in`)
  await signInByPasskeyOnPage(page)
  await expectHeading(page, 'Your vault')
}

/** Opens the fields of a claim in the vault, to edit its values or to add one. */
export async function openClaim(page: Page, label: string): Promise<void> {
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  await page.locator('.vault-group').first().waitFor()
  if (await button(`Edit ${label}`).isVisible()) return button(`Edit ${label}`).click()
  const closedLists = page.locator('div.vault-add > button')
  while ((await button(`Add ${label}`).isHidden()) && (await closedLists.count()) > 0) {
    await closedLists.first().click()
  }
  await button(`Add ${label}`).click()
}

/** Types a value into the vault, unsaved; its fields stay open. */
export async function fillClaim(page: Page, label: string, value: string): Promise<void> {
  const field = page.getByLabel(label, { exact: true })
  if (await field.isHidden()) await openClaim(page, label)
  await field.fill(value)
}

/** The values of a claim as the vault shows them while they are not edited. */
export async function shownValues(page: Page, label: string): Promise<string[]> {
  const title = page.locator('.vault-row-label').getByText(label, { exact: true })
  return page.locator('.vault-row', { has: title }).locator('.vault-row-value > :first-child').allInnerTexts()
}

/** Opens the menu under the name of the signed-in person. */
export async function openAccountMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Signed in as/ }).click()
}

/** In the menu under the person's name; works in every language of the page. */
export async function chooseLanguageInMenu(page: Page, language: string): Promise<void> {
  const button = page.locator('.account-menu-button')
  await button.click()
  await page.locator('.account-menu select').selectOption(language)
  await button.click()
}

export async function openAccountPage(page: Page): Promise<void> {
  await openAccountMenu(page)
  await page.getByRole('link', { name: 'Account', exact: true }).click()
}

export async function signOutOnPage(page: Page): Promise<void> {
  await openAccountMenu(page)
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
}

/** Saves the vault and waits for the confirmation. */
export async function saveVault(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Saved in your vault.').waitFor()
}

/** Approves a request and waits for the app. */
export async function approveOnPage(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Approve' }).click()
  await expectHeading(page, 'The app')
}

/** Confirms with the password, or with the authenticator of this page. */
export async function confirmOnPage(page: Page, password?: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await dialog.waitFor()
  if (password === undefined) return dialog.getByRole('button', { name: 'Confirm with a passkey' }).click()
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Confirm with your password' }).click()
}

/** Creates an account with a password. The recovery key comes next, or with the first approval. */
export async function createAccountOnPage(page: Page, { login, password }: Credentials): Promise<void> {
  await page.getByRole('link', { name: 'Use a password instead' }).click()
  await page.getByLabel('Username').fill(login)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Create account' }).click()
}

/** Creates an account with the authenticator of this page. */
export async function createAccountByPasskeyOnPage(page: Page): Promise<void> {
  await page.getByLabel('Your name').fill('Ada Lovelace')
  await page.getByRole('button', { name: 'Create a passkey' }).click()
}

/** Signs up where no app waits, and confirms the recovery key; without credentials, by the passkey of this browser. */
export async function signUpOnPage(page: Page, credentials?: Credentials): Promise<string> {
  await (credentials ? createAccountOnPage(page, credentials) : createAccountByPasskeyOnPage(page))
  const recoveryKey = await keepRecoveryKey(page)
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  return recoveryKey
}

type At = (name: string) => Promise<void>

const nothing: At = async () => undefined

/** Approves for the first time: the recovery key comes with it. */
export async function approveFirstOnPage(page: Page, at = nothing): Promise<string> {
  await page.getByRole('button', { name: 'Approve' }).click()
  const recoveryKey = await keepRecoveryKey(page, at)
  await page.getByRole('button', { name: 'Confirm and approve' }).click()
  return recoveryKey
}

/** Reads the shown recovery key and answers the check; the caller clicks on. */
export async function keepRecoveryKey(page: Page, at = nothing): Promise<string> {
  await page.getByRole('heading', { name: 'Save your recovery key' }).waitFor()
  // The heading is there before the key.
  await page.getByRole('button', { name: 'I’ve saved it' }).waitFor()
  const recoveryKey = await readRecoveryKey(page)
  await at('recovery-key')
  await page.getByRole('button', { name: 'I’ve saved it' }).click()
  await page.getByRole('heading', { name: 'Check your copy' }).waitFor()
  await answerRecoveryCheck(page, recoveryKey)
  await at('recovery-check')
  return recoveryKey
}

export async function readRecoveryKey(page: Page): Promise<string> {
  const text = await page.locator('.recovery-key').innerText()
  const groups = text.match(/\b[0-9A-HJKMNP-TV-Z]{4}\b/g) ?? []
  if (groups.length < 9) throw new Error('The page shows no recovery key.')
  return groups.slice(0, 9).join('-')
}

async function answerRecoveryCheck(page: Page, recoveryKey: string): Promise<void> {
  const groups = recoveryKey.split('-')
  for (const field of await page.getByLabel(/^Group \d$/).all()) {
    const label = await field.evaluate((input: HTMLInputElement) => input.labels?.[0]?.textContent ?? '')
    await field.fill(groups[Number(/\d/.exec(label)?.[0]) - 1] ?? '')
  }
}

/** Signs in with name and password, also in a browser that knows a user. */
export async function signInOnPage(page: Page, { login, password }: Credentials): Promise<void> {
  const ways = page.getByRole('button', { name: /^(?:Sign in another way|Use your password)$/ })
  await page.getByLabel('Username').or(ways).waitFor()
  if (await ways.isVisible()) await ways.click()
  await page.getByLabel('Username').fill(login)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** Opens the vault with the passkey of this browser. */
export async function signInByPasskeyOnPage(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
}

/** Presses Tab until the element with this name has the focus. */
export async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    const focused = await page.evaluate(() => {
      const element = document.activeElement
      if (!(element instanceof HTMLElement)) return ''
      const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : undefined
      return (element.getAttribute('aria-label') ?? label ?? element.textContent ?? '').trim()
    })
    if (name.test(focused)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab never reached ${name}.`)
}
