import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { APP_HOST } from '../support/app-page.ts'
import { registerApp, useApp } from '../support/asking-app.ts'
import { expectHeading, look, shiftOf, useBrowser } from '../support/browser.ts'
import {
  approveOnPage,
  newPerson,
  openClaim,
  openVault,
  openVaultPage,
  signInByPasskeyOnPage,
  usePerson,
} from '../support/person.ts'
import { release } from '../support/returning.ts'
import { useSystem } from '../support/shared.ts'

describe('the list of connected apps', () => {
  const system = useSystem()
  const browser = useBrowser()
  const app = useApp(system, { name: 'Wildflower Books', description: 'Books.', scopes: { openid: {}, email: {} } })
  const ada = usePerson(system)

  async function openApps(page: Page): Promise<void> {
    await page.getByRole('link', { name: 'Apps' }).click()
    await expectHeading(page, 'Connected apps')
  }

  test("is empty at first, then shows an app's claims and expiry, and revokes all its access in one act", async () => {
    const { page, problems } = await openVault(browser, system, ada)
    await page.getByRole('link', { name: 'Activity' }).click()
    await page.getByRole('heading', { name: 'Nothing shared yet' }).waitFor()
    await openApps(page)
    await page.getByRole('heading', { name: 'No connected apps' }).waitFor()
    await look(page, 'apps-empty')

    // Two approvals of one app are one app.
    for (let approvals = 0; approvals < 2; approvals += 1) {
      const { redeem } = await release({ system }, { ...ada, app, values: { email: 'ada@example.org' } })
      await redeem()
    }
    await openVaultPage(page, system)
    await openApps(page)
    const row = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name: 'Wildflower Books', exact: true }) })
    await expect.poll(() => row.count()).toBe(1)
    const shown = await row.innerText()
    const facts = ['Connected since', 'Last used', 'Access ends']
    for (const text of [APP_HOST, 'Email address', ...facts]) expect(shown).toContain(text)
    expect(shown).not.toContain('ada@example.org')
    await row.getByText('Show values').click()
    await expect.poll(() => row.innerText()).toMatch(/ada@example\.org\s+Shared on/)
    await look(page, 'apps')

    await row.getByRole('button', { name: 'Revoke Wildflower Books' }).click()
    await look(page, 'apps-revoke')
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
    await page.getByText('Wildflower Books no longer has access.').waitFor()
    await page.getByRole('heading', { name: 'No connected apps' }).waitFor()
    const former = page.getByRole('region', { name: 'Without access' })
    await former.getByRole('heading', { name: 'Wildflower Books' }).waitFor()
    expect(await former.innerText()).toContain('Email address')
    for (const fact of ['First approved', 'Removed']) expect(await former.innerText()).toContain(fact)
    expect(await former.innerText()).not.toContain('Connected since')
    const logo = former.locator('img.app-icon')
    await expect.poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
    await look(page, 'apps-former')
    const grants = await system.providerSql<{ live: string }>`
      select count(*) as live from provider.grants where revoked_at is null and client_id = ${app.client.clientId}`
    expect(Number(grants[0]?.live)).toBe(0)
    // Two approvals, one act, one entry, and it says which app.
    await page.getByRole('link', { name: 'Activity' }).click()
    await page.getByRole('heading', { name: /^Access revoked: .*Wildflower Books/ }).waitFor()
    expect(await page.getByRole('heading', { name: /^Access revoked/ }).count()).toBe(1)
    expect(problems).toEqual([])
  })

  test('lets people change what an app gets next time, and the next request starts from that', async () => {
    const values = { email: 'ada@example.org', name: 'Ada Lovelace', nickname: 'Countess' }
    const person = await newPerson(system, values)
    const { email, name } = values
    const known = { email, name }
    const scopes = { openid: {}, email: {}, profile: {} }
    const shop = await registerApp(system, { name: 'Corner Shop', scopes })
    const { redeem } = await release({ system }, { ...person, app: shop, values: known })
    await redeem()
    await person.device.saveItems({ put: [{ name: 'email', value: 'ada@work.example', label: 'Work' }], remove: [] })
    const { page, problems } = await openVault(browser, system, person)
    const row = page.getByRole('heading', { name: 'Corner Shop' })
    const held = '**/api/account/grants/'
    const shift = await shiftOf(page, { held, open: () => openApps(page), come: () => row.waitFor() })
    expect(shift).toBeLessThanOrEqual(0.05)
    const fact = page.locator('.apps-facts > div').filter({ hasText: 'Next time' })
    await expect.poll(() => fact.innerText()).toContain('Email address and Full name')
    await page.getByRole('button', { name: 'Change What Corner Shop gets next time' }).click()
    const dialog = page.getByRole('dialog', { name: 'What Corner Shop gets next time' })
    await dialog.getByText('it may ask you for it again').waitFor()
    await dialog.getByRole('switch', { name: 'Share Full name' }).click()
    await dialog.getByRole('radio', { name: 'ada@work.example' }).check()
    await look(page, 'apps-next')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved. Corner Shop starts with this choice next time.').waitFor()
    await expect.poll(() => fact.innerText()).not.toContain('Full name')

    // The same browser: its page says what went last, and nothing goes before the whole request is seen.
    const flow = await shop.begin()
    await page.goto(flow.url)
    await signInByPasskeyOnPage(page)
    await page.getByRole('button', { name: 'Approve' }).waitFor()
    // Nothing of that scope goes, so its one switch is off.
    expect(await page.getByRole('switch', { name: 'Share Profile' }).isChecked()).toBe(false)
    expect(await page.getByRole('radio', { name: 'ada@work.example' }).isChecked()).toBe(true)
    await approveOnPage(page)
    expect((await flow.finish(page)).claims).toEqual({ email: 'ada@work.example' })
    expect(problems).toEqual([])
  })

  test('shows beside an entry of the vault which apps have it', async () => {
    const { page } = await openVault(browser, system, ada)
    await openClaim(page, 'Email address')
    await page.getByText('Who has this? Email address').click()
    await page.getByText(/Wildflower Books\s+Shared on/).waitFor()
    await look(page, 'vault-who-has')
    await page.getByLabel('Email address', { exact: true }).fill('new@example.org')
    await page.getByText('Your vault has no record of an app that received this.').waitFor()
    expect(await page.getByText(/Wildflower Books\s+Shared on/).count()).toBe(0)
  })

  test('says that the provider is down, and loads when it is back', async () => {
    const { page } = await openVault(browser, system, ada)
    const list = '**/api/account/grants/'
    await page.route(list, (route) =>
      route.fulfill({ status: 503, json: { error: 'Unavailable.', code: 'service_unavailable' } }),
    )
    await openApps(page)
    await page.getByText(/can’t load your apps right now/).waitFor()
    await look(page, 'apps-unavailable')
    await page.unroute(list)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { name: 'No connected apps' }).waitFor()
    expect(await page.getByText(/can’t load your apps right now/).isVisible()).toBe(false)
  })
})
