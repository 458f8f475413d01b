import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { useApp } from '../support/asking-app.ts'
import { expectHeading, look, PAGES, useBrowser } from '../support/browser.ts'
import { openDevice } from '../support/device.ts'
import {
  approveOnPage,
  fillClaim,
  openBrowser,
  openNewVault,
  openVault,
  openVaultPage,
  saveVault,
  shownValues,
  signInByPasskeyOnPage,
  usePasskey,
} from '../support/person.ts'
import { useSystem } from '../support/shared.ts'

/** A new browser cannot tell the present vault from an old copy. */
describe('a vault that a browser opens for the first time', () => {
  const system = useSystem()
  const browser = useBrowser()
  const app = useApp(system, { name: 'Wildflower Books', scopes: { openid: {}, email: {} } })
  const passkey = usePasskey(system, { email: 'ada@example.org' })

  test('asks for persistent storage once it is open, and not before', PAGES, async () => {
    const { page, problems } = await openBrowser(browser, { passkey })
    await page.addInitScript(() => {
      const asked: string[] = []
      Object.assign(window, { asked })
      navigator.storage.persisted = async () => false
      navigator.storage.persist = async () => asked.push('') > 0
    })
    const asked = () => page.evaluate(() => (window as unknown as { asked: string[] }).asked.length)
    await page.goto(`${system.webUrl}/sign-in`)
    await page.locator('h1').waitFor()
    expect(await asked()).toBe(0)
    await openVaultPage(page, system)
    await expect.poll(asked).toBe(1)
    expect(problems).toEqual([])
  })

  test('shows its last change in the consent flow too, until its owner confirms it', async () => {
    const { page, problems } = await openBrowser(browser, { passkey })
    const openRequest = async () => {
      await page.goto((await app.begin()).url)
      await signInByPasskeyOnPage(page)
      await expectHeading(page, 'Wildflower Books asks for some of your data')
    }
    await openRequest()
    await notice(page).waitFor()
    await page.getByText(/with Chrom\w+ on Linux: change number 3\./).waitFor()
    await approveOnPage(page)

    // The approval changed the vault here, but proves nothing about its earlier state.
    await openVaultPage(page, system)
    await page.getByText(/: change number 3\./).waitFor()
    await openRequest()
    await page.getByRole('button', { name: 'That’s right' }).click()
    await notice(page).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Approve' }).waitFor()
    await openVaultPage(page, system)
    expect(await notice(page).count()).toBe(0)
    expect(problems).toEqual([])
  })
})

describe('a browser that was away for more changes than a vault lists', () => {
  const system = useSystem()
  const browser = useBrowser()

  test('says that the history is unproven until core shows it, or its owner confirms it', async () => {
    const { page, passkey } = await openNewVault(browser, system)
    await fillClaim(page, 'Nickname', 'Amazing')
    await saveVault(page)
    // Not new to the browser that made the account.
    expect(await notice(page).count()).toBe(0)
    const { page: another } = await openVault(browser, system, { passkey })
    await another.getByRole('button', { name: 'That’s right' }).click()
    const { page: third } = await openBrowser(browser, { passkey })
    const elsewhere = await openDevice(third.context(), system)
    await elsewhere.signInByPasskey()
    for (let change = 0; change < 34; change += 1) {
      await elsewhere.call('saveProfile', { values: { nickname: `Countess ${change}` } })
    }
    for (const each of [page, another]) {
      await each.route(ANCESTORS, (route) => route.fulfill({ status: 503, json: { code: 'service_unavailable' } }))
      await openVaultPage(each, system)
      await unprovenNotice(each).waitFor()
    }
    await page.getByText(/your vault at change number 3, of .* Now it’s at change number 37, of/).waitFor()
    await look(page, 'vault-unproven')
    // Silence is not enough: it says so again at the next visit.
    await openVaultPage(page, system)
    await unprovenNotice(page).waitFor()
    await page.unroute(ANCESTORS)
    await another.getByRole('button', { name: 'That’s right' }).click()
    await unprovenNotice(another).waitFor({ state: 'detached' })
    for (const each of [page, another]) {
      await openVaultPage(each, system)
      await expect.poll(() => shownValues(each, 'Nickname')).toEqual(['Countess 33'])
      expect(await unprovenNotice(each).count()).toBe(0)
    }
  })
})

const ANCESTORS = '**/api/vault/ancestors/**'

function notice(page: Page) {
  return page.getByRole('heading', { name: 'Is this your latest change?' })
}

function unprovenNotice(page: Page) {
  return page.getByRole('heading', { name: 'Did you make these changes?' })
}
