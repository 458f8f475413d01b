import { describe, expect, test } from 'vitest'
import { expectNoOverflow, findSmallTargets, look, shiftOf, useBrowser } from '../support/browser.ts'
import {
  fillClaim,
  newPerson,
  openBrowser,
  openVaultPage,
  PROFILE,
  saveVault,
  signUpToVault,
} from '../support/person.ts'
import { useSystem } from '../support/shared.ts'

describe('the frame of an open vault', () => {
  const system = useSystem()
  const browser = useBrowser()

  test('names the signed-in person as this browser knows them, in a menu that the keyboard opens and closes', async () => {
    const { page, problems } = await openBrowser(browser)
    await signUpToVault(page, system, { login: 'ada.byron', password: 'violet kettle sleeps in orbit' })
    const who = page.getByRole('button', { name: /^Signed in as/ })
    expect(await who.innerText()).toMatch(/ada\.byron$/)
    await fillClaim(page, 'Full name', 'Ada Lovelace')
    await saveVault(page)
    await expect.poll(() => who.innerText()).toMatch(/Ada Lovelace\s+ada\.byron$/)
    await who.press('Enter')
    await look(page, 'account-menu')
    await page.keyboard.press('Tab')
    await page.getByLabel('Language').selectOption('de')
    await page.getByRole('button', { name: 'Angemeldet als Ada Lovelace ada.byron' }).waitFor()
    await page.keyboard.press('Escape')
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-expanded'))).toBe('false')
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'Konto' }).click()
    await page.getByRole('heading', { level: 1, name: 'Ihr Konto' }).waitFor()
    expect(await page.getByLabel('Sprache').count()).toBe(1)
    expect(problems).toEqual([])
  })

  test('fits on the narrowest phone, with an entry of everything, and moves nothing when the rest arrives', async () => {
    const values = {
      ...PROFILE,
      email: 'ada@example.org',
      phone: '+41791111111',
      address: 'Hauptstrasse 1\n8001 Zürich',
    }
    const more = Object.fromEntries(Array.from({ length: 6 }, (_, index) => [`card_${index}`, `Number ${index}`]))
    const { passkey } = await newPerson(system, { ...values, ...more })
    const { page } = await openBrowser(browser, { passkey, viewport: { width: 320, height: 640 } })
    await openVaultPage(page, system)
    const shift = await shiftOf(page, {
      held: '**/api/claim*/**',
      open: () => openVaultPage(page, system),
      come: () => page.getByRole('button', { name: /^Verify Phone number/ }).waitFor(),
    })
    expect(shift).toBeLessThanOrEqual(0.05)
    await expectNoOverflow(page)
    expect(await findSmallTargets(page)).toEqual([])
    const places = await page.locator('nav a').evaluateAll((all) => all.map((link) => link.getBoundingClientRect()))
    expect(places).toHaveLength(5)
    expect(places.every(({ left, right, bottom }) => left >= 0 && right <= 320 && bottom <= 640)).toBe(true)
    await page.getByLabel('Search your vault').fill('zurich')
    await expect.poll(() => page.locator('.vault-row-label').allInnerTexts()).toEqual(['Postal address'])
    await look(page, 'vault-search')
    await page.getByLabel('Search your vault').fill('nothing like it')
    await page.getByText('Nothing found.').waitFor()
  })
})
