import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sqlText } from '@countersign/service/sql'
import { describe, expect, test } from 'vitest'
import { addAuthenticator } from '../support/authenticator.ts'
import { look, PAGES, useBrowser } from '../support/browser.ts'
import { loadInPage } from '../support/device.ts'
import { openBrowser, signUpToVault } from '../support/person.ts'
import { useSystem } from '../support/shared.ts'

/** Changes between the two messages of a sign-in that make core refuse a right passkey. */
const REFUSALS = [
  // It took too long to confirm.
  sqlText`update core.passkey_challenges set expires_at = now()`,
  // It counts lower than core remembers.
  sqlText`update core.passkeys set sign_count = 1000000, is_backup_eligible = false`,
  // It is missing from a restored database.
  sqlText`delete from core.passkeys`,
]

/** The passkey is the key of the vault: only its owner may have it removed. */
describe('a passkey that core refuses', () => {
  const system = useSystem()
  const browser = useBrowser()

  test('is kept by the authenticator, and the page says what to do', async () => {
    const { page } = await openBrowser(browser)
    const authenticator = await addAuthenticator(page)
    await signUpToVault(page, system)
    for (const change of REFUSALS) {
      await page.goto(`${system.webUrl}/sign-in`)
      await page.route(
        '**/api/session/passkey/finish/',
        async (route) => {
          await system.providerSql`${change}`
          await route.continue()
        },
        { times: 1 },
      )
      await page.getByRole('button', { name: 'Sign in another way' }).click()
      // The button that unlocks has the same name, and is gone by then.
      await page.getByLabel('Username').waitFor()
      await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
      await page.getByRole('alert').filter({ hasText: 'passkey' }).waitFor()
      expect(await authenticator.count()).toBe(1)
      await page.getByText('If that account was deleted, you can remove the passkey. If not, keep it').waitFor()
    }
    await look(page, 'passkey-refused')
  })
})

const VECTORS = join(import.meta.dirname, '..', '..', 'packages', 'vault', 'vectors')

describe('the vault package', PAGES, () => {
  const browser = useBrowser()

  test('computes the same vectors in Chromium as in Node and by noble', async () => {
    const context = await browser.newContext()
    const page = await context.newPage()
    await page.route('http://localhost/', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<h1>Vectors</h1>' }),
    )
    await page.goto('http://localhost/')
    await loadInPage(page)
    const computed = await page.evaluate(async () => JSON.stringify(await window.inPage.computeVectors()))
    expect(JSON.parse(computed)).toEqual(committedVectors())
  })
})

function committedVectors(): Record<string, unknown> {
  const names = readdirSync(VECTORS).map((file) => file.replace('.json', ''))
  return Object.fromEntries(
    names.map((name) => [name, JSON.parse(readFileSync(join(VECTORS, `${name}.json`), 'utf8'))]),
  )
}
