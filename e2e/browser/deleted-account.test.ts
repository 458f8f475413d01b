import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { addAuthenticator } from '../support/authenticator.ts'
import { expectHeading, look, useBrowser } from '../support/browser.ts'
import {
  confirmOnPage,
  newPerson,
  openAccountPage,
  openBrowser,
  signInByPasskeyOnPage,
  signUpToVault,
} from '../support/person.ts'
import { useSystem } from '../support/shared.ts'

describe('the passkey of a deleted account', () => {
  const system = useSystem()
  const browser = useBrowser()

  async function deleteOnPage(page: Page): Promise<void> {
    await signUpToVault(page, system)
    await openAccountPage(page)
    await page.getByRole('button', { name: 'Delete my account…' }).click()
    await page.getByLabel('Type “delete” to confirm').fill('delete')
    await page.getByRole('button', { name: 'Delete everything now' }).click()
    await confirmOnPage(page)
    await expectHeading(page, 'Your account is deleted')
  }
  const signIn = async (page: Page) => {
    await page.goto(`${system.webUrl}/sign-in`)
    await signInByPasskeyOnPage(page)
  }

  test('goes with the account from the device that deletes it', async () => {
    const { page } = await openBrowser(browser)
    const authenticator = await addAuthenticator(page)
    await deleteOnPage(page)
    await expect.poll(authenticator.count).toBe(0)
  })

  test('that an authenticator kept is told so at the next sign-in, and its owner may remove it', async () => {
    const { page } = await openBrowser(browser)
    await page.addInitScript(() => {
      if ('PublicKeyCredential' in globalThis) PublicKeyCredential.signalAllAcceptedCredentials = async () => undefined
    })
    const authenticator = await addAuthenticator(page)
    await deleteOnPage(page)
    expect(await authenticator.count()).toBe(1)
    await signIn(page)
    await page.getByRole('alert').getByText('You deleted this account, so its passkey opens nothing anymore.').waitFor()
    await look(page, 'sign-in-deleted-here')
    await expect.poll(authenticator.count).toBe(0)
  })

  test('is kept where another device deleted the account: only its owner knows whether core is right', async () => {
    const { device, passkey } = await newPerson(system)
    const { page } = await openBrowser(browser, { passkey })
    await page.addInitScript(() => {
      if (!('PublicKeyCredential' in globalThis)) return
      PublicKeyCredential.signalUnknownCredential = async () => void Object.assign(window, { wasSignalled: true })
    })
    await device.deleteAccount({})
    await signIn(page)
    await page.getByRole('alert').getByText('If that account was deleted, you can remove the passkey.').waitFor()
    await look(page, 'sign-in-deleted-elsewhere')
    expect(await page.evaluate(() => 'wasSignalled' in window)).toBe(false)
  })
})
