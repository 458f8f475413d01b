import { readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newAppKey } from '@countersign/data-token/testing'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { registerApp } from '../support/asking-app.ts'
import { expectHeading, look, PAGES, shiftOf, useBrowser } from '../support/browser.ts'
import { newPerson, openVault, usePerson } from '../support/person.ts'
import { release } from '../support/returning.ts'
import { useSystem } from '../support/shared.ts'

describe('the activity', () => {
  const system = useSystem()
  const browser = useBrowser()
  const ada = usePerson(system)

  beforeAll(async () => {
    const scopes = { openid: {}, email: {} }
    const app = await registerApp(system, { name: 'Wildflower Books', scopes })
    const claimsEncryptionKey = (await newAppKey()).publicJwk
    const letters = await registerApp(system, { name: 'Sealed Letters', description: '', claimsEncryptionKey, scopes })
    const values = { email: 'ada@example.org' }
    for (const asking of [app, letters, app]) await release({ system }, { ...ada, app: asking, values })
  })

  async function openActivity(page: Page): Promise<void> {
    await page.getByRole('link', { name: 'Activity' }).click()
    await expectHeading(page, 'Activity')
  }
  const open = () => openVault(browser, system, ada)

  test('lists every release, keeps its receipt, and knows a genuine one from a forged one', PAGES, async () => {
    const { page, problems } = await open()
    await openActivity(page)
    await page.getByText('Every entry below was checked against your vault.').waitFor()
    await expect.poll(() => page.getByRole('heading', { name: 'Shared with' }).count()).toBe(3)
    await expect.poll(() => page.getByText('This service could read it too').count()).toBe(2)
    expect(await page.getByText('Only the app could read it').count()).toBe(1)
    await page.getByRole('heading', { level: 2, name: 'today' }).waitFor()
    expect(await page.getByLabel('Show', { exact: true }).count()).toBe(0)
    await look(page, 'activity')

    await page.getByRole('button', { name: 'Receipt Wildflower Books' }).first().click()
    const shown = page.getByRole('region', { name: 'Receipt' })
    for (const fact of [
      /Wildflower Books/,
      /Email address\s+ada@example\.org/,
      /Approved with\s+Chrome on Linux/,
      /Fingerprint[^\n]+\s+[\w-]{43}/,
    ]) {
      await expect.poll(() => shown.innerText()).toMatch(fact)
    }
    await look(page, 'activity-receipt')
    await page.emulateMedia({ media: 'print' })
    expect(await page.getByRole('button', { name: 'Print' }).isVisible()).toBe(false)
    expect(await shown.isVisible()).toBe(true)
    await page.emulateMedia({ media: 'screen' })
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download file' }).click()
    const kept = await (await downloading).path()
    await page.getByRole('button', { name: 'Back to activity' }).click()

    const file = page.getByLabel('Receipt file')
    await file.setInputFiles(kept)
    await page.getByText(/This receipt is genuine\. Approved for .*Wildflower Books/).waitFor()
    await page.getByText('ada@example.org').waitFor()
    const receipt = JSON.parse(await readFile(kept, 'utf8')) as { entry: { ct: string } }
    receipt.entry.ct = receipt.entry.ct.startsWith('A')
      ? `B${receipt.entry.ct.slice(1)}`
      : `A${receipt.entry.ct.slice(1)}`
    const forged = join(tmpdir(), `forged-receipt-${process.pid}.json`)
    await writeFile(forged, JSON.stringify(receipt))
    await file.setInputFiles(forged)
    await page.getByText('This isn’t a receipt from your vault, or someone has changed it.').waitFor()
    await look(page, 'activity-forged')

    await page.getByRole('link', { name: 'Sign-ins and account changes' }).click()
    await expectHeading(page, 'Devices')
    await page.getByText('Account created').waitFor()
    expect(problems).toEqual([])
  })

  test('shifts nothing below its list when that loads, and shows the logos of its apps', PAGES, async () => {
    const { page } = await open()
    const logos = page.locator('main img.app-icon')
    const shift = await shiftOf(page, {
      held: '**/api/vault/activity/**',
      open: () => openActivity(page),
      come: () =>
        page.getByRole('heading', { name: 'Check a receipt' }).and(page.locator('.activity-day ~ * h2')).waitFor(),
    })
    expect(shift).toBeLessThanOrEqual(0.05)
    await expect.poll(() => logos.count()).toBe(3)
    const widths = () => logos.evaluateAll((all) => all.map((logo) => (logo as HTMLImageElement).naturalWidth))
    await expect.poll(async () => Math.min(...(await widths()))).toBeGreaterThan(0)
  })

  test('narrows a long list to one app', PAGES, async () => {
    const person = await newPerson(system)
    const scopes = { openid: {}, email: {} }
    const values = { email: 'ada@example.org' }
    for (const name of ['Books', 'Music']) {
      await release({ system }, { ...person, app: await registerApp(system, { name, scopes }), values })
    }
    for (let times = 0; times < 11; times += 1) await person.device.exportSealed({})
    const { page } = await openVault(browser, system, person)
    await openActivity(page)
    const rows = page.locator('.list-row')
    await expect.poll(() => rows.count()).toBe(13)
    await page.getByLabel('Show', { exact: true }).selectOption('Music')
    await expect.poll(() => rows.allInnerTexts()).toEqual([expect.stringContaining('Shared with \u2068Music')])
    await look(page, 'activity-one-app')
  })

  test('raises an alarm when the server leaves an entry out', async () => {
    const { page } = await open()
    await page.route('**/api/vault/activity/**', async (route) => {
      const response = await route.fetch()
      const body = (await response.json()) as { entries: unknown[] }
      await route.fulfill({ response, json: { entries: body.entries.slice(1) } })
    })
    await openActivity(page)
    const alarm = page
      .getByRole('alert')
      .filter({ has: page.getByRole('heading', { name: 'This list has been changed' }) })
    await alarm.waitFor()
    await expect.poll(() => alarm.innerText()).toContain('ask the operator to explain this')
    await look(page, 'activity-broken')
  })

  test('comes in pages, and keeps checked entries when a later page does not fit', PAGES, async () => {
    const { page } = await open()
    let pages = 0
    await page.route('**/api/vault/activity/**', async (route) => {
      const response = await route.fetch()
      const body = (await response.json()) as { entries: unknown[] }
      pages += 1
      const entries = pages === 1 ? body.entries.slice(0, 1) : body.entries.slice(1)
      await route.fulfill({ response, json: { entries } })
    })
    await openActivity(page)
    await page.getByRole('heading', { name: 'Shared with' }).waitFor()
    await page.getByRole('button', { name: 'Show earlier entries' }).click()
    await page.getByText('The entries above are verified.').waitFor()
    await expect.poll(() => page.getByRole('heading', { name: 'Shared with' }).count()).toBe(1)
  })
})
