import { type Authenticator } from '@countersign/testing'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { type AskingApp, registerApp } from '../support/asking-app.ts'
import { expectHeading, look, useBrowser } from '../support/browser.ts'
import {
  approveOnPage,
  newPasskey,
  newPerson,
  openBrowser,
  openNewVault,
  openVaultPage,
  saveVault,
  signInByPasskeyOnPage,
  signUpToVault,
} from '../support/person.ts'
import { useSystem } from '../support/shared.ts'

/** What a new browser cannot know: whether the server shows it the present vault or an old copy. */
describe('a vault that a browser opens for the first time', () => {
  const system = useSystem()
  const browser = useBrowser()
  let app: AskingApp
  let passkey: Authenticator

  const notice = (page: Page) => page.getByRole('heading', { name: 'Your vault is new to this browser' })

  beforeAll(async () => {
    app = await registerApp(system, { name: 'Wildflower Books', scopes: { openid: {}, email: {} } })
    ;({ passkey } = await newPerson(system, { email: 'ada@example.org' }))
  })

  test('is not one in the browser that the account was made in', async () => {
    const { page } = await openNewVault(browser, system)
    await page.getByLabel('Nickname').fill('Amazing')
    await saveVault(page)
    expect(await notice(page).count()).toBe(0)
  })

  test('has the browser asked to keep what it remembers of it, once it is open and not before', async () => {
    const { page, problems } = await openBrowser(browser, { passkey: newPasskey(system) })
    await page.addInitScript(() => {
      const asked: string[] = []
      Object.assign(window, { asked })
      navigator.storage.persisted = async () => false
      navigator.storage.persist = async () => asked.push('') > 0
    })
    const asked = () => page.evaluate(() => (window as unknown as { asked: string[] }).asked.length)
    await page.goto(`${system.consentUrl}/sign-up`)
    await page.locator('h1').waitFor()
    expect(await asked()).toBe(0)
    await signUpToVault(page, system)
    await expect.poll(asked).toBe(1)
    expect(problems).toEqual([])
  })

  test('says in the consent flow when, where and how often it was changed, until its owner confirms it', async () => {
    const { page, problems } = await openBrowser(browser, { passkey })
    const openRequest = async () => {
      await page.goto((await app.begin()).url)
      await signInByPasskeyOnPage(page)
      await expectHeading(page, 'Wildflower Books asks for some of your data')
    }
    await openRequest()
    await notice(page).waitFor()
    await page.getByText(/with Chrom\w+ on Linux; that was change number 3\./).waitFor()
    await look(page, 'consent-first-use')
    await approveOnPage(page)

    // The approval was a change of this browser's own, and says nothing of what was there before.
    await openVaultPage(page, system)
    await page.getByText(/that was change number 3\./).waitFor()
    await look(page, 'vault-first-use')
    await openRequest()
    await page.getByRole('button', { name: 'That is right' }).click()
    await notice(page).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Approve' }).waitFor()
    await openVaultPage(page, system)
    expect(await notice(page).count()).toBe(0)
    expect(problems).toEqual([])
  })
})
