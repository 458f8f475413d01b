import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { look, useBrowser } from '../support/browser.ts'
import { openDevice } from '../support/device.ts'
import { openBrowser, openNewVault, openVault, openVaultPage } from '../support/person.ts'
import { useSystem } from '../support/shared.ts'

describe('a browser that was away for more changes than a vault lists', () => {
  const system = useSystem()
  const browser = useBrowser()

  test('says that the history is unproven until core shows it, or its owner confirms it', async () => {
    const { page, passkey } = await openNewVault(browser, system)
    const { page: another } = await openVault(browser, system, { passkey })
    await another.getByRole('button', { name: 'That is right' }).click()
    const { page: third } = await openBrowser(browser, { passkey })
    const elsewhere = await openDevice(third.context(), system)
    await elsewhere.signInByPasskey()
    for (let change = 0; change < 34; change += 1) {
      await elsewhere.call('saveProfile', { values: { nickname: `Countess ${change}` } })
    }
    for (const each of [page, another]) {
      await each.route(ANCESTORS, (route) => route.fulfill({ status: 503, json: { code: 'service_unavailable' } }))
      await openVaultPage(each, system)
      await notice(each).waitFor()
    }
    await page.getByText(/your vault was at change number 2, of .* Now it is at change number 36, of/).waitFor()
    await look(page, 'vault-unproven')
    // Silence is not enough: it says so again at the next visit.
    await openVaultPage(page, system)
    await notice(page).waitFor()
    await page.unroute(ANCESTORS)
    await another.getByRole('button', { name: 'That is right' }).click()
    await notice(another).waitFor({ state: 'detached' })
    for (const each of [page, another]) {
      await openVaultPage(each, system)
      await each.getByLabel('Nickname').waitFor()
      expect(await notice(each).count()).toBe(0)
    }
  })
})

const ANCESTORS = '**/api/vault/ancestors/**'

function notice(page: Page) {
  return page.getByRole('heading', { name: 'This browser has not seen how your vault got here' })
}
