import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { registerApp } from '../support/asking-app.ts'
import { look, PAGES, useBrowser } from '../support/browser.ts'
import {
  approveOnPage,
  fillClaim,
  openClaim,
  openVault,
  openVaultPage,
  saveVault,
  shownValues,
  signInByPasskeyOnPage,
} from '../support/person.ts'
import { useSystem } from '../support/shared.ts'

describe('a value', PAGES, () => {
  const system = useSystem()
  const browser = useBrowser()
  const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })

  test('in the wrong form is refused as its field is left, and not saved', async () => {
    const { page, problems } = await openVault(browser, system)
    await fillClaim(page, 'Email address', 'ana@')
    const complaint = page.getByText('Enter a complete email address')
    expect(await complaint.count()).toBe(0)
    await page.keyboard.press('Tab')
    await complaint.waitFor()
    await fillClaim(page, 'Phone number', '079 12')
    await page.keyboard.press('Tab')
    await page.getByText('This isn’t a phone number in the chosen country.').waitFor()
    await look(page, 'vault-wrong-values')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Check the highlighted field.').waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('email')

    await field(page, 'Email address').fill('Ana@EXAMPLE.org')
    await field(page, 'Phone number: country').selectOption('CH')
    await field(page, 'Phone number').fill('079 123 45 67')
    await page.keyboard.press('Tab')
    await expect.poll(() => field(page, 'Phone number').inputValue()).toBe('+41791234567')
    await saveVault(page)
    expect(await shownValues(page, 'Email address')).toEqual(['Ana@example.org'])
    // It says of itself where it is from.
    await openVaultPage(page, system)
    await openClaim(page, 'Phone number')
    await expect.poll(() => field(page, 'Phone number: country').inputValue()).toBe('CH')
    // On a phone the country's name is not cut.
    await page.setViewportSize({ width: 390, height: 844 })
    expect((await field(page, 'Phone number: country').boundingBox())?.width).toBeGreaterThan(250)
    expect(problems).toEqual([])
  })

  test('is shown formatted, and shared in one form', async () => {
    const { page, problems } = await openVault(browser, system)
    await fillClaim(page, 'Full name', 'Ana Lima')
    await fillClaim(page, 'Date of birth', '1990-05-17')
    await openClaim(page, 'Language')
    await openClaim(page, 'Picture')
    await page.locator('select[name=locale]').selectOption({ label: 'Swiss High German' })
    await page.locator('input[type=file]').setInputFiles({
      name: 'cat.png',
      mimeType: 'image/png',
      buffer: await paintPicture(page),
    })
    await page.locator('.value-field-picture img').waitFor()
    const languages = await field(page, 'Language').locator('option').allInnerTexts()
    // A language that the browser has no name for is left out.
    expect(languages.filter((label) => /^[a-z]{2,3}(?:-|$)/.test(label))).toEqual([])
    expect(languages).toContain('Swiss High German')
    await saveVault(page)
    expect(await shownValues(page, 'Date of birth')).toEqual(['May 17, 1990'])
    expect(await shownValues(page, 'Language')).toEqual(['Swiss High German'])
    await page.locator('.vault-profile img.avatar').waitFor()

    const app = await registerApp(system, { name: 'Books', scopes: { openid: {}, profile: {} } })
    const flow = await app.begin()
    await page.goto(flow.url)
    await signInByPasskeyOnPage(page)
    await page.locator('.scope-card').first().waitFor()
    const shown = page.locator('main')
    await expect.poll(() => shown.innerText()).toContain('May 17, 1990')
    await expect.poll(() => shown.innerText()).toContain('Swiss High German')
    await expect
      .poll(() => shown.locator('img.claim-text-picture').evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(40)
    await look(page, 'consent-values')
    await approveOnPage(page)
    const { claims } = await flow.finish(page)
    expect(claims).toEqual({
      name: 'Ana Lima',
      birthdate: '1990-05-17',
      locale: 'de-CH',
      picture: expect.stringMatching(/^data:image\/webp;base64,.{100,}$/),
    })
    expect(claims['picture']?.length).toBeLessThanOrEqual(4096)
    expect(problems).toEqual([])
  })
})

/** A picture with so much in it that it has to be made smaller. */
async function paintPicture(page: Page): Promise<Buffer> {
  const url = await page.evaluate(() => {
    const canvas = document.createElement('canvas')
    canvas.width = 900
    canvas.height = 600
    const context = canvas.getContext('2d')
    for (let index = 0; index < 400; index += 1) {
      context?.fillRect((index * 37) % 900, (index * 53) % 600, 20, 20)
      if (context) context.fillStyle = `hsl(${(index * 47) % 360} 80% 50%)`
    }
    return canvas.toDataURL('image/png')
  })
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')
}
