import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { backUpCore, restoreCore } from '../support/backup.ts'
import { expectHeading, look, PAGES, useBrowser } from '../support/browser.ts'
import {
  fillClaim,
  openVault,
  openVaultPage,
  saveVault,
  shownValues,
  signInByPasskeyOnPage,
} from '../support/person.ts'
import { useSystem } from '../support/shared.ts'

const OLDER = 'This vault is older than the one you had here'

describe('a browser that knows a newer vault than the restored backup', () => {
  const system = useSystem()
  const browser = useBrowser()

  /** A user with an open vault who saved after the backup. */
  async function openAfterRestore() {
    const { page } = await openVault(browser, system, { values: { nickname: 'Countess' } })
    await backUpCore(system)
    await fillClaim(page, 'Email address', 'ada@example.org')
    await saveVault(page)
    await restoreCore(system)
    return page
  }

  async function goOn(page: Page, at = async (): Promise<void> => undefined): Promise<void> {
    await page.getByRole('button', { name: 'Continue with this vault…' }).click()
    const confirm = page.getByRole('button', { name: 'Continue', exact: true })
    expect(await confirm.getAttribute('aria-disabled')).toBe('true')
    await page.getByLabel('I’ve asked the operator, or I know why.').check()
    await at()
    await confirm.click()
    await expectHeading(page, 'Your vault')
  }

  test('shows both states, and continues when the owner wants to', async () => {
    const page = await openAfterRestore()
    await page.goto(`${system.webUrl}/sign-in`)
    await signInByPasskeyOnPage(page)
    await expectHeading(page, OLDER)
    const states = await page.locator('.sign-in-states').innerText()
    expect(states).toMatch(/Change number 4[\s\S]*Change number 3[\s\S]*Chrom/)
    await page.getByText('This browser doesn’t have what’s missing.').waitFor()
    await page.getByRole('button', { name: 'Save a readable copy' }).waitFor()
    await look(page, 'refused-vault')

    await page.getByRole('button', { name: 'Try again' }).click()
    await signInByPasskeyOnPage(page)
    await expectHeading(page, OLDER)
    await goOn(page, () => look(page, 'refused-vault-confirm'))
    await expect.poll(() => shownValues(page, 'Nickname')).toEqual(['Countess'])
    expect(await shownValues(page, 'Email address')).toEqual([])
    await page.getByRole('link', { name: 'Activity' }).click()
    await page.getByText('Continued with an older or different vault').waitFor()
    // From here on this is the vault.
    await openVaultPage(page, system)
  })

  test('restores entries that it still has open', PAGES, async () => {
    const page = await openAfterRestore()
    await fillClaim(page, 'Family name', 'Lovelace')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('The server sent an older or different vault, so we locked yours.').waitFor()
    await look(page, 'locked-older-vault')
    await signInByPasskeyOnPage(page)
    await expectHeading(page, OLDER)
    await page.getByText('1 entry is newer here').waitFor()
    await goOn(page)
    await expect.poll(() => shownValues(page, 'Email address')).toEqual(['ada@example.org'])
    // Typed before the vault was locked, and not saved yet.
    expect(await page.getByLabel('Family name').inputValue()).toBe('Lovelace')
    await saveVault(page)
  })

  test('locks a tab that is shown less than another tab reports', async () => {
    const page = await openAfterRestore()
    const other = await page.context().newPage()
    await other.goto(`${system.webUrl}/sign-in`)
    await other.evaluate(() => {
      const [userId] = Object.keys(JSON.parse(localStorage.getItem('countersign.vaults') ?? '{}'))
      const channel = new BroadcastChannel('countersign.vault')
      channel.postMessage({ userId, gen: 99 })
    })
    const locked = page.getByText('The server sent an older or different vault, so we locked yours.')
    await locked.waitFor()
    expect(await locked.count()).toBe(1)
  })
})

describe('a vault that is not whole', PAGES, () => {
  const system = useSystem()
  const browser = useBrowser()

  test('is not opened, and its owner may save what can be read of it', async () => {
    const { page } = await openVault(browser, system, { values: { nickname: 'Countess', email: 'ada@example.org' } })
    await page.route('**/api/vault/', async (route) => {
      const answer = await route.fetch()
      const { items, ...vault } = (await answer.json()) as { items: unknown[] }
      await route.fulfill({ response: answer, json: { ...vault, items: items.slice(1) } })
    })
    await page.goto(`${system.webUrl}/sign-in`)
    await signInByPasskeyOnPage(page)
    await expectHeading(page, 'We didn’t open this vault')
    await look(page, 'refused-vault-incomplete')
    expect(await page.getByRole('button', { name: 'Continue with this vault…' }).count()).toBe(0)
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save a readable copy' }).click()
    expect((await download).suggestedFilename()).toBe('vault-readable.json')
    await page.unroute('**/api/vault/')
    await page.getByRole('button', { name: 'Try again' }).click()
    await signInByPasskeyOnPage(page)
    await expectHeading(page, 'Your vault')
  })
})
