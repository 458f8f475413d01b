import { type Authenticator, startBeforeAll } from '@countersign/testing'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { type AskingApp, registerApp } from '../support/asking-app.ts'
import { expectHeading, look, useBrowser } from '../support/browser.ts'
import { signInByPasskeyOnPage } from '../support/person.ts'
import { newPasskey, openBrowser, openNewVault, openVaultPage } from '../support/signed-in.ts'
import { startSystem } from '../support/system.ts'

describe('the list of connected apps', () => {
  const system = startBeforeAll(() => startSystem('postgresql', 'together'))
  const browser = useBrowser()
  let app: AskingApp
  let passkey: Authenticator

  beforeAll(async () => {
    passkey = newPasskey(system)
    app = await registerApp(system, {
      name: 'Wildflower Books',
      description: 'Books.',
      scopes: { openid: {}, email: {} },
    })
  })

  async function openApps(page: Page): Promise<void> {
    await page.getByRole('link', { name: 'Apps' }).click()
    await expectHeading(page, 'Connected apps')
  }

  test('is empty at first, then says what an app may see, and takes all of it back in one action', async () => {
    const { page, problems } = await openBrowser(browser, { passkey })
    await openNewVault(page, system)
    await openApps(page)
    await page.getByRole('heading', { name: 'No app has access' }).waitFor()
    await look(page, 'apps-empty')

    // Two approvals of one app are one app.
    for (const value of ['ada@example.org', undefined]) {
      const flow = app.begin()
      await page.goto(flow.url)
      await signInByPasskeyOnPage(page)
      if (value !== undefined) await page.getByLabel('E-mail address', { exact: true }).fill(value)
      await page.getByRole('button', { name: 'Approve' }).click()
      await expectHeading(page, 'The app')
      await flow.finish(page)
    }
    await openVaultPage(page, system)
    await openApps(page)
    const row = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Wildflower Books' }) })
    await expect.poll(() => row.count()).toBe(1)
    const shown = await row.innerText()
    for (const text of ['localhost:8090', 'Sign you in', 'E-mail address', 'Approved since', 'Last used']) {
      expect(shown).toContain(text)
    }
    await look(page, 'apps')

    await row.getByRole('button', { name: 'Revoke Wildflower Books' }).click()
    await look(page, 'apps-revoke')
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
    await page.getByText('Wildflower Books has no access any more.').waitFor()
    await page.getByRole('heading', { name: 'No app has access' }).waitFor()
    const grants = await system.providerSql<{ live: string }>`
      select count(*) as live from provider.grants where revoked_at is null`
    expect(Number(grants[0]?.live)).toBe(0)
    expect(problems).toEqual([])
  })

  test('says that it cannot be fetched while the provider is down, and comes when it is back', async () => {
    const { page } = await openBrowser(browser, { passkey })
    await openVaultPage(page, system)
    const list = '**/api/account/grants/'
    await page.route(list, (route) =>
      route.fulfill({ status: 503, json: { error: 'Unavailable.', code: 'service_unavailable' } }),
    )
    await openApps(page)
    await page.getByText(/cannot be fetched right now/).waitFor()
    await look(page, 'apps-unavailable')
    await page.unroute(list)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { name: 'No app has access' }).waitFor()
    expect(await page.getByText(/cannot be fetched right now/).isVisible()).toBe(false)
  })
})
