import type { ClaimValues } from '@countersign/device'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { expectHeading, look, PAGES, useBrowser } from '../support/browser.ts'
import {
  fillClaim,
  openClaim,
  openVault,
  openVaultPage,
  saveVault,
  shownValues,
  signOutOnPage,
} from '../support/person.ts'
import { useSystem } from '../support/shared.ts'

describe('the vault editor', PAGES, () => {
  const system = useSystem()
  const browser = useBrowser()

  /** A new person's vault with these values. */
  const open = (values: ClaimValues = {}) => openVault(browser, system, { values })
  const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })

  test('edits an address by its members, as its country writes them', async () => {
    const { page, problems } = await open()
    const address = page.getByRole('group', { name: 'Postal address' })
    const labels = () => address.locator('label').allInnerTexts()
    await openClaim(page, 'Postal address')
    expect(await labels()).toEqual(['Country', 'Street and number', 'Town', 'State', 'ZIP code'])
    await field(page, 'Country').selectOption({ label: 'United Kingdom' })
    expect(await labels()).toEqual(['Country', 'Street and number', 'Town', 'Postal code'])
    const typed = [
      ['Street and number', 'c/o Lovelace\n12 St James’s Square'],
      ['Town', 'London'],
      ['Postal code', 'SW1Y 4JH'],
    ] as const
    for (const [label, value] of typed) await address.getByLabel(label, { exact: true }).fill(value)
    await saveVault(page)
    const lines = 'c/o Lovelace\n12 St James’s Square\nSW1Y 4JH London\nUnited Kingdom'
    expect(await shownValues(page, 'Postal address')).toEqual([lines])
    await openVaultPage(page, system)
    await openClaim(page, 'Postal address')
    for (const [label, value] of typed) {
      await expect.poll(() => address.getByLabel(label, { exact: true }).inputValue()).toBe(value)
    }
    await address.getByLabel('Town', { exact: true }).fill('')
    await expect.poll(() => address.getByLabel('Town', { exact: true }).inputValue()).toBe('')
    expect(await address.getByLabel('Postal code', { exact: true }).inputValue()).toBe('SW1Y 4JH')
    await address.getByLabel('Postal code', { exact: true }).fill('')
    await address.getByLabel('Town', { exact: true }).fill('Dubai')
    await saveVault(page)
    await openVaultPage(page, system)
    await openClaim(page, 'Postal address')
    await expect.poll(() => address.getByLabel('Town', { exact: true }).inputValue()).toBe('Dubai')
    expect(await field(page, 'Country').inputValue()).toBe('GB')
    expect(problems).toEqual([])
  })

  test('keeps a country as it was written, in another language or unknown, and members that its form lacks', async () => {
    const written = 'Hauptstrasse 1\n8001 Zürich\nZH\nSchweiz'
    const { page } = await open({ address: written })
    await openClaim(page, 'Postal address')
    expect(await field(page, 'Country').inputValue()).toBe('CH')
    expect(await field(page, 'Region').inputValue()).toBe('ZH')
    await field(page, 'Street and number').fill('Hauptstrasse 2')
    await saveVault(page)
    expect(await shownValues(page, 'Postal address')).toEqual([written.replace('1', '2')])
    await openClaim(page, 'Postal address')
    await field(page, 'Country').selectOption({ label: 'Not chosen' })
    await page.getByRole('button', { name: 'Cancel Postal address' }).click()
    const { page: another } = await open({ address: 'Main 1\n\n1000 Town\n\nAtlantis' })
    await openClaim(another, 'Postal address')
    expect(await field(another, 'Country').locator('option:checked').innerText()).toBe('Atlantis')
    await openClaim(page, 'Postal address')
    expect(await field(page, 'Country').inputValue()).toBe('CH')
  })

  test('begins empty, and keeps several values with labels, one of them offered first', async () => {
    const { page, problems, passkey } = await open()
    await page.getByRole('heading', { name: 'Your vault is empty' }).waitFor()
    await look(page, 'vault-empty')
    await fillClaim(page, 'Email address', 'ada@example.org')
    await saveVault(page)
    await openClaim(page, 'Email address')
    await page.getByRole('button', { name: 'Add another Email address' }).click()
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('email')
    await page.keyboard.type('work@example.org')
    await field(page, 'Label 2').fill('Work')
    await saveVault(page)
    expect(await shownValues(page, 'Email address')).toEqual(['ada@example.org', 'work@example.org'])
    await openClaim(page, 'Email address')
    await page.getByRole('radio', { name: 'Offer this one first Email address 2' }).check()
    await saveVault(page)
    await expect.poll(() => shownValues(page, 'Email address')).toEqual(['work@example.org', 'ada@example.org'])
    expect(await page.locator('.vault-row', { hasText: 'Offered first' }).innerText()).toMatch(
      /work@example\.org\s+Work\s+Offered first\s+/,
    )

    const other = await openVault(browser, system, { passkey })
    await openClaim(other.page, 'Email address')
    await expect.poll(() => field(other.page, 'Email address 1').inputValue()).toBe('work@example.org')
    await expect.poll(() => field(other.page, 'Label 1').inputValue()).toBe('Work')
    expect(problems).toEqual([])
  })

  test('names the group of each Add button, which look alike', async () => {
    const { page } = await open({ email: 'ada@example.org', name: 'Ada Lovelace' })
    const count = (name: string) => page.getByRole('button', { name, exact: true }).count()
    await expect.poll(() => count('Add About you')).toBe(1)
    expect([await count('Add How to reach you'), await count('Add')]).toEqual([1, 0])
  })

  test('takes back a removal before it is saved, and a save after it', async () => {
    const { page } = await open({ phone: '+41791111111' })
    await openClaim(page, 'Phone number')
    await page.getByRole('button', { name: 'Add another Phone number' }).click()
    await field(page, 'Phone number 2').fill('+41792222222')
    await saveVault(page)
    await openClaim(page, 'Phone number')
    await page.getByRole('button', { name: 'Remove Phone number 2' }).click()
    await look(page, 'vault-removed')
    await page.getByRole('button', { name: 'Undo +41792222222' }).click()
    await expect.poll(() => field(page, 'Phone number 2').inputValue()).toBe('+41792222222')

    await page.getByRole('button', { name: 'Remove Phone number 2' }).click()
    await fillClaim(page, 'Nickname', 'Countess')
    await saveVault(page)
    await expect.poll(() => shownValues(page, 'Phone number')).toEqual(['+41 79 111 11 11'])
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await page.getByText('Undone.').waitFor()
    await expect.poll(() => shownValues(page, 'Nickname')).toEqual([])
    await expect.poll(async () => (await shownValues(page, 'Phone number')).length).toBe(2)
  })

  test('keeps the focus when editing, saving, undoing and discarding by keyboard', async () => {
    const { page } = await open({ name: 'Ada' })
    const focused = () => page.evaluate(() => document.activeElement?.textContent)
    const press = (name: string) => page.getByRole('button', { name, exact: true }).press('Enter')
    await press('Edit Full name')
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('name')
    await page.keyboard.type('!')
    await press('Cancel Full name')
    await expect.poll(focused).toBe('Edit Full name')
    expect(await shownValues(page, 'Full name')).toEqual(['Ada'])
    await press('Add About you')
    await expect.poll(focused).toBe('Given name')
    await press('Add Nickname')
    await page.keyboard.type('Countess')
    await press('Save')
    await page.getByText('Saved in your vault.').waitFor()
    await expect.poll(focused).toBe('Undo')
    await press('Undo')
    await expect.poll(focused).toBe('Undone. Your vault is as it was before.')
    await fillClaim(page, 'Nickname', 'Enchantress')
    await press('Discard')
    await expect.poll(focused).toBe('Undone. Your vault is as it was before.')
  })

  test('keeps unsaved edits on other pages, and asks before signing out', async () => {
    const { page } = await open()
    await fillClaim(page, 'Nickname', 'Countess')
    await page.getByRole('link', { name: 'Apps' }).click()
    await expectHeading(page, 'Connected apps')
    await page.getByRole('link', { name: 'Vault', exact: true }).click()
    await expect.poll(() => field(page, 'Nickname').inputValue()).toBe('Countess')
    await signOutOnPage(page)
    await look(page, 'vault-leave')
    await page.getByRole('button', { name: 'Save and sign out' }).click()
    await page.getByText('You’re signed out').waitFor()
  })

  test('loses nothing when two tabs edit at once, and shows what the other one wrote', async () => {
    const { page } = await open({ nickname: 'Countess', email: 'old@example.org' })
    const second = await page.context().newPage()
    await openVaultPage(second, system)

    await fillClaim(page, 'Email address', 'first@example.org')
    await fillClaim(second, 'Email address', 'second@example.org')
    await fillClaim(second, 'Family name', 'Lovelace')
    await saveVault(second)
    await page.getByText(/Changed on another device or in another tab: “second@example.org”/).waitFor()
    await expect.poll(() => shownValues(page, 'Family name')).toEqual(['Lovelace'])
    await look(page, 'vault-changed-elsewhere')
    await saveVault(page)
    const values = async () => new Set(await shownValues(page, 'Email address'))
    await expect.poll(values).toEqual(new Set(['first@example.org', 'second@example.org']))
  })

  test('sets the other text aside when two devices write at once, until one is chosen', async () => {
    const { page, passkey } = await open({ nickname: 'Ada' })
    const other = await openVault(browser, system, { passkey })
    await fillClaim(page, 'Nickname', 'Countess')
    await fillClaim(other.page, 'Nickname', 'Enchantress')
    await saveVault(page)
    await other.page.getByRole('button', { name: 'Save', exact: true }).click()
    await other.page.getByRole('heading', { name: 'Nickname: which one is right?' }).waitFor()
    await look(other.page, 'vault-conflict')
    const shown = await other.page.locator('.before-after').innerText()
    expect(shown).toContain('Countess')
    expect(shown).toContain('Enchantress')
    await other.page.getByRole('button', { name: 'Keep both' }).click()
    await expect.poll(async () => (await shownValues(other.page, 'Nickname')).length).toBe(2)
  })

  test('says when the vault is too full for the edit', async () => {
    const { page } = await open()
    await page.route('**/api/vault/commits/', (route) =>
      route.fulfill({ status: 413, json: { error: 'Too large.', code: 'payload_too_large' } }),
    )
    await openClaim(page, 'Postal address')
    await field(page, 'Street and number').fill('x'.repeat(900))
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('That’s more than the vault can hold.').waitFor()
    await expect.poll(() => field(page, 'Street and number').inputValue()).toHaveLength(900)
  })
})
