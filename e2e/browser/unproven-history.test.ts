import { startBeforeAll } from '@countersign/testing'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { look, openContext, useBrowser } from '../support/browser.ts'
import { openDevice } from '../support/device.ts'
import { openBrowser, openNewVault, openVaultPage } from '../support/signed-in.ts'
import { startSystem } from '../support/system.ts'

const ADA = { login: 'ada@example.com', password: 'violet kettle sleeps in orbit' }

describe('a browser that was away for more changes than a vault lists', () => {
  const system = startBeforeAll(() => startSystem('postgresql', 'together'))
  const browser = useBrowser()

  test('says that the history is unproven until core shows it, or its owner confirms it', async () => {
    const { page } = await openBrowser(browser)
    await openNewVault(page, system, ADA)
    const { page: another } = await openBrowser(browser)
    await openVaultPage(another, system, ADA)
    await another.getByRole('button', { name: 'That is right' }).click()
    const elsewhere = await openDevice((await openContext(browser)).context, system)
    await elsewhere.call('signIn', ADA)
    for (let change = 0; change < 34; change += 1) {
      await elsewhere.call('saveProfile', { values: { nickname: `Countess ${change}` } })
    }
    for (const each of [page, another]) {
      await each.route(ANCESTORS, (route) => route.fulfill({ status: 503, json: { code: 'service_unavailable' } }))
      await openVaultPage(each, system, ADA)
      await notice(each).waitFor()
    }
    await page.getByText(/your vault was at change number 1, of .* Now it is at change number 35, of/).waitFor()
    await look(page, 'vault-unproven')
    // Silence is not enough: it says so again at the next visit.
    await openVaultPage(page, system, ADA)
    await notice(page).waitFor()
    await page.unroute(ANCESTORS)
    await another.getByRole('button', { name: 'That is right' }).click()
    await notice(another).waitFor({ state: 'detached' })
    for (const each of [page, another]) {
      await openVaultPage(each, system, ADA)
      await each.getByLabel('Nickname').waitFor()
      expect(await notice(each).count()).toBe(0)
    }
  })
})

const ANCESTORS = '**/api/vault/ancestors/**'

function notice(page: Page) {
  return page.getByRole('heading', { name: 'This browser has not seen how your vault got here' })
}
