import type { ClaimValues } from '@countersign/device'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { expectHeading, look, useBrowser } from '../support/browser.ts'
import { openVault, openVaultPage, saveVault } from '../support/person.ts'
import { useSystem } from '../support/shared.ts'

describe('the vault editor', () => {
  const system = useSystem()
  const browser = useBrowser()

  /** A new person's vault with these values. */
  const open = (values: ClaimValues = {}) => openVault(browser, system, { values })
  const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })

  test('edits an address by its members', async () => {
    const { page, problems } = await open()
    const address = page.getByRole('group', { name: 'Postal address' })
    const typed = [
      ['Street and number', 'c/o Lovelace\n12 St James’s Square'],
      ['Town', 'London'],
      ['Postal code', 'SW1Y 4JH'],
      ['Country', 'United Kingdom'],
    ] as const
    for (const [label, value] of typed) await address.getByLabel(label, { exact: true }).fill(value)
    await saveVault(page)
    await openVaultPage(page, system)
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
    await expect.poll(() => address.getByLabel('Town', { exact: true }).inputValue()).toBe('Dubai')
    expect(await address.getByLabel('Country', { exact: true }).inputValue()).toBe('United Kingdom')
    expect(problems).toEqual([])
  })

  test('begins empty, and keeps several values with labels, one of them offered first', async () => {
    const { page, problems, passkey } = await open()
    await page.getByRole('heading', { name: 'Your vault is empty' }).waitFor()
    await look(page, 'vault-empty')
    await field(page, 'Email address').fill('ada@example.org')
    await saveVault(page)
    await page.getByRole('button', { name: 'Add another Email address' }).click()
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('email')
    await page.keyboard.type('work@example.org')
    await field(page, 'Label 2').fill('Work')
    await saveVault(page)
    await expect.poll(() => field(page, 'Email address 1').inputValue()).toBe('ada@example.org')
    await page.getByRole('radio', { name: 'Offer this one first Email address 2' }).check()
    await saveVault(page)
    await expect.poll(() => field(page, 'Email address 1').inputValue()).toBe('work@example.org')

    const other = await openVault(browser, system, { passkey })
    await expect.poll(() => field(other.page, 'Email address 1').inputValue()).toBe('work@example.org')
    await expect.poll(() => field(other.page, 'Label 1').inputValue()).toBe('Work')
    expect(problems).toEqual([])
  })

  test('takes back a removal before it is saved, and a save after it', async () => {
    const { page } = await open({ phone: '+41791111111' })
    await page.getByRole('button', { name: 'Add another Phone number' }).click()
    await field(page, 'Phone number 2').fill('+41792222222')
    await saveVault(page)
    await page.getByRole('button', { name: 'Remove Phone number 2' }).click()
    await look(page, 'vault-removed')
    await page.getByRole('button', { name: 'Undo +41792222222' }).click()
    await expect.poll(() => field(page, 'Phone number 2').inputValue()).toBe('+41792222222')

    await page.getByRole('button', { name: 'Remove Phone number 2' }).click()
    await field(page, 'Nickname').fill('Countess')
    await saveVault(page)
    await expect.poll(() => field(page, 'Phone number').inputValue()).toBe('+41791111111')
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await page.getByText('Undone.').waitFor()
    await expect.poll(() => field(page, 'Nickname').inputValue()).toBe('')
    await expect.poll(() => page.getByLabel(/^Phone number \d$/).count()).toBe(2)
  })

  test('keeps the focus when saving, undoing and discarding by keyboard', async () => {
    const { page } = await open()
    const focused = () => page.evaluate(() => document.activeElement?.textContent)
    const press = (name: string) => page.getByRole('button', { name, exact: true }).press('Enter')
    await field(page, 'Nickname').fill('Countess')
    await press('Save')
    await page.getByText('Saved in your vault.').waitFor()
    await expect.poll(focused).toBe('Undo')
    await press('Undo')
    await expect.poll(focused).toBe('Undone. Your vault is as it was before.')
    await field(page, 'Nickname').fill('Enchantress')
    await press('Discard')
    await expect.poll(focused).toBe('Undone. Your vault is as it was before.')
  })

  test('keeps unsaved edits on other pages, and asks before signing out', async () => {
    const { page } = await open()
    await field(page, 'Nickname').fill('Countess')
    await page.getByRole('link', { name: 'Apps' }).click()
    await expectHeading(page, 'Connected apps')
    await page.getByRole('link', { name: 'Vault', exact: true }).click()
    await expect.poll(() => field(page, 'Nickname').inputValue()).toBe('Countess')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await look(page, 'vault-leave')
    await page.getByRole('button', { name: 'Save and sign out' }).click()
    await page.getByText('You’re signed out').waitFor()
  })

  test('loses nothing when two tabs edit at once, and shows what the other one wrote', async () => {
    const { page } = await open({ nickname: 'Countess', email: 'old@example.org' })
    const second = await page.context().newPage()
    await openVaultPage(second, system)

    await field(page, 'Email address').fill('first@example.org')
    await field(second, 'Email address').fill('second@example.org')
    await field(second, 'Family name').fill('Lovelace')
    await saveVault(second)
    await page.getByText(/Changed on another device or in another tab: “second@example.org”/).waitFor()
    await expect.poll(() => field(page, 'Family name').inputValue()).toBe('Lovelace')
    await look(page, 'vault-changed-elsewhere')
    await saveVault(page)
    const kept = page.getByLabel(/^Email address \d$/)
    const values = async () => Promise.all((await kept.all()).map((input) => input.inputValue()))
    await expect.poll(async () => new Set(await values())).toEqual(new Set(['first@example.org', 'second@example.org']))
  })

  test('sets the other text aside when two devices write at once, until one is chosen', async () => {
    const { page, passkey } = await open({ nickname: 'Ada' })
    const other = await openVault(browser, system, { passkey })
    await field(page, 'Nickname').fill('Countess')
    await field(other.page, 'Nickname').fill('Enchantress')
    await saveVault(page)
    await other.page.getByRole('button', { name: 'Save', exact: true }).click()
    await other.page.getByRole('heading', { name: 'Nickname: which one is right?' }).waitFor()
    await look(other.page, 'vault-conflict')
    const shown = await other.page.locator('.before-after').innerText()
    expect(shown).toContain('Countess')
    expect(shown).toContain('Enchantress')
    await other.page.getByRole('button', { name: 'Keep both' }).click()
    await expect.poll(() => other.page.getByLabel(/^Nickname \d$/).count()).toBe(2)
  })

  test('says when the vault is too full for the edit', async () => {
    const { page } = await open()
    await page.route('**/api/vault/commits/', (route) =>
      route.fulfill({ status: 413, json: { error: 'Too large.', code: 'payload_too_large' } }),
    )
    await field(page, 'Street and number').fill('x'.repeat(900))
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('That’s more than the vault can hold.').waitFor()
    await expect.poll(() => field(page, 'Street and number').inputValue()).toHaveLength(900)
  })
})
