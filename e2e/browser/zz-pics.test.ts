import { expect, test } from 'vitest'
import { expectNoOverflow, findSmallTargets, look, shiftOf, useBrowser } from '../support/browser.ts'
import { fillClaim, newPerson, openBrowser, openClaim, openVaultPage } from '../support/person.ts'
import { useSystem } from '../support/shared.ts'

const PIC = process.env['PIC'] ?? ''
const MUCH: Record<string, string> = {
  name: 'Ada Lovelace',
  given_name: 'Ada',
  family_name: 'Lovelace',
  nickname: 'Countess',
  birthdate: '1815-12-10',
  locale: 'en-GB',
  email: 'ada@example.org',
  phone: '+447911123456',
  address: '12 St James’s Square\n\nSW1Y 4JH London\n\nUnited Kingdom',
  student_number: '17-204-339',
  employer: 'Analytical Engines Ltd',
  shoe_size: '38',
  bank: 'GB33 BUKB 2020 1555 5555 55',
}
const system = useSystem()
const browser = useBrowser()
const SIZES = {
  phone: { viewport: { width: 390, height: 844 } },
  desk: { viewport: { width: 1280, height: 900 } },
  tiny: { viewport: { width: 320, height: 640 } },
} as const
test('pics', async () => {
  const empty = await newPerson(system)
  const full = await newPerson(system, MUCH)
  await full.device.saveItems({
    put: [{ name: 'email', value: 'lovelace@engines.example', label: 'Work' }],
    remove: [],
  })
  for (const [size, options] of Object.entries(SIZES))
    for (const dark of [false, true])
      for (const lang of ['en', 'ar', 'de']) {
        const tag = `${size}-${dark ? 'dark' : 'light'}-${lang}`
        if (PIC && !new RegExp(PIC).test(tag)) continue
        for (const [who, person] of [
          ['empty', empty],
          ['full', full],
        ] as const) {
          const { page, problems } = await openBrowser(browser, {
            passkey: person.passkey,
            ...options,
            ...(dark ? { colorScheme: 'dark' as const } : {}),
          })
          await openVaultPage(page, system)
          await page.locator('.vault-group').first().waitFor()
          await page.waitForTimeout(700)
          const set = async () => {
            if (lang !== 'en') {
              await page.locator('.account-menu-button').click()
              await page.locator('.account-menu select').selectOption(lang)
              await page.waitForTimeout(500)
              await page.keyboard.press('Escape')
            }
          }
          const shot = async (name: string) => {
            await look(page, `v-${who}-${name}-${tag}`)
            await page.screenshot({ path: `e2e/screenshots/w-${who}-${name}-${tag}.png` })
            await expectNoOverflow(page)
            console.log(tag, who, name, await findSmallTargets(page))
          }
          await set()
          await shot('home')
          if (lang === 'en') {
            await page.locator('.account-menu-button').click()
            await shot('menu')
            await page.keyboard.press('Escape')
            await openClaim(page, 'Postal address')
            await page.getByLabel('Country', { exact: true }).selectOption(who === 'full' ? 'US' : 'CH')
            await openClaim(page, 'Phone number')
            if (who === 'full') {
              await openClaim(page, 'E-mail address')
            }
            await shot('edit')
            await page.getByRole('button', { name: 'Discard' }).click()
            if (who === 'full') {
              await page.getByRole('button', { name: 'Add', exact: true }).first().click()
              await shot('add')
              await page.getByLabel('Search your vault').fill('ada')
              await shot('search')
            }
          }
          expect(problems).toEqual([])
          await page.context().close()
        }
      }
}, 600000)
